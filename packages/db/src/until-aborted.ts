import type { Sql } from './sql.ts';

/**
 * A pool for one request: once the signal aborts, no further query starts and the signal's reason is thrown. A running
 * query continues up to the statement timeout.
 */
export function untilAborted(sql: Sql, signal: AbortSignal): Sql {
  // Not `query.cancel()`: in postgres.js 3.4.9 it loses connections that are opening, and gives the rows of a
  // pipelined query to the next one.
  const tagged = (...given: Parameters<Sql>) => {
    signal.throwIfAborted();
    return sql(...given);
  };
  const unsafe: Sql['unsafe'] = (...given) => {
    signal.throwIfAborted();
    return sql.unsafe(...given);
  };
  return Object.assign(tagged, sql, { unsafe }) as Sql;
}
