import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Question } from './autocomplete-questions.ts';

/** What one round of load reached: questions answered, and the latency of single requests where it is known. */
export interface Load {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

export interface Round {
  clients: number;
  seconds: number;
}

const PGBENCH = '/usr/lib/postgresql/15/bin/pgbench';
/** Whether this machine has what the benchmark needs. */
export const hasPgbench = (): boolean => existsSync(PGBENCH);

/**
 * Prepares pgbench for at most 128 questions, one script each, chosen at random: their statements as they are sent,
 * prepared, with parameters bound from variables. More would have it spend its time on preparing them.
 */
export async function pgbenchOf(questions: readonly Question[], url: string, folder: string) {
  const variables: string[] = [];
  const files: string[] = [];
  for (const [question, { statements }] of questions.entries()) {
    const lines = statements.map(({ text, parameters }, statement) => {
      const name = (parameter: number) => `p${question}_${statement}_${parameter}`;
      parameters.forEach((value, index) => {
        variables.push('-D', `${name(index + 1)}=${Array.isArray(value) ? arrayText(value) : value}`);
      });
      return `${text.replace(/\s+/g, ' ').replace(/\$(\d+)/g, (_whole, parameter) => `:${name(Number(parameter))}`)};`;
    });
    const file = join(folder, `question-${question}.sql`);
    await writeFile(file, `${lines.join('\n')}\n`);
    files.push('-f', file);
  }
  return async ({ clients, seconds }: Round): Promise<Load> => {
    const load = ['-c', String(clients), '-T', String(seconds), '-M', 'prepared', '-n'];
    const text = await output([PGBENCH, ...load, ...variables, ...files, url]);
    const figure = (pattern: RegExp) => Number(pattern.exec(text)?.[1] ?? Number.NaN);
    return { perSecond: figure(/tps = ([\d.]+)/), p50Ms: Number.NaN, p99Ms: Number.NaN };
  };
}

const arrayText = (values: readonly unknown[]): string =>
  `{${values.map((value) => JSON.stringify(String(value))).join(',')}}`;

/** Prepares a generator of HTTP requests in a process of its own: wrk, or a client under Bun where that is absent. */
export async function httpLoadOf(questions: readonly Question[], url: string, keys: readonly string[], folder: string) {
  const file = join(folder, 'requests.json');
  const bodies = questions.map(({ searchString }) => JSON.stringify({ search_string: searchString }));
  await writeFile(file, JSON.stringify({ url: `${url}/v1/autocomplete`, keys, bodies }));
  const script = join(folder, 'requests.lua');
  await writeFile(script, wrkScript(bodies, keys));
  const wrk = Bun.which('wrk');
  const ownClient = [process.execPath, join(import.meta.dir, 'autocomplete-client.ts'), file];
  return async ({ clients, seconds }: Round): Promise<Load> => {
    const command =
      wrk === null
        ? [...ownClient, String(clients), String(seconds)]
        : [wrk, '-t', '1', '-c', String(clients), '-d', `${seconds}s`, '-s', script, url];
    const text = await output(command);
    const { failed, ...load } = JSON.parse(text.slice(text.lastIndexOf('\n{'))) as Load & { failed: number };
    if (failed > 0) throw new Error(`${failed} requests to the gateway failed`);
    return load;
  };
}

const luaText = (text: string): string => `[==[${text}]==]`;

const wrkScript = (bodies: readonly string[], keys: readonly string[]): string => `
local keys = { ${keys.map(luaText).join(', ')} }
local bodies = { ${bodies.map(luaText).join(',\n')} }
local requests = {}
function init()
  math.randomseed(7)
  for at, body in ipairs(bodies) do
    for key = 1, #keys do
      local headers = { ["content-type"] = "application/json", ["x-api-key"] = keys[key] }
      requests[#requests + 1] = wrk.format("POST", "/v1/autocomplete", headers, body)
    end
  end
end
function request() return requests[math.random(#requests)] end
function done(summary, latency)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  io.write(string.format('\\n{"perSecond":%f,"p50Ms":%f,"p99Ms":%f,"failed":%d}\\n',
    summary.requests / summary.duration * 1e6, latency:percentile(50) / 1000, latency:percentile(99) / 1000, failed))
end
`;

async function output(command: string[]): Promise<string> {
  const child = Bun.spawn(command, { stdout: 'pipe', stderr: 'pipe' });
  const [text, complaint] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  if ((await child.exited) !== 0) throw new Error(`${command[0]} failed: ${complaint.slice(0, 1000)}`);
  return text;
}
