import type { Sql } from '@plat/db';
import { datasetStatus, partitionName, tablesOf } from '@plat/market';
import { databaseCheck } from '../check.ts';

const DAY_MS = 86_400_000;
/** County rolls and deeds come monthly; the alert PlatDatasetOld has the same bound. */
export const WARN_AGE_DAYS = 45;

const isThere = async (sql: Sql): Promise<boolean> => {
  const [row] = await sql<{ found: string | null }[]>`select to_regclass('market.region')::text as found`;
  return row?.found != null;
};

export const dataset = databaseCheck('dataset', async (sql, { asOf }) => {
  if (!(await isThere(sql))) return noDataset;
  const { version, regions } = await datasetStatus(sql);
  if (regions.length === 0) return noDataset;
  const named = regions.map(
    ({ region, as_of, is_sample }) => `${region} as of ${as_of}${is_sample ? ' (synthetic)' : ''}`,
  );
  const seen = `version ${version}: ${named.join(', ')}`;
  const old = regions.filter(({ as_of }) => (Date.parse(asOf) - Date.parse(as_of)) / DAY_MS > WARN_AGE_DAYS);
  if (old.length === 0) return { standing: 'ok', seen };
  const names = old.map(({ region }) => region).join(', ');
  return {
    standing: 'warn',
    seen,
    advice: `Older than ${WARN_AGE_DAYS} days: import newer records of ${names}. Buyers who bought since are missing.`,
  };
});

const noDataset = {
  standing: 'warn' as const,
  seen: 'it is empty',
  advice: 'Import records: plat import; or make a synthetic market: plat market sample',
};

/** What serves must have every one of its tables, attached. */
export const datasetTables = databaseCheck('dataset_tables', async (sql) => {
  if (!(await isThere(sql))) return { standing: 'skipped', seen: 'there is no dataset yet' };
  const { regions } = await datasetStatus(sql);
  const rows = await sql<{ name: string }[]>`
    select child.relname as name from pg_inherits
    join pg_class child on child.oid = inhrelid
    join pg_namespace n on n.oid = child.relnamespace where n.nspname = 'market' and child.relispartition`;
  const attached = new Set(rows.map(({ name }) => name));
  const missing = regions.flatMap(({ region, version }) =>
    tablesOf(region)
      .map((table) => partitionName(table, region, version))
      .filter((name) => !attached.has(name)),
  );
  if (missing.length === 0) return { standing: 'ok', seen: `${attached.size} tables of ${regions.length} regions` };
  return {
    standing: 'fail',
    seen: `missing: ${missing.join(', ')}`,
    advice: 'Run `plat market rebuild`, or `plat market rollback` to serve the version before.',
  };
});
