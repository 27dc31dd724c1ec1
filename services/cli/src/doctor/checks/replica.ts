import { DEFAULT_REPLICA_MAX_LAG_MS, MARKET_SETTINGS } from '@plat/dataset';
import { connect, createReplicaProbe, type ReplicaState, type Sql } from '@plat/db';
import { readConfig } from '@plat/kit';
import { describeFailure } from '@plat/standalone/describe-failure';
import { Type } from '@sinclair/typebox';
import type { Check, Finding } from '../check.ts';

const { DATABASE_READ_URL, PLAT_REPLICA_MAX_LAG_MS } = MARKET_SETTINGS;
const Settings = Type.Object({ DATABASE_READ_URL, PLAT_REPLICA_MAX_LAG_MS });
const APPLICATION = { applicationName: 'plat-doctor' };
/** Time limit for measuring the lag. */
const MAX_WAIT_MS = 8_000;
const ASK_EVERY_MS = 100;

/** The replica that services read the dataset from, unless it lags. */
export const replica: Check = {
  name: 'postgres_replica',
  look: async ({ database, env, isEmbedded }): Promise<Finding> => {
    const { DATABASE_READ_URL: url, PLAT_REPLICA_MAX_LAG_MS: maxLagMs = DEFAULT_REPLICA_MAX_LAG_MS } = readConfig(
      Settings,
      env,
    );
    if (url === undefined) return { standing: 'skipped', seen: 'DATABASE_READ_URL is not set' };
    if (isEmbedded) {
      const advice = 'It requires DATABASE_URL and Plat as services: remove DATABASE_READ_URL, or set that.';
      return { standing: 'warn', seen: 'nothing reads it beside an embedded server', advice };
    }
    if (database === null) return { standing: 'skipped', seen: 'no primary to compare it with' };
    const sql = connect(url, { ...APPLICATION, maxConnections: 1 });
    const probe = createReplicaProbe(database.url, url, APPLICATION.applicationName);
    try {
      const unfit = await whyUnfit(database.sql, sql);
      return unfit ?? standingOf(await lookUntilKnown(probe, Math.min(maxLagMs, MAX_WAIT_MS)), maxLagMs);
    } catch (error) {
      const { text } = describeFailure(error, 'DATABASE_READ_URL');
      return { standing: 'fail', seen: text, advice: `${PRIMARY_SERVES} Check DATABASE_READ_URL, and that server.` };
    } finally {
      await Promise.all([sql.end({ timeout: 0 }), probe.close()]);
    }
  },
};

const PRIMARY_SERVES = 'Until then all reads go to the primary.';

/** Permanent obstacles; null for a readable replica of this primary. */
async function whyUnfit(primary: Sql, replicaSql: Sql): Promise<Finding | null> {
  const identity = (sql: Sql) => sql<{ id: string }[]>`select system_identifier::text as id from pg_control_system()`;
  const [[of], [is], [may]] = await Promise.all([
    identity(primary),
    identity(replicaSql),
    replicaSql<{ role: string; in_recovery: boolean; read: boolean | null }[]>`
      select current_user as role, pg_is_in_recovery() as in_recovery, (
        select has_schema_privilege(n.oid, 'usage') and has_table_privilege(c.oid, 'select')
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = 'market' and c.relname = 'region'
      ) as read`,
  ]);
  const unfit = (seen: string, advice: string): Finding => ({ standing: 'fail', seen, advice });
  if (of!.id !== is!.id) {
    return unfit('it is a copy of another server', 'Use a streaming replica of the server of DATABASE_URL.');
  }
  if (!may!.in_recovery) {
    return unfit(
      'it accepts writes, so it is not a replica',
      `${PRIMARY_SERVES} Use a streaming replica, or remove DATABASE_READ_URL.`,
    );
  }
  if (may!.read === false) {
    return unfit(
      `${may!.role} may not read the dataset`,
      'Run `plat migrate --roles`, and use the role of the service.',
    );
  }
  return null;
}

async function lookUntilKnown(probe: ReturnType<typeof createReplicaProbe>, waitMs: number): Promise<ReplicaState> {
  const deadlineMs = performance.now() + waitMs;
  for (;;) {
    const found = await probe.ask();
    if (found.failure !== null) throw found.failure;
    if (found.lagMs !== null || performance.now() > deadlineMs) return found;
    await Bun.sleep(ASK_EVERY_MS);
  }
}

function standingOf({ lagMs }: ReplicaState, maxLagMs: number): Finding {
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
  if (lagMs !== null && lagMs <= maxLagMs) return { standing: 'ok', seen: `at most ${seconds(lagMs)} behind` };
  return {
    standing: 'warn',
    seen: `it is more than ${seconds(Math.min(maxLagMs, MAX_WAIT_MS))} behind`,
    advice: `Reads go to the primary while it is more than ${seconds(maxLagMs)} behind (PLAT_REPLICA_MAX_LAG_MS): look at its load, and at pg_stat_replication of the primary.`,
  };
}
