import type { Sql } from '@plat/db';
import { MarketError } from './market-error.ts';
import { IMPORT_LOCK } from './schema.ts';

const DEFAULT_WAIT_MS = 5000;
const RETRY_MS = 100;

/**
 * Runs work that changes the dataset, one at a time over all processes of a database. Waits some seconds, since the
 * server needs a moment to notice that a killed import is gone.
 * @throws MarketError when another one is running
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
    // A session that the server ended has freed the lock, and would never answer.
    if (!isLost) {
      worked.resolve();
      await holding;
    }
  }
}

/** Takes the lock for as long as the transaction lasts; an idle one keeps nothing else from anybody. */
async function take(tx: Sql, waitMs: number): Promise<void> {
  await tx`set local idle_in_transaction_session_timeout = 0`;
  const deadline = Date.now() + waitMs;
  for (;;) {
    const [row] = await tx<{ locked: boolean }[]>`select pg_try_advisory_xact_lock(${IMPORT_LOCK}) as locked`;
    if (row?.locked) return;
    if (Date.now() >= deadline) {
      throw new MarketError('Another import into this dataset is running.', 'Run this one when it has ended.');
    }
    await Bun.sleep(RETRY_MS);
  }
}
