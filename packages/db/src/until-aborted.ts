import type { Sql } from './connect.ts';

/**
 * The same pool for the length of one request: once the signal aborts, no further query of that request starts and its
 * reason is thrown instead. A query that already runs is left to its end, which the pool's statement timeout bounds.
 */
export function untilAborted(sql: Sql, signal: AbortSignal): Sql {
  // Not `query.cancel()`: connections are shared, and in postgres.js 3.4.9 it loses them while they open, and hands
  // the rows of a pipelined query to the one behind it.
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
