import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Result of one round of load: requests answered, and single latencies if known. */
export interface Load {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

export interface Round {
  clients: number;
  seconds: number;
}

/** Generates HTTP requests; rejects when a request was not successful. */
export type HttpLoad = (round: Round) => Promise<Load>;

export interface HttpTarget {
  /** Of the gateway. */
  url: string;
  /** Path of the operation, called by POST. */
  path: string;
  /** JSON bodies; each request uses a random one. */
  bodies: readonly string[];
  keys: readonly string[];
}

/** Prepares a generator in its own process: wrk, or a client under Bun when wrk is missing. */
export async function httpLoadOf({ url, path, bodies, keys }: HttpTarget, folder: string): Promise<HttpLoad> {
  const file = join(folder, 'requests.json');
  await writeFile(file, JSON.stringify({ url: `${url}${path}`, keys, bodies }));
  const script = join(folder, 'requests.lua');
  await writeFile(script, wrkScript(path, bodies, keys));
  const wrk = Bun.which('wrk');
  const ownClient = [process.execPath, join(import.meta.dir, 'http-client.ts'), file];
  return async ({ clients, seconds }) => {
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

const wrkScript = (path: string, bodies: readonly string[], keys: readonly string[]): string => `
local keys = { ${keys.map(luaText).join(', ')} }
local bodies = { ${bodies.map(luaText).join(',\n')} }
local requests = {}
function init()
  math.randomseed(7)
  for at, body in ipairs(bodies) do
    for key = 1, #keys do
      local headers = { ["content-type"] = "application/json", ["x-api-key"] = keys[key] }
      requests[#requests + 1] = wrk.format("POST", "${path}", headers, body)
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

/** Output of a command. @throws Error with its stderr when it fails. */
export async function output(command: string[]): Promise<string> {
  const child = Bun.spawn(command, { stdout: 'pipe', stderr: 'pipe' });
  const [text, complaint] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  if ((await child.exited) !== 0) throw new Error(`${command[0]} failed: ${complaint.slice(0, 1000)}`);
  return text;
}
