import type { Sql } from '@plat/db';

/** What `query.cancel()` of postgres.js calls. It is called here instead, because `cancel()` drops the promise. */
interface Cancellable {
  canceller: ((query: unknown) => Promise<unknown>) | null;
}

const isCancellable = (value: unknown): value is Cancellable =>
  typeof (value as Partial<Cancellable> | null)?.canceller === 'function';

/**
 * The same pool for the length of one request: every query made through it is cancelled on the server when the signal
 * aborts, so that an answer that nobody waits for stops costing anything.
 */
export function cancelOnAbort(sql: Sql, signal: AbortSignal): Sql {
  const track = (query: unknown): unknown => {
    if (!isCancellable(query)) return query;
    const cancel = () => {
      // A database that cannot be reached any more needs no cancelling; unheard, the failure would end the process.
      query.canceller?.(query).catch(() => {});
      query.canceller = null;
    };
    if (signal.aborted) cancel();
    else signal.addEventListener('abort', cancel, { once: true });
    return query;
  };
  return new Proxy(sql, {
    apply: (target, thisArgument, argumentsList) => track(Reflect.apply(target, thisArgument, argumentsList)),
    get: (target, property) => {
      const member = Reflect.get(target, property);
      if (property !== 'unsafe' || typeof member !== 'function') return member;
      return (...argumentsList: unknown[]) => track(Reflect.apply(member, target, argumentsList));
    },
  });
}
