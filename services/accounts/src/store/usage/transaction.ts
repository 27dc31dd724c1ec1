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
const UNIQUE_VIOLATION = '23505';
const RESERVATION_ID = 'usage_reservations_pkey';

/** The last statements of a transaction: all were sent, and none was waited for. */
export interface Ending<T> {
  ending: Promise<T>;
}

/**
 * Runs one transaction on the ledger, again when it was `Contended` or a reservation of it came twice at once.
 *
 * Locks are taken in this order everywhere, so that no two transactions wait for each other: counters by owner,
 * endpoint and month; end users by id; then counted things by company, kind and value. Free reservations are behind no
 * counter; they are locked by id, or not waited for.
 * @param work must have sent every statement when it resolves: the commit travels right behind them. `ending` rejects
 *   when one of them failed, and nothing was committed then.
 */
export async function ledgerTransaction<T>(sql: Sql, work: (tx: Transaction) => Promise<Ending<T>>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      const { ending } = (await sql.begin(async (tx) => {
        const last = await work(tx);
        last.ending.catch(() => {});
        return last;
      })) as Ending<T>;
      return await ending;
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !(error instanceof Contended || isReservedTwice(error))) throw error;
      if (error instanceof Contended) await error.prepare();
    }
  }
}

const isReservedTwice = (error: unknown): boolean => {
  const { code, constraint_name } = error as { code?: unknown; constraint_name?: unknown };
  return code === UNIQUE_VIOLATION && constraint_name === RESERVATION_ID;
};

/** What is known already when nothing is left to be waited for. */
export const ended = <T>(value: T): Ending<T> => ({ ending: Promise.resolve(value) });
