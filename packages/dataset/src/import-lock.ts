import type { Sql } from '@plat/db';
import { MarketError } from './market-error.ts';
import { IMPORT_LOCK } from './schema.ts';

const DEFAULT_WAIT_MS = 5000;
const RETRY_MS = 100;

/**
 * Runs work that changes the dataset, one at a time across all processes of a database. Waits some seconds, because
 * the server needs a moment to notice a killed import.
 * @throws MarketError when another import is running
 */
export async function withImportLock<T>(sql: Sql, work: () => Promise<T>, waitMs = DEFAULT_WAIT_MS): Promise<T> {
  const taken = Promise.withResolvers<void>();
  const worked = Promise.withResolvers<void>();
  let isLost = false;
  const holding = sql
    .begin(async (tx) => {
      await take(tx as unknown as Sql, waitMs);
      taken.resolve();
      await worked.promise;
    })
    .catch((error) => {
      isLost = true;
      taken.reject(error);
    });
  await taken.promise;
  try {
    return await work();
  } finally {
    // A closed session has already released the lock and would never answer.
    if (!isLost) {
      worked.resolve();
      await holding;
    }
  }
}

/** Holds the lock for the length of the transaction, which blocks nothing else while idle. */
async function take(tx: Sql, waitMs: number): Promise<void> {
  await tx`set local idle_in_transaction_session_timeout = 0`;
  const deadline = Date.now() + waitMs;
  for (;;) {
    const [row] = await tx<{ locked: boolean }[]>`select pg_try_advisory_xact_lock(${IMPORT_LOCK}) as locked`;
    if (row?.locked) return;
    if (Date.now() >= deadline) {
      throw new MarketError('Another import into this dataset is running.', 'Run this one after it ends.');
    }
    await Bun.sleep(RETRY_MS);
  }
}
