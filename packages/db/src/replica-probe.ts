import { connect, type Sql } from './connect.ts';

/** What one look at a primary and its replica found. */
export interface ReplicaLook {
  primaryAnswers: boolean;
  /** What the replica failed with; null when it answered. */
  failure: unknown;
  /** False for a server that takes writes. */
  isInRecovery: boolean;
  /** Everything that was committed before so many milliseconds is on the replica; null while that is unknown. */
  lagMs: number | null;
}

/** A look at a server takes no longer; one that needs more hangs. */
const ANSWER_TIMEOUT_MS = 2_000;
/** Of a replica that is far behind, a look a second for a quarter of an hour. */
const MAX_SAMPLES = 1_000;

/** Looks on two connections of its own, so that neither waits behind requests. */
export function createReplicaProbe(primaryUrl: string, replicaUrl: string, applicationName: string) {
  const primary = oneConnection(primaryUrl, applicationName);
  const replica = oneConnection(replicaUrl, applicationName);
  /** How far the primary's log was at some times, oldest first: what the replica may still have to reach. */
  let samples: { atMs: number; position: number }[] = [];

  const lagOf = (replayed: number): number | null => {
    const reached = samples.findLastIndex(({ position }) => position <= replayed);
    if (reached < 0) return null;
    samples = samples.slice(reached);
    return performance.now() - (samples[0]?.atMs ?? 0);
  };

  return {
    ask: async (): Promise<ReplicaLook> => {
      const atMs = performance.now();
      // The primary first: a replica that has come as far since then lacks nothing of before.
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

/** Bytes of log that are safe on the disk: what was confirmed is before it. */
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

/** Opened anew after every failure: one that hangs would keep the next look waiting. */
function oneConnection(url: string, applicationName: string) {
  const open = () => connect(url, { applicationName, maxConnections: 1, statementTimeoutMs: ANSWER_TIMEOUT_MS });
  let sql = open();
  return {
    ask: async <T>(look: (sql: Sql) => Promise<T>): Promise<T> => {
      let timer: Timer | undefined;
      const tooLate = new Promise<never>((_, reject) => {
        const late = Object.assign(new Error(`no answer within ${ANSWER_TIMEOUT_MS} ms`), { code: 'ETIMEDOUT' });
        timer = setTimeout(() => reject(late), ANSWER_TIMEOUT_MS);
      });
      try {
        return await Promise.race([look(sql), tooLate]);
      } catch (error) {
        const left = sql;
        sql = open();
        void left.end({ timeout: 0 }).catch(() => {});
        throw error;
      } finally {
        clearTimeout(timer);
      }
    },
    close: () => sql.end({ timeout: 0 }),
  };
}
