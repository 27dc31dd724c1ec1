/** Process that runs the shared test server for one test run. `startTestServer` starts it; it exits with its parent. */
import { createHash } from 'node:crypto';
import { statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, DatabaseError, startEmbeddedPostgres } from '@plat/db';
import { TEST_DATABASE_PREFIX } from './test-server.ts';

const checkout = createHash('sha256')
  .update(`${import.meta.dir} ${process.getuid?.() ?? ''}`)
  .digest('hex')
  .slice(0, 8);
const MEMORY_FOLDER = '/dev/shm';
const NEEDED_MEMORY_BYTES = 6 * 2 ** 30;
const owner = process.env.PLAT_TEST_PID ?? '0';

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

/**
 * Where the databases lie: in memory where there is enough. On ext4 each database of a busy run costs five times as
 * much, because the file system searches past the inodes of those just dropped.
 */
function folderOfDatabases(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    if (Math.min(bavail * bsize, freemem()) >= NEEDED_MEMORY_BYTES) return MEMORY_FOLDER;
  } catch {
    // This system has no such folder.
  }
  return tmpdir();
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

async function dropDatabases(url: string, isUnwanted: (pid: string) => boolean): Promise<void> {
  const server = connect(url, { applicationName: 'plat-test-keeper', maxConnections: 1, statementTimeoutMs: 60_000 });
  try {
    const databases = await server<{ name: string }[]>`
      select datname as name from pg_database where starts_with(datname, ${TEST_DATABASE_PREFIX})`;
    for (const { name } of databases) {
      const pid = name.slice(TEST_DATABASE_PREFIX.length).split('_')[0] ?? '';
      if (isUnwanted(pid)) await server`drop database if exists ${server(name)} with (force)`;
    }
  } finally {
    await server.end({ timeout: 5 });
  }
}

try {
  const server = await startEmbeddedPostgres({
    directory: join(folderOfDatabases(), `plat-test-${checkout}`, 'postgres'),
    database: 'plat_tests',
    log: () => {},
    // Test data need not survive a crash, so PostgreSQL skips waiting for the disk.
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_wal_size: '512MB',
      wal_level: 'minimal',
      max_wal_senders: '0',
      max_connections: '300',
    },
  });
  await dropDatabases(server.url, (pid) => !isAlive(Number(pid)));
  process.stdout.write(`${JSON.stringify({ url: server.url })}\n`);
  for await (const _ of Bun.stdin.stream()) {
    // Nothing is ever sent: the stream ends when the test run does.
  }
  // The owner may still be in the process table, but the processes that it started are not.
  await dropDatabases(server.url, (pid) => pid === owner || !isAlive(Number(pid))).catch(() => {});
  await server.close();
} catch (error) {
  process.stderr.write(`${error instanceof DatabaseError ? error.plainText : String(error)}\n`);
  process.exit(1);
}
