import { currentScope } from '@plat/telemetry';
import { connect, type Sql } from './connect.ts';
import { createReplicaProbe } from './replica-probe.ts';

/** Who answers reads: the replica, or the primary and why. */
export type ReadsServedBy =
  | 'replica'
  | 'primary: replica away'
  | 'primary: replica behind'
  | 'primary: replica promoted';

export interface ReplicaReadsOptions {
  /** Stays open when the reads are closed. */
  primary: Sql;
  primaryUrl: string;
  replicaUrl: string;
  /** Shown in pg_stat_activity. */
  applicationName: string;
  /** A replica that may be further behind than this is not read. */
  maxLagMs: number;
  maxConnections?: number;
  /** Of every session of the replica's pool. */
  sessionSettings?: Readonly<Record<string, string>>;
  checkEveryMs?: number;
  /** Called once per change. @param cause what the replica failed with, where it did. */
  onChange?(servedBy: ReadsServedBy, cause?: unknown): void;
  /** Called for each statement that failed on the replica and is asked again on the primary. */
  onRepeat?(cause: unknown): void;
}

export interface ReplicaReads {
  /** The primary's pool, but that its single statements are sent to whoever serves reads. For reading only. */
  sql: Sql;
  servedBy(): ReadsServedBy;
  /** At most so far behind the primary is the replica, in milliseconds; null while that is unknown. */
  lagMs(): number | null;
  close(): Promise<void>;
}

const CHECK_EVERY_MS = 1_000;
/** What the replica cannot do now: it is gone or going, recovery needed the rows, or what is asked for has not arrived. */
const CANNOT_NOW =
  /^(CONNECTION_(CLOSED|ENDED|DESTROYED)|CONNECT_TIMEOUT|E[A-Z]+|08...|53...|57P0.|40001|40P01|55P03|42P01|42703)$/;

type Anything = (...given: unknown[]) => unknown;
/** What postgres.js has on its queries beside what a promise has. */
type Pending = Promise<unknown> & { forEachFn?: unknown; isRaw?: unknown };

/**
 * Sends reads to a replica while it answers and is not too far behind, else to the primary. A statement that the replica
 * cannot answer is asked once more on the primary, and a request that was answered by the primary stays there, so that
 * it never sees what is older. Transactions, cursors of them, and LISTEN are the primary's.
 *
 * Lag is a bound that needs no clock of a server: now and then the primary is asked how far its log is, and the replica
 * how far it has come. While the primary does not answer, nothing can be published, and the replica serves what it has.
 */
export function openReplicaReads(options: ReplicaReadsOptions): ReplicaReads {
  const { primary, maxLagMs, applicationName, maxConnections, sessionSettings } = options;
  const open = () =>
    connect(options.replicaUrl, {
      ...{ applicationName: `${applicationName}-reads`, maxConnections, sessionSettings },
    });
  const probe = createReplicaProbe(options.primaryUrl, options.replicaUrl, `${applicationName}-lag`);
  const onPrimary = new WeakSet<object>();
  let replica = open();
  let servedBy: ReadsServedBy = 'primary: replica away';
  let lagMs: number | null = null;
  let isClosed = false;

  const change = (next: ReadsServedBy, cause?: unknown): void => {
    if (next === servedBy) return;
    servedBy = next;
    options.onChange?.(next, cause);
    if (next !== 'primary: replica away') return;
    // A server that hangs ends nothing by itself: what waits for it fails here, and is asked again on the primary.
    const left = replica;
    replica = open();
    void left.end({ timeout: 0 }).catch(() => {});
  };
  const check = async (): Promise<void> => {
    const found = await probe.ask();
    if (isClosed) return;
    lagMs = found.lagMs;
    if (found.failure !== null) change('primary: replica away', found.failure);
    else if (!found.primaryAnswers) change('replica');
    else if (!found.isInRecovery) change('primary: replica promoted');
    else change(found.lagMs !== null && found.lagMs <= maxLagMs ? 'replica' : 'primary: replica behind');
  };
  let stopPause = () => {};
  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, options.checkEveryMs ?? CHECK_EVERY_MS);
      stopPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const checkUntilClosed = async (): Promise<void> => {
    while (!isClosed) {
      await check();
      if (!isClosed) await pause();
    }
  };
  const checking = checkUntilClosed();

  const read = (ask: (pool: Sql) => Pending): Pending => {
    const scope = currentScope();
    if (servedBy !== 'replica' || (scope !== undefined && onPrimary.has(scope.work))) {
      if (scope !== undefined) onPrimary.add(scope.work);
      return ask(primary);
    }
    return withSecondTry(ask(replica), (cause, first) => {
      if (isClosed || first.forEachFn !== undefined || !CANNOT_NOW.test(codeOf(cause))) throw cause;
      options.onRepeat?.(cause);
      if (scope !== undefined) onPrimary.add(scope.work);
      return Object.assign(ask(primary), { isRaw: first.isRaw });
    });
  };

  const sql = new Proxy(primary, {
    apply: (target, self, given: unknown[]) =>
      isStatement(given[0])
        ? read((pool) => Reflect.apply(pool as unknown as Anything, self, given) as Pending)
        : Reflect.apply(target as unknown as Anything, self, given),
    get: (target, property) => {
      if (property !== 'unsafe') return Reflect.get(target, property);
      return (text: string, parameters: unknown[] = [], how: object = {}) =>
        read((pool) => pool.unsafe(text, [...parameters] as never[], { ...how }) as unknown as Pending);
    },
  });
  return {
    sql,
    servedBy: () => servedBy,
    lagMs: () => lagMs,
    close: async () => {
      isClosed = true;
      stopPause();
      await Promise.all([probe.close(), checking]);
      await replica.end({ timeout: 5 });
    },
  };
}

const isStatement = (first: unknown): boolean => Array.isArray(first) && 'raw' in first;

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '');

/** The same query, which stays what it is for cursors and as a part of another, and fails only when both tries do. */
function withSecondTry(query: Pending, again: (cause: unknown, first: Pending) => Promise<unknown>): Pending {
  const { then } = query;
  let outcome: Promise<unknown> | undefined;
  const ask = () => {
    outcome ??= then.call(query, undefined, (cause: unknown) => again(cause, query));
    return outcome;
  };
  // biome-ignore lint/suspicious/noThenProperty: a query is a promise, whose outcome this is
  return Object.assign(query, { then: (...given: Parameters<Promise<unknown>['then']>) => ask().then(...given) });
}
