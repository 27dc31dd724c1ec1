import { datasetStatus, marketSchema, servingPartition, servingStates, tablesOf } from '@plat/dataset';
import type { Sql } from '@plat/db';
import type { Realm } from '@plat/kit';
import { liveCounties, staleLines } from '@plat/standalone/live-counties';
import { databaseCheck } from '../check.ts';

const DAY_MS = 86_400_000;
/** County rolls and deeds come monthly; the alert PlatDatasetOld has the same bound. */
export const WARN_AGE_DAYS = 45;

const isThere = async (sql: Sql): Promise<boolean> => {
  const [row] = await sql<{ found: string | null }[]>`select to_regclass('market.region')::text as found`;
  return row?.found != null;
};

const hasSample = async (sql: Sql): Promise<boolean> => {
  const [row] = await sql<{ found: string | null }[]>`select to_regclass('market_sample.region')::text as found`;
  return row?.found != null;
};

export const dataset = databaseCheck('dataset', async (sql, { asOf }) => {
  if (!(await isThere(sql))) return noDataset;
  const { version, regions } = await datasetStatus(sql, 'live');
  const sample = (await hasSample(sql)) ? (await datasetStatus(sql, 'sample')).regions : [];
  if (regions.length + sample.length === 0) return noDataset;
  const named = ({ region, as_of }: { region: string; as_of: string }) => `${region} as of ${as_of}`;
  const live = regions.length === 0 ? 'no live records' : `version ${version}: ${regions.map(named).join(', ')}`;
  // The sample ends on a fixed day and is never old.
  const seen = sample.length === 0 ? live : `${live}; sample market: ${sample.map(named).join(', ')}`;
  const old = regions.filter(({ as_of }) => (Date.parse(asOf) - Date.parse(as_of)) / DAY_MS > WARN_AGE_DAYS);
  if (old.length === 0) return { standing: 'ok', seen };
  const names = old.map(({ region }) => region).join(', ');
  return {
    standing: 'warn',
    seen,
    advice: `Older than ${WARN_AGE_DAYS} days: import newer records of ${names}. Buyers who bought since are missing.`,
  };
});

/** A stale county answers as of its last day: callers see no error, only fewer and older buyers. */
export const records = databaseCheck('records', async (sql, { asOf }) => {
  const [table] = await sql<{ found: string | null }[]>`select to_regclass('market.county')::text as found`;
  if (table?.found == null) return { standing: 'skipped', seen: 'there are no live records yet' };
  const counties = await liveCounties(sql, asOf);
  const [stale, advice] = staleLines(counties);
  if (stale === undefined || advice === undefined) return { standing: 'ok', seen: `${counties.length} counties` };
  return { standing: 'warn', seen: stale, advice };
});

const noDataset = {
  standing: 'warn' as const,
  seen: 'it is empty',
  advice: 'Import records: plat import; or make the sample market: plat market sample',
};

/** What serves must have every one of its tables, attached. */
export const datasetTables = databaseCheck('dataset_tables', async (sql) => {
  if (!(await isThere(sql))) return { standing: 'skipped', seen: 'there is no dataset yet' };
  const realms: Realm[] = (await hasSample(sql)) ? ['live', 'sample'] : ['live'];
  const rows = await sql<{ name: string }[]>`
    select n.nspname || '.' || child.relname as name from pg_inherits
    join pg_class child on child.oid = inhrelid
    join pg_namespace n on n.oid = child.relnamespace
    where n.nspname = any(${realms.map(marketSchema)}) and child.relispartition`;
  const attached = new Set(rows.map(({ name }) => name));
  const served = await Promise.all(realms.map(async (realm) => ({ realm, states: await servingStates(sql, realm) })));
  const regions = served.flatMap(({ realm, states }) =>
    [...states].map(([region, state]) => ({ realm, region, state })),
  );
  const missing = regions.flatMap(({ realm, region, state }) =>
    tablesOf(region)
      .map((table) => `${marketSchema(realm)}.${servingPartition(table, region, state)}`)
      .filter((name) => !attached.has(name)),
  );
  if (missing.length === 0) return { standing: 'ok', seen: `${attached.size} tables of ${regions.length} regions` };
  return {
    standing: 'fail',
    seen: `missing: ${missing.join(', ')}`,
    advice: 'Run `plat market rebuild`, or `plat market rollback` to serve the version before.',
  };
});
