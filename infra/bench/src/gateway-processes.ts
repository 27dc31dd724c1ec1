import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cpuMsOf } from './started-plat.ts';

/** A server of the benchmark in its own process. */
export interface StartedServer {
  url: string;
  /** Milliseconds of CPU used by it and its workers. */
  cpuMs(): Promise<number>;
  stop(): Promise<void>;
}

export interface ServerCommand {
  name: string;
  command: string[];
  port: number;
  env?: Readonly<Record<string, string>>;
  /** Checks whether the server works; called repeatedly until it does. */
  isUp(url: string): Promise<boolean>;
}

const START_TIMEOUT_MS = 30_000;

/**
 * Starts a server that writes its output to a file in the folder. @throws Error with that output when it does not
 * start.
 */
export async function startServer(server: ServerCommand, folder: string): Promise<StartedServer> {
  const { name, command, port, env, isUp } = server;
  const log = Bun.file(join(folder, `${name}.log`));
  const child = Bun.spawn(command, { env: { ...process.env, ...env }, stdout: 'ignore', stderr: log });
  const url = `http://127.0.0.1:${port}`;
  // An interrupted benchmark must not leave its servers behind.
  const end = () => child.kill('SIGTERM');
  process.once('exit', end);
  const stop = async () => {
    process.off('exit', end);
    end();
    await child.exited;
  };
  const endMs = performance.now() + START_TIMEOUT_MS;
  while (!(await isUp(url).catch(() => false))) {
    if (child.exitCode !== null || performance.now() > endMs) {
      await stop();
      throw new Error(`${name} did not start:\n${(await log.text()).slice(-2000)}`);
    }
    await Bun.sleep(50);
  }
  return { url, cpuMs: () => cpuMsOfTree(child.pid), stop };
}

/** True when an HTTP server and its upstream respond, with any status. */
export const isAnswering = async (url: string): Promise<boolean> =>
  (await fetch(url, { method: 'POST', headers: { 'x-api-key': 'probe' }, body: '{}' })).status < 500;

async function cpuMsOfTree(pid: number): Promise<number> {
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ').filter(Boolean);
  const ofChildren = await Promise.all(children.map((child) => cpuMsOfTree(Number(child))));
  return ofChildren.reduce((sum, one) => sum + one, await cpuMsOf(pid));
}
