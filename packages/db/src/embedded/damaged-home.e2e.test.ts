import { afterAll, afterEach, expect, test } from 'bun:test';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../connect.ts';
import { DatabaseError } from '../database-error.ts';
import { putCluster, removeClusterFolder } from './cluster-folder.fixture.ts';
import { endWithThisProcess } from './end-with-this-process.fixture.ts';
import { startEmbeddedPostgres } from './start.ts';

const SLOW_MS = 60_000;
const isRoot = process.getuid?.() === 0;
const cleanups: Array<() => unknown> = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});
afterAll(removeClusterFolder);

function newDirectory(mode = 0o755): string {
  const home = mkdtempSync(join(tmpdir(), 'plat-damaged-'));
  chmodSync(home, mode);
  const directory = join(home, 'postgres');
  const guard = endWithThisProcess(home, [join(directory, 'data')]);
  cleanups.push(() => {
    guard.kill();
    rmSync(home, { recursive: true, force: true });
  });
  return directory;
}

/** A directory in which a server ran before. */
async function usedDirectory(): Promise<string> {
  const directory = newDirectory();
  await putCluster(directory);
  return directory;
}

const start = async (directory: string) => {
  const server = await startEmbeddedPostgres({ directory, log: () => {}, settings: { fsync: 'off' } });
  cleanups.push(() => server.close());
  return server;
};

const sentenceOf = async (attempt: Promise<unknown>): Promise<string> => {
  const error = await attempt.then(
    () => undefined,
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(DatabaseError);
  return (error as DatabaseError).plainText;
};

const answers = async (url: string): Promise<boolean> => {
  const sql = connect(url, { applicationName: 'plat-test', maxConnections: 1 });
  return sql`select 1`
    .then(
      () => true,
      () => false,
    )
    .finally(() => sql.end({ timeout: 1 }));
};

test(
  'with a damaged password file the running server is left alone, and one that was started is stopped again',
  async () => {
    const directory = await usedDirectory();
    const passwordFile = join(directory, 'password');
    const running = await start(directory);
    const password = readFileSync(passwordFile, 'utf8');
    writeFileSync(passwordFile, 'something else\n');
    expect(await sentenceOf(start(directory))).toContain(`The password in ${passwordFile} does not match`);
    expect(await answers(running.url)).toBe(true);

    await running.close();
    expect(await sentenceOf(start(directory))).toContain(`The password in ${passwordFile} does not match`);
    expect(existsSync(join(directory, 'data', 'postmaster.pid'))).toBe(false);

    writeFileSync(passwordFile, password);
    expect(await answers((await start(directory)).url)).toBe(true);
  },
  SLOW_MS,
);

test(
  "a stale pid file with the pid of another home's server does not stop that server",
  async () => {
    const other = await usedDirectory();
    const directory = await usedDirectory();
    const neighbour = await start(other);
    await (await start(directory)).close();
    const pidFile = readFileSync(join(other, 'data', 'postmaster.pid'), 'utf8');
    writeFileSync(
      join(directory, 'data', 'postmaster.pid'),
      pidFile.replaceAll(join(other, 'data'), join(directory, 'data')),
    );
    expect(await answers((await start(directory)).url)).toBe(true);
    expect(await answers(neighbour.url)).toBe(true);
  },
  SLOW_MS,
);

test(
  'treats a home reached through a link as the same home',
  async () => {
    const directory = await usedDirectory();
    const link = `${directory}-link`;
    symlinkSync(directory, link);
    const running = await start(directory);
    expect((await start(link)).url).toBe(running.url);
    expect(await answers(running.url)).toBe(true);
  },
  SLOW_MS,
);

test(
  'keeps the password of a missing cluster, so that the cluster works after its return',
  async () => {
    const directory = await usedDirectory();
    await (await start(directory)).close();
    renameSync(join(directory, 'data'), join(directory, 'away'));
    await (await start(directory)).close();
    rmSync(join(directory, 'data'), { recursive: true });
    renameSync(join(directory, 'away'), join(directory, 'data'));
    expect(await answers((await start(directory)).url)).toBe(true);
  },
  SLOW_MS,
);

test.skipIf(!isRoot)(
  'names a missing cluster outside the home',
  async () => {
    const directory = newDirectory(0o700);
    await (await start(directory)).close();
    const cluster = readFileSync(join(directory, 'cluster-location'), 'utf8').trim();
    rmSync(cluster, { recursive: true });
    expect(await sentenceOf(start(directory))).toContain(`is in ${cluster}`);
  },
  SLOW_MS,
);

test(
  'explains permissions that PostgreSQL does not accept',
  async () => {
    const directory = await usedDirectory();
    await (await start(directory)).close();
    chmodSync(join(directory, 'data'), 0o777);
    expect(await sentenceOf(start(directory))).toContain('chmod 700');
  },
  SLOW_MS,
);

test('names a damaged lock file', async () => {
  const directory = await usedDirectory();
  await (await start(directory)).close();
  writeFileSync(join(directory, 'start.lock'), 'not a lock '.repeat(200));
  expect(await sentenceOf(start(directory))).toContain(`The lock file ${join(directory, 'start.lock')} is damaged`);
}, 60_000);
