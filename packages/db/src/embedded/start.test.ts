import { afterAll, afterEach, expect, test } from 'bun:test';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../connect.ts';
import { DatabaseError } from '../database-error.ts';
import { SYSTEM_DIRECTORY } from './binaries.ts';
import { putCluster, removeClusterFolder } from './cluster-folder.fixture.ts';
import { endWithThisProcess } from './end-with-this-process.fixture.ts';
import { startEmbeddedPostgres } from './start.ts';

const SLOW_MS = 60_000;
const isRoot = process.getuid?.() === 0;
const cleanups: Array<() => void> = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0).reverse()) cleanup();
});
afterAll(removeClusterFolder);

function newDirectory(mode = 0o755): string {
  const home = mkdtempSync(join(tmpdir(), 'plat-embedded-'));
  chmodSync(home, mode);
  const directory = join(home, 'postgres');
  const guard = endWithThisProcess(home, [join(directory, 'data')]);
  cleanups.push(() => {
    guard.kill();
    const relocated = join(directory, 'cluster-location');
    if (existsSync(relocated)) rmSync(readFileSync(relocated, 'utf8').trim(), { recursive: true, force: true });
    rmSync(home, { recursive: true, force: true });
  });
  return directory;
}

/** One in which a server ran before. */
async function usedDirectory(): Promise<string> {
  const directory = newDirectory();
  await putCluster(directory);
  return directory;
}

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

async function answers(url: string): Promise<boolean> {
  const sql = connect(url, { applicationName: 'plat-test', maxConnections: 1 });
  try {
    await sql`select 1`;
    return true;
  } catch {
    return false;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

const start = (directory: string, settings: Record<string, string> = {}) =>
  startEmbeddedPostgres({ directory, log: () => {}, settings: { fsync: 'off', ...settings } });

test(
  'what was written is there after the server was stopped and started again',
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
  'processes that start at the same moment on an empty folder (mode %i) end up on one server',
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
  'a killed process leaves a server that the next one uses and stops',
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
  'a process whose sessions the server ended keeps its claim: another one that leaves does not stop the server',
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
  'a server that is killed is started again by whoever uses it, at the same address',
  async () => {
    const directory = await usedDirectory();
    const mine = await start(directory);
    const pidFile = join(await dataDirectoryOf(directory), 'postmaster.pid');
    const busy = connect(mine.url, { applicationName: 'plat-test', maxConnections: 1 });
    // A process of the old server that does not notice: no second server may start beside it.
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
  'a stale pid file whose number belongs to another program now does not stop the start',
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

const dataDirectoryOf = async (directory: string): Promise<string> => {
  const relocated = join(directory, 'cluster-location');
  return join(existsSync(relocated) ? readFileSync(relocated, 'utf8').trim() : directory, 'data');
};

test.skipIf(!isRoot)(
  'as root, a home that nobody else can enter keeps its cluster in the system folder',
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
  'a wrong password does not get in',
  async () => {
    const server = await start(await usedDirectory());
    const url = new URL(server.url);
    url.password = 'guessed';
    expect(await answers(url.href)).toBe(false);
    await server.close();
  },
  SLOW_MS,
);

async function sentenceOf(attempt: Promise<unknown>): Promise<string> {
  const error = await attempt.then(
    () => undefined,
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(DatabaseError);
  return (error as DatabaseError).plainText;
}

test(
  'a damaged data folder is named in a plain sentence',
  async () => {
    const directory = await usedDirectory();
    await (await start(directory)).close();
    const dataDirectory = await dataDirectoryOf(directory);
    writeFileSync(join(dataDirectory, 'global', 'pg_control'), 'not a control file');
    const sentence = await sentenceOf(start(directory));
    expect(sentence).toContain(`The database in ${dataDirectory} is damaged`);
    expect(sentence).toContain('backup');
  },
  SLOW_MS,
);

test(
  'a data folder that lost its version file is damaged, not initialised over',
  async () => {
    const directory = await usedDirectory();
    await (await start(directory)).close();
    rmSync(join(await dataDirectoryOf(directory), 'PG_VERSION'));
    expect(await sentenceOf(start(directory))).toContain('is damaged');
  },
  SLOW_MS,
);

test(
  'a server that hangs is left as it is by whoever only looks, and serves on afterwards',
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
      expect(await sentenceOf(looking)).toContain('runs and does not answer');
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    // The session of before is still there: nobody has ended the server.
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }] as never);
    await sql.end({ timeout: 1 });
    await first.close();
  },
  SLOW_MS,
);

test('a file where the folder should be is a plain sentence', async () => {
  const home = newDirectory();
  mkdirSync(join(home, '..'), { recursive: true });
  writeFileSync(home, 'a file');
  expect(await sentenceOf(start(home))).toContain('is not a folder');
});

test.skipIf(isRoot)('an unwritable folder is a plain sentence', async () => {
  const directory = newDirectory(0o500);
  expect(await sentenceOf(start(directory))).toContain('cannot be written');
});
