import pTimeout from 'p-timeout';
import { connect } from './connect.ts';
import type { Sql } from './sql.ts';

/** Result of one check of a primary and its replica. */
export interface ReplicaState {
  primaryAnswers: boolean;
  /** Error of the replica; null when it answered. */
  failure: unknown;
  /** False for a server that accepts writes. */
  isInRecovery: boolean;
  /** Upper bound of the replication lag in milliseconds; null while unknown. */
  lagMs: number | null;
}

/** Probe timeout; a slower server counts as hung. */
const ANSWER_TIMEOUT_MS = 2_000;
/** Enough for a quarter of an hour at one probe a second. */
const MAX_SAMPLES = 1_000;

/** Probes on two separate connections, so that neither waits behind requests. */
export function createReplicaProbe(primaryUrl: string, replicaUrl: string, applicationName: string) {
  const primary = oneConnection(primaryUrl, applicationName);
  const replica = oneConnection(replicaUrl, applicationName);
  /** WAL positions of the primary over time, oldest first, that the replica may not have reached yet. */
  let samples: { atMs: number; position: number }[] = [];

  const lagOf = (replayed: number): number | null => {
    const reached = samples.findLastIndex(({ position }) => position <= replayed);
    if (reached < 0) return null;
    samples = samples.slice(reached);
    return performance.now() - (samples[0]?.atMs ?? 0);
  };

  return {
    ask: async (): Promise<ReplicaState> => {
      const atMs = performance.now();
      // Reads the primary first: a replica that has reached this position has everything committed before.
      const position = await primary.ask(flushedPosition).catch(() => null);
      if (position !== null && samples.length < MAX_SAMPLES) samples.push({ atMs, position });
      const primaryAnswers = position !== null;
      try {
        const { replayed, isInRecovery } = await replica.ask(replayedPosition);
        return { primaryAnswers, failure: null, isInRecovery, lagMs: isInRecovery ? lagOf(replayed) : null };
      } catch (failure) {
        return { primaryAnswers, failure, isInRecovery: false, lagMs: null };
      }
    },
    close: async () => {
      await Promise.all([primary.close(), replica.close()]);
    },
  };
}

/** WAL position that is safely on disk. Every confirmed commit is before it. */
async function flushedPosition(sql: Sql): Promise<number> {
  const [row] = await sql<{ position: number }[]>`
    select (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end
      - '0/0'::pg_lsn)::bigint as position`;
  return row?.position ?? 0;
}

async function replayedPosition(sql: Sql): Promise<{ replayed: number; isInRecovery: boolean }> {
  const [row] = await sql<{ replayed: number | null; in_recovery: boolean }[]>`
    select (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::bigint as replayed, pg_is_in_recovery() as in_recovery`;
  return { replayed: row?.replayed ?? 0, isInRecovery: row?.in_recovery ?? false };
}

/** Reconnects after every failure, because a hung connection would block the next probe. */
function oneConnection(url: string, applicationName: string) {
  const open = () => connect(url, { applicationName, maxConnections: 1, statementTimeoutMs: ANSWER_TIMEOUT_MS });
  let sql = open();
  return {
    ask: async <T>(look: (sql: Sql) => Promise<T>): Promise<T> => {
      try {
        return await pTimeout(look(sql), { milliseconds: ANSWER_TIMEOUT_MS, fallback: tooLate });
      } catch (error) {
        const left = sql;
        sql = open();
        void left.end({ timeout: 0 }).catch(() => {});
        throw error;
      }
    },
    close: () => sql.end({ timeout: 0 }),
  };
}

function tooLate(): never {
  throw Object.assign(new Error(`no answer within ${ANSWER_TIMEOUT_MS} ms`), { code: 'ETIMEDOUT' });
}
