import { join } from 'node:path';

/** Databases of a run that was killed are dropped by the next one; the number is the process that made them. */
export const TEST_DATABASE_PREFIX = 'plat_test_';

/**
 * Starts the embedded PostgreSQL of tests. It is held by a process of its own that leaves when this one's end of the
 * pipe closes: `bun test` runs no exit hooks, and a killed run must not leave a server behind either.
 * @returns its URL, whose role may create databases. @throws when it does not start; why is on stderr.
 */
export async function startTestServer(): Promise<string> {
  const keeper = Bun.spawn([process.execPath, join(import.meta.dir, 'server-keeper.ts')], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
    env: { ...process.env, PLAT_TEST_PID: String(process.pid) },
  });
  keeper.unref();
  const reader = keeper.stdout.getReader();
  let line = '';
  while (!line.includes('\n')) {
    const { value, done } = await reader.read();
    if (done) throw new Error('the test database server did not start; see the lines above');
    line += new TextDecoder().decode(value);
  }
  reader.releaseLock();
  // Without a reference the pipe could be collected, which would end the keeper in the middle of the run.
  Object.assign(globalThis, { platTestServerKeeper: keeper });
  return (JSON.parse(line) as { url: string }).url;
}
