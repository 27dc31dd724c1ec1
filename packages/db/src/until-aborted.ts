import type { Sql } from './sql.ts';

/**
 * Wraps a pool for one request: once the signal aborts, no further query starts and the signal's reason is thrown.
 * A running query continues up to the statement timeout.
 */
export function untilAborted(sql: Sql, signal: AbortSignal): Sql {
  // Not `query.cancel()`: in postgres.js 3.4.9 it loses connections that are opening, and gives the rows of a
  // pipelined query to the next one.
  return new Proxy(sql, {
    apply: (target, thisArgument, argumentsList) => {
      signal.throwIfAborted();
      return Reflect.apply(target, thisArgument, argumentsList);
    },
    get: (target, property) => {
      const member = Reflect.get(target, property);
      if (property !== 'unsafe' || typeof member !== 'function') return member;
      return (...argumentsList: unknown[]) => {
        signal.throwIfAborted();
        return Reflect.apply(member, target, argumentsList);
      };
    },
  });
}
