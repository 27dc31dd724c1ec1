import type { Sql, Transaction } from '@plat/db';

/** Thrown inside a transaction that met a change of somebody else; it is rolled back and run again. */
export class Contended extends Error {
  override readonly name = 'Contended';

  /** @param prepare what to do, outside of the transaction, before it runs again. */
  constructor(readonly prepare: () => Promise<unknown> = async () => {}) {
    super('usage was changed meanwhile');
  }
}

const MAX_ATTEMPTS = 5;

/**
 * Runs one transaction on the ledger, again when it was `Contended`.
 *
 * Locks are taken in this order everywhere, so that no two transactions wait for each other: counters by owner,
 * endpoint and month; end users by id; then counted things by company, kind and value.
 */
export async function ledgerTransaction<T>(sql: Sql, work: (tx: Transaction) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return (await sql.begin(work)) as T;
    } catch (error) {
      if (!(error instanceof Contended) || attempt === MAX_ATTEMPTS) throw error;
      await error.prepare();
    }
  }
}
