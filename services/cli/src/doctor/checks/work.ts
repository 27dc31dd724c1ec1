import type { Finding } from '../check.ts';
import { databaseCheck } from '../check.ts';

const WARN_SECONDS = 120;
const FAIL_SECONDS = 1_800;

const since = (seconds: number): string =>
  seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;

const finding = (count: number, oldestSeconds: number, advice: string): Finding => {
  const seen = count === 0 ? 'nothing waits' : `${count} due, the first since ${since(oldestSeconds)}`;
  if (oldestSeconds <= WARN_SECONDS) return { standing: 'ok', seen };
  return { standing: oldestSeconds > FAIL_SECONDS ? 'fail' : 'warn', seen, advice };
};

/** Jobs that are due but not started. */
export const jobs = databaseCheck('jobs', async (sql) => {
  const [schema] = await sql<{ found: string | null }[]>`select to_regclass('investors_jobs.job')::text as found`;
  if (schema?.found == null) return { standing: 'skipped', seen: 'there is no queue yet' };
  const [row] = await sql<{ due: number; seconds: number }[]>`
    select count(*)::int as due, coalesce(extract(epoch from now() - min(start_after)), 0)::float8 as seconds
    from investors_jobs.job where state in ('created', 'retry') and start_after <= now()`;
  const advice = 'Start Plat, or more replicas of the investors service, with PLAT_WORKERS above 0; see its log.';
  return finding(row!.due, row!.seconds, advice);
});

export const webhooks = databaseCheck('webhooks', async (sql) => {
  const [schema] = await sql<
    { found: string | null }[]
  >`select to_regclass('investors.webhook_deliveries')::text as found`;
  if (schema?.found == null) return { standing: 'skipped', seen: 'there are none yet' };
  const [row] = await sql<{ due: number; seconds: number }[]>`
    select count(*)::int as due, coalesce(extract(epoch from now() - min(next_attempt_at)), 0)::float8 as seconds
    from investors.webhook_deliveries where status = 'pending' and next_attempt_at <= now()`;
  const advice =
    'Start Plat, or more replicas of the investors service; `plat webhook deliveries` lists the waiting ones.';
  return finding(row!.due, row!.seconds, advice);
});
