import type { Sql } from '@plat/db';
import { MarketError } from '../dataset/market-error.ts';
import { IMPORT_LOCK } from '../dataset/schema.ts';

const DEFAULT_WAIT_MS = 5000;
const RETRY_MS = 100;

/**
 * Runs work that changes the dataset, one at a time over all processes of a database. Waits some seconds, since the
 * server needs a moment to notice that a killed import is gone.
 * @throws MarketError when another one is running
 */
export async function withImportLock<T>(sql: Sql, work: () => Promise<T>, waitMs = DEFAULT_WAIT_MS): Promise<T> {
  const session = await sql.reserve();
  try {
    // Ends a statement whose process was killed, and with it the lock.
    await session`set client_connection_check_interval = 500`.catch(() => {});
    const deadline = Date.now() + waitMs;
    for (;;) {
      const [row] = await session<{ locked: boolean }[]>`select pg_try_advisory_lock(${IMPORT_LOCK}) as locked`;
      if (row?.locked) break;
      if (Date.now() >= deadline) {
        throw new MarketError('Another import into this dataset is running.', 'Run this one when it has ended.');
      }
      await Bun.sleep(RETRY_MS);
    }
    try {
      return await work();
    } finally {
      await session`select pg_advisory_unlock(${IMPORT_LOCK})`.catch(() => {});
    }
  } finally {
    session.release();
  }
}
