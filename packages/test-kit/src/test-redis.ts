import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@plat/db/free-ports';

/** A separate Redis for one test file. */
export interface TestRedis {
  url: string;
  /** Stops it as a crash would; its data is lost. */
  kill(): Promise<void>;
  /** Restarts it empty on the same port. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts a private redis-server on a free port, without persistence.
 * @returns null when this machine has no redis-server; such tests skip visibly.
 */
export async function testRedis(): Promise<TestRedis | null> {
  const binary = Bun.which('redis-server');
  if (binary === null) return null;
  const port = freePort();
  const directory = mkdtempSync(join(tmpdir(), 'plat-test-redis-'));
  let server = await launch(binary, port, directory);
  const kill = async () => {
    server.kill('SIGKILL');
    await server.exited;
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    kill,
    restart: async () => {
      server = await launch(binary, port, directory);
    },
    close: async () => {
      await kill();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function launch(binary: string, port: number, directory: string) {
  const server = Bun.spawn(
    [binary, '--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', directory],
    { stdout: 'pipe', stderr: 'ignore' },
  );
  const decoder = new TextDecoder();
  let output = '';
  for await (const chunk of server.stdout) {
    output += decoder.decode(chunk);
    if (output.includes('Ready to accept connections')) return server;
  }
  throw new Error(`redis-server exited before it was ready: ${output.trim().split('\n').at(-1)}`);
}
