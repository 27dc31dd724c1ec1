import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const MAIN = join(import.meta.dir, '..', 'main.ts');

export interface StartedPlat {
  url: string;
  key: string;
  stop(signal?: NodeJS.Signals): Promise<number>;
}

export interface Ended {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** The environment of this process without variables that point outside the home. */
function environment(more: Readonly<Record<string, string>> = {}): Record<string, string | undefined> {
  const { DATABASE_URL: _, REDIS_URL: __, ...rest } = process.env;
  return { ...rest, PLAT_LOG_LEVEL: 'warn', ...more };
}

export const spawnPlat = (words: readonly string[], more: Readonly<Record<string, string>> = {}) =>
  Bun.spawn([process.execPath, MAIN, ...words], { env: environment(more), stdout: 'pipe', stderr: 'pipe' });

export async function plat(words: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const child = spawnPlat(words, more);
  const [stdout, stderr] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { exitCode: await child.exited, stdout, stderr };
}

/** The JSON document that a command prints. @throws with its output if it failed. */
// biome-ignore lint/suspicious/noExplicitAny: documents of every command
export async function platJson(...words: string[]): Promise<any> {
  const { exitCode, stdout, stderr } = await plat([...words, '--json']);
  if (exitCode !== 0) throw new Error(`plat ${words.join(' ')} exited with ${exitCode}: ${stdout} ${stderr}`);
  return JSON.parse(stdout);
}

/** Starts Plat in its own process and waits until it answers. */
export async function startPlat(home: string, ...flags: string[]): Promise<StartedPlat> {
  const child = spawnPlat(['start', '--json', '--port', '0', '--home', home, ...flags]);
  const stderr = new Response(child.stderr).text();
  let line = '';
  for await (const chunk of child.stdout) {
    line += new TextDecoder().decode(chunk);
    if (line.includes('\n')) break;
  }
  if (!line.includes('"ready":true')) throw new Error(`plat start ended: ${line} ${await stderr}`);
  const { url, demo_key: key } = JSON.parse(line) as { url: string; demo_key: string };
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal);
    return child.exited;
  };
  return { url, key, stop };
}

export interface Answer {
  status: number;
  body: unknown;
}

/** Calls one operation. A failed connection returns status 0. */
export async function ask(url: string, key: string, path: string, body: unknown): Promise<Answer> {
  try {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: await response.json() };
  } catch (error) {
    return { status: 0, body: String(error) };
  }
}

/** Clusters that the server's user could not reach in a home are stored elsewhere. */
export function removeHomes(folder: string): void {
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const relocated = join(folder, name, 'postgres', 'cluster-location');
    if (existsSync(relocated)) rmSync(readFileSync(relocated, 'utf8').trim(), { recursive: true, force: true });
  }
  rmSync(folder, { recursive: true, force: true });
}
