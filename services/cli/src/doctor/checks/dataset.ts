import { datasetStatus, existingRealms, hasMarketTable, servingTables } from '@plat/dataset';
import { liveCounties, staleLines } from '@plat/standalone/served-counties';
import { databaseCheck } from '../check.ts';

/** The age of records is judged by county, in the check `records`. */
export const dataset = databaseCheck('dataset', async (sql) => {
  const realms = await existingRealms(sql);
  if (!realms.includes('live')) return noDataset;
  const { version, regions } = await datasetStatus(sql, 'live');
  const sample = realms.includes('sample') ? (await datasetStatus(sql, 'sample')).regions : [];
  if (regions.length + sample.length === 0) return noDataset;
  const named = ({ region, as_of }: { region: string; as_of: string }) => `${region} as of ${as_of}`;
  const live = regions.length === 0 ? 'no live records' : `version ${version}: ${regions.map(named).join(', ')}`;
  // The sample has a fixed end and never ages.
  const seen = sample.length === 0 ? live : `${live}; sample market: ${sample.map(named).join(', ')}`;
  return { standing: 'ok', seen };
});

/** A stale county answers as of its last day: callers see no error, only fewer and older buyers. */
export const records = databaseCheck('records', async (sql, { asOf }) => {
  if (!(await hasMarketTable(sql, 'live', 'county')))
    return { standing: 'skipped', seen: 'there are no live records yet' };
  const counties = await liveCounties(sql, asOf);
  const [stale, advice] = staleLines(counties);
  if (stale === undefined || advice === undefined) return { standing: 'ok', seen: `${counties.length} counties` };
  return { standing: 'warn', seen: stale, advice };
});

const noDataset = {
  standing: 'warn' as const,
  seen: 'it is empty',
  advice: 'Import records: plat import; or generate the sample market: plat market sample',
};

/** Checks that every table of the serving version exists and is attached. */
export const datasetTables = databaseCheck('dataset_tables', async (sql) => {
  const realms = await existingRealms(sql);
  if (!realms.includes('live')) return { standing: 'skipped', seen: 'there is no dataset yet' };
  const { regions, attached, missing } = await servingTables(sql, realms);
  if (missing.length === 0) return { standing: 'ok', seen: `${attached} tables of ${regions} regions` };
  return {
    standing: 'fail',
    seen: `missing: ${missing.join(', ')}`,
    advice: 'Run `plat market rebuild`, or `plat market rollback` to serve the previous version.',
  };
});
