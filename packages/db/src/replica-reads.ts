import { currentScope } from '@plat/telemetry';
import { connect } from './connect.ts';
import type { ReadPool } from './read-pool.ts';
import { createReplicaProbe } from './replica-probe.ts';
import type { Sql } from './sql.ts';

/** The server that answers reads: the replica, or the primary and the reason. */
export type ReadsServedBy =
  | 'replica'
  | 'primary: replica unavailable'
  | 'primary: replica behind'
  | 'primary: replica promoted';

export interface ReplicaReadsOptions {
  /** Stays open when this closes. */
  primary: Sql;
  primaryUrl: string;
  replicaUrl: string;
  /** Shown in pg_stat_activity. */
  applicationName: string;
  /** A replica with a larger lag is not read. */
  maxLagMs: number;
  maxConnections?: number;
  /** Settings of every session of the replica's pool. */
  sessionSettings?: Readonly<Record<string, string>>;
  checkEveryMs?: number;
  /** Called once per change. @param cause the replica's error, if any. */
  onChange?(servedBy: ReadsServedBy, cause?: unknown): void;
  /** Called for each statement that failed on the replica and is repeated on the primary. */
  onRepeat?(cause: unknown): void;
}

export interface ReplicaReads extends ReadPool {
  servedBy(): ReadsServedBy;
  /** Upper bound of the replication lag in milliseconds; null while unknown. */
  lagMs(): number | null;
  close(): Promise<void>;
}

const CHECK_EVERY_MS = 1_000;
/**
 * Errors that the primary may not have: the replica is down, recovery removed the rows, or an object has not
 * arrived yet.
 */
const RETRY_ON_PRIMARY =
  /^(CONNECTION_(CLOSED|ENDED|DESTROYED)|CONNECT_TIMEOUT|E[A-Z]+|08...|53...|57P0.|40001|40P01|55P03|42P01|42703)$/;

/**
 * Sends reads to a replica while it answers and its lag is within bounds, otherwise to the primary. Statements that
 * fail on the replica are repeated on the primary. After the primary has answered once, a request stays there, so
 * that it never goes back in time. Transactions and LISTEN use `primary`.
 * The lag bound needs no server clock: the probe compares the primary's WAL position at known times with the
 * position of the replica. While the primary is down nothing can be published, so the replica serves what it has.
 */
export function openReplicaReads(options: ReplicaReadsOptions): ReplicaReads {
  const { primary, maxLagMs, applicationName, maxConnections, sessionSettings } = options;
  const open = () =>
    connect(options.replicaUrl, {
      applicationName: `${applicationName}-reads`,
      maxConnections,
      sessionSettings,
    });
  const probe = createReplicaProbe(options.primaryUrl, options.replicaUrl, `${applicationName}-lag`);
  const onPrimary = new WeakSet<object>();
  let replica = open();
  let servedBy: ReadsServedBy = 'primary: replica unavailable';
  let lagMs: number | null = null;
  let isClosed = false;

  const change = (next: ReadsServedBy, cause?: unknown): void => {
    if (next === servedBy) return;
    servedBy = next;
    options.onChange?.(next, cause);
    if (next !== 'primary: replica unavailable') return;
    // A hung server never fails by itself. Closing its pool fails the waiting statements, which are then repeated.
    const left = replica;
    replica = open();
    void left.end({ timeout: 0 }).catch(() => {});
  };
  const check = async (): Promise<void> => {
    const found = await probe.ask();
    if (isClosed) return;
    lagMs = found.lagMs;
    if (found.failure !== null) change('primary: replica unavailable', found.failure);
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

  const read = async <T>(run: (sql: Sql) => PromiseLike<T>): Promise<T> => {
    const scope = currentScope();
    const staysOnPrimary = () => {
      if (scope !== undefined) onPrimary.add(scope.work);
    };
    if (servedBy !== 'replica' || (scope !== undefined && onPrimary.has(scope.work))) {
      staysOnPrimary();
      return run(primary);
    }
    try {
      return await run(replica);
    } catch (cause) {
      if (isClosed || !RETRY_ON_PRIMARY.test(codeOf(cause))) throw cause;
      options.onRepeat?.(cause);
      staysOnPrimary();
      return run(primary);
    }
  };

  return {
    read,
    primary,
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

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '');
