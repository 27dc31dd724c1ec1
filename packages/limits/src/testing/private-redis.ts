import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';

/** A Redis for tests: the server of `REDIS_URL`, or our own on a free port. Undefined when neither exists. */
export interface PrivateRedis {
  url: string;
  /** Stops it as a crash would. Only for our own Redis. */
  kill(): Promise<void>;
  /** Makes it hang: connections stay open, but it does not reply. */
  pause(): void;
  resume(): void;
  /** Restarts it on the same port. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

async function launch(binary: string, port: number, directory: string) {
  const arguments_ = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', directory];
  const child = Bun.spawn([binary, ...arguments_], { stdout: 'pipe', stderr: 'ignore' });
  const decoder = new TextDecoder();
  for await (const chunk of child.stdout) {
    if (decoder.decode(chunk).includes('Ready to accept connections')) return child;
  }
  throw new Error('redis-server exited before it was ready');
}

/** Starts a Redis; `undefined` when this machine has no `redis-server`. */
export async function startPrivateRedis(): Promise<PrivateRedis | undefined> {
  const binary = Bun.which('redis-server');
  if (binary === null) return undefined;
  const port = freePort();
  const directory = await mkdtemp(join(tmpdir(), 'plat-redis-'));
  let child = await launch(binary, port, directory);
  const kill = async () => {
    child.kill('SIGKILL');
    await child.exited;
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    kill,
    pause: () => child.kill('SIGSTOP'),
    resume: () => child.kill('SIGCONT'),
    restart: async () => {
      child = await launch(binary, port, directory);
    },
    close: async () => {
      await kill();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
