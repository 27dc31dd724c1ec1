import { join } from 'node:path';

/** The next run drops databases left by a killed run. The number in the name is the process id of the creator. */
export const TEST_DATABASE_PREFIX = 'plat_test_';

/**
 * Starts the embedded PostgreSQL of tests. A separate process runs it and exits when our end of the pipe closes,
 * because `bun test` runs no exit hooks and a killed run must not leave a server behind.
 * @returns its URL, whose role may create databases. @throws when it does not start; the reason is on stderr.
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
