import { join } from 'node:path';
import { connect, type FileLock, lockFile } from '@plat/db';
import { startOwnServer } from '@plat/db/own-server';
import type { TestDatabase } from './test-database.ts';

/** A separate PostgreSQL for one test file, which the test can stop and start at the same address. */
export interface TestPostgres extends TestDatabase {
  /** `restart` closes sessions as an operator's restart does; `crash` kills the server at once. */
  stop(how: 'restart' | 'crash'): Promise<void>;
  /** Starts it again and waits until it answers. */
  start(): Promise<void>;
}

const LOCK_WAIT_MS = 60_000;
const POLL_MS = 50;
const ANSWERS_WITHIN_MS = 60_000;

/**
 * Starts a private embedded PostgreSQL. Unlike the server of `testDatabase`, it keeps committed data through a
 * crash.
 */
export async function testPostgres(): Promise<TestPostgres> {
  const server = await startOwnServer('test-postgres', { max_connections: '200' });
  const sql = connect(server.url, { applicationName: 'plat-test', maxConnections: 5 });
  let away: FileLock | undefined;
  const start = async () => {
    away?.release();
    away = undefined;
    const untilMs = performance.now() + ANSWERS_WITHIN_MS;
    while (
      !(await sql`select 1`.then(
        () => true,
        () => false,
      ))
    ) {
      if (performance.now() > untilMs) throw new Error('PostgreSQL did not come back');
      await Bun.sleep(POLL_MS);
    }
  };
  return {
    sql,
    url: server.url,
    stop: async (how) => {
      const [row] = await sql<{ pid: number }[]>`
        select split_part(pg_read_file('postmaster.pid'), E'\n', 1)::int as pid`;
      // Processes that use this server restart it when it stops. Holding the start lock prevents that.
      away = (await lockFile(join(server.directory, 'start.lock'), LOCK_WAIT_MS)) ?? undefined;
      if (away === undefined) throw new Error('another process is starting or stopping this PostgreSQL');
      process.kill(row!.pid, how === 'restart' ? 'SIGINT' : 'SIGQUIT');
      while (isAlive(row!.pid)) await Bun.sleep(POLL_MS);
    },
    start,
    close: async () => {
      if (away !== undefined) await start();
      await sql.end({ timeout: 5 });
      await server.close();
    },
  };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
