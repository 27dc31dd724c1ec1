import { expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startOwnServer } from './own-server.fixture.ts';

const SLOW_MS = 60_000;

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
const pidIn = (directory: string) =>
  Number(readFileSync(join(directory, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);

test(
  'a killed test leaves neither its server nor its folder',
  async () => {
    const program = `
      const { startOwnServer } = await import(${JSON.stringify(join(import.meta.dir, 'own-server.fixture.ts'))});
      const { directory } = await startOwnServer('killed', { fsync: 'off' });
      process.stdout.write(directory);
      setInterval(() => {}, 1_000);`;
    const child = Bun.spawn([process.execPath, '--eval', program], { stdout: 'pipe', stderr: 'inherit' });
    const { value } = await child.stdout.getReader().read();
    const directory = new TextDecoder().decode(value);
    const pid = pidIn(directory);
    expect(isRunning(pid)).toBe(true);
    child.kill('SIGKILL');
    await child.exited;
    while (isRunning(pid) || existsSync(directory)) await Bun.sleep(50);
  },
  SLOW_MS,
);

test(
  'a finished test stops its server and removes its folder',
  async () => {
    const server = await startOwnServer('ended', { fsync: 'off' });
    const pid = pidIn(server.directory);
    await server.close();
    expect(existsSync(server.directory)).toBe(false);
    // The process removes its file last and exits a moment later.
    while (isRunning(pid)) await Bun.sleep(20);
  },
  SLOW_MS,
);
