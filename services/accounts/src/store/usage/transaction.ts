import type { Sql, Transaction } from '@plat/db';

/** Thrown when a transaction met a parallel change; it is rolled back and retried. */
export class Contended extends Error {
  override readonly name = 'Contended';

  /** @param prepare runs outside the transaction before the retry. */
  constructor(readonly prepare: () => Promise<unknown> = async () => {}) {
    super('usage changed concurrently');
  }
}

const MAX_ATTEMPTS = 5;
const UNIQUE_VIOLATION = '23505';
const RESERVATION_ID = 'usage_reservations_pkey';

/** The last statements of a transaction: all sent, none awaited. */
export interface Ending<T> {
  ending: Promise<T>;
}

/**
 * Runs one ledger transaction; retries on `Contended` or a parallel insert of the same reservation.
 * Lock order, against deadlocks: counters by owner, endpoint and month; end users by id; counted subjects by
 * company, kind and value. Free reservations have no counter: lock them by id, or skip locked ones.
 * @param work must have sent every statement when it resolves: the commit follows directly. `ending` rejects if one
 * failed; nothing is committed then.
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

/** An ending with a known value and nothing to await. */
export const ended = <T>(value: T): Ending<T> => ({ ending: Promise.resolve(value) });
