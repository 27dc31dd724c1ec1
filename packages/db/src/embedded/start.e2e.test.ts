import { expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from '../connect.ts';
import { SYSTEM_DIRECTORY } from './binaries.ts';
import {
  answers,
  cleanups,
  dataDirectoryOf,
  isRoot,
  newDirectory,
  SLOW_MS,
  sentenceOf,
  start,
  useClusters,
  usedDirectory,
} from './cluster-directory.fixture.ts';
import { startEmbeddedPostgres } from './start.ts';

useClusters();

interface Holder {
  answer: { url?: string; error?: string };
  leave(): Promise<void>;
  kill(): Promise<void>;
}

async function hold(directory: string): Promise<Holder> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'hold-server.fixture.ts'), directory], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'ignore',
  });
  cleanups.push(() => child.kill('SIGKILL'));
  const { value } = await child.stdout.getReader().read();
  return {
    answer: JSON.parse(new TextDecoder().decode(value)),
    leave: async () => {
      child.stdin.end();
      await child.exited;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await child.exited;
    },
  };
}

test(
  'keeps its data when the server is stopped and started again',
  async () => {
    const directory = newDirectory();
    const first = await start(directory);
    const sql = connect(first.url, { applicationName: 'plat-test' });
    await sql`create table kept as select 42 as answer`;
    await sql.end();
    await first.close();
    expect(await answers(first.url)).toBe(false);

    const second = await start(directory);
    const again = connect(second.url, { applicationName: 'plat-test' });
    const [row] = await again<{ answer: number }[]>`select answer from kept`;
    await again.end();
    await second.close();
    expect(row?.answer).toBe(42);
  },
  SLOW_MS,
);

test(
  'two processes share one server, and the last one to leave stops it',
  async () => {
    const directory = await usedDirectory();
    const one = await hold(directory);
    const two = await hold(directory);
    expect(two.answer.url).toBe(one.answer.url);
    await one.leave();
    expect(await answers(two.answer.url ?? '')).toBe(true);
    await two.leave();
    expect(await answers(two.answer.url ?? '')).toBe(false);
  },
  SLOW_MS,
);

test.each([0o755, 0o700])(
  'processes that start together on an empty folder (mode %i) share one server',
  async (mode) => {
    const directory = newDirectory(mode);
    const holders = await Promise.all([hold(directory), hold(directory), hold(directory)]);
    expect(new Set(holders.map(({ answer }) => answer.url)).size).toBe(1);
    await Promise.all(holders.map((holder) => holder.leave()));
    expect(await answers(holders[0]?.answer.url ?? '')).toBe(false);
  },
  SLOW_MS,
);

test(
  'the next process uses and stops the server left by a killed process',
  async () => {
    const directory = await usedDirectory();
    const killed = await hold(directory);
    await killed.kill();
    const next = await hold(directory);
    expect(next.answer.url).toBe(killed.answer.url);
    await next.leave();
    expect(await answers(next.answer.url ?? '')).toBe(false);
  },
  SLOW_MS,
);

test(
  'a process keeps its claim when the server closes its sessions: another process that leaves does not stop the server',
  async () => {
    const directory = await usedDirectory();
    const mine = await start(directory);
    const sql = connect(mine.url, { applicationName: 'plat-test' });
    const ended = await sql`
      select pg_terminate_backend(pid, 20000) as is from pg_stat_activity where application_name = 'plat-lease'`;
    expect([...ended]).toEqual([{ is: true }]);
    const claims = () => sql`
      select 1 from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and granted and application_name = 'plat-lease'`;
    while ((await claims()).length === 0) await Bun.sleep(50);
    await sql.end();
    const other = await hold(directory);
    await other.leave();
    expect(await answers(mine.url)).toBe(true);
    await mine.close();
    expect(await answers(mine.url)).toBe(false);
  },
  SLOW_MS,
);

test(
  'a process that uses the server restarts it at the same address after a kill',
  async () => {
    const directory = await usedDirectory();
    const mine = await start(directory);
    const pidFile = join(await dataDirectoryOf(directory), 'postmaster.pid');
    const busy = connect(mine.url, { applicationName: 'plat-test', maxConnections: 1 });
    // A busy backend survives its killed server for a while; no second server may start beside it.
    const work = busy`select count(*) from generate_series(1, 4000000) n where md5(n::text) = ''`.catch(() => {});
    await Bun.sleep(300);
    process.kill(Number(readFileSync(pidFile, 'utf8').split('\n')[0]), 'SIGKILL');
    while (!(await answers(mine.url))) await Bun.sleep(100);
    await work;
    await busy.end({ timeout: 1 });
    await mine.close();
    expect(await answers(mine.url)).toBe(false);
  },
  2 * SLOW_MS,
);

test(
  'a stale pid file with the pid of another program does not prevent the start',
  async () => {
    const directory = await usedDirectory();
    const first = await start(directory);
    await first.close();
    const dataDirectory = await dataDirectoryOf(directory);
    writeFileSync(
      join(dataDirectory, 'postmaster.pid'),
      `${process.pid}\n${dataDirectory}\n0\n1\n\n127.0.0.1\n\nready\n`,
    );
    const second = await start(directory);
    expect(await answers(second.url)).toBe(true);
    await second.close();
  },
  SLOW_MS,
);

test.skipIf(!isRoot)(
  'as root, keeps the cluster of a private home in the system folder',
  async () => {
    const directory = newDirectory(0o700);
    const server = await start(directory);
    expect(await answers(server.url)).toBe(true);
    expect(await dataDirectoryOf(directory)).toStartWith(SYSTEM_DIRECTORY);
    await server.close();
    const again = await start(directory);
    expect(await answers(again.url)).toBe(true);
    await again.close();
  },
  SLOW_MS,
);

test(
  'with `leavesHungAfterMs`, a hung server is reported but not restarted, and works afterwards',
  async () => {
    const directory = await usedDirectory();
    const first = await start(directory);
    const sql = connect(first.url, { applicationName: 'plat-test', maxConnections: 1 });
    const [{ folder } = { folder: '' }] = await sql<{ folder: string }[]>`
      select current_setting('data_directory') as folder`;
    const pid = Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]);
    process.kill(pid, 'SIGSTOP');
    try {
      const looking = startEmbeddedPostgres({ directory, log: () => {}, leavesHungAfterMs: 500 });
      expect(await sentenceOf(looking)).toContain('is running but does not answer');
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    // The old session still works, so the server was not restarted.
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }] as never);
    await sql.end({ timeout: 1 });
    await first.close();
  },
  SLOW_MS,
);
