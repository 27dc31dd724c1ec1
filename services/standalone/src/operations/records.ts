import type { AuditEntry } from '@plat/accounts/operator';
import type { OperationPorts } from '@plat/console/deps';
import { pageOfRows } from '@plat/console/paging';
import { type CountyFigures, countyFigures, MarketError } from '@plat/dataset';
import type { Sql } from '@plat/db';
import { AppError } from '@plat/kit';
import { countsOf } from '../dataset-counts.ts';
import { runJob } from '../imports/run-job.ts';
import { countyLine, servedCounties } from '../served-counties.ts';
import { servedRealms } from '../served-realms.ts';

export interface RecordsHost {
  /** Without a time limit for statements. */
  records(): Sql;
  databaseUrl: string;
  /** Path of the home with the facts; null in a host without one. */
  home: string | null;
  asOf(): string;
  audit: { append(actor: `operator:${string}` | `key:${string}`, entry: AuditEntry): Promise<void> };
}

type RecordsPorts = Pick<
  OperationPorts,
  'readCoverage' | 'listVersions' | 'compareVersions' | 'rollbackVersion' | 'removeRecords'
>;

/** The serving records and their versions. The pipeline is loaded when it is needed first. */
export const recordsOperations = ({ records, databaseUrl, home, asOf, audit }: RecordsHost): RecordsPorts => ({
  readCoverage: async () => {
    const sql = records();
    const [{ live, sample }, counties] = await Promise.all([servedRealms(sql), servedCounties(sql, asOf())]);
    return { realms: { live: countsOf(live), sample: countsOf(sample) }, counties: counties.map(countyLine) };
  },

  listVersions: async ({ query }) => {
    const { marketVersions } = await import('@plat/pipeline');
    const versions = await marketVersions(records(), 'live', home ?? undefined);
    const { rows, nextCursor } = pageOfRows(versions, query, ({ version }) => String(version));
    return { versions: rows, next_cursor: nextCursor };
  },

  compareVersions: async ({ query }) => {
    const [before, after] = [await figuresOf(records(), query.before), await figuresOf(records(), query.after)];
    const keys = [...new Set([...before.keys(), ...after.keys()])].sort();
    return {
      counties: keys.map((key) => {
        const { state, name, fips } = (after.get(key) ?? before.get(key))!;
        return {
          state,
          county: name,
          fips,
          before: shownFigures(before.get(key)),
          after: shownFigures(after.get(key)),
        };
      }),
    };
  },

  rollbackVersion: async ({ body, actor }) => {
    const { rollbackMarket } = await import('@plat/pipeline');
    await audit.append(actor, { action: 'records.rolled_back', subject: 'records:live', before: null, after: body });
    const { restores, dataset } = await asRefusal(rollbackMarket({ sql: records(), to: body.version }));
    return { restores, dataset: countsOf(dataset) };
  },

  removeRecords: async ({ body, actor }) => {
    if (home === null) throw new AppError('SERVICE_UNAVAILABLE', 'The records can be removed where their home is');
    await audit.append(actor, {
      action: 'records.removed',
      subject: `records:${body.state}`,
      before: null,
      after: body,
    });
    const removing = runJob({ task: 'remove', home, databaseUrl, ...body });
    const { state, county, properties, dataset } = await asRefusal(removing.result);
    return { state, county, properties, dataset: countsOf(dataset) };
  },
});

/** @throws AppError NOT_FOUND where the records have no such state, county or version */
const asRefusal = <Done>(change: Promise<Done>): Promise<Done> =>
  change.catch((error) => {
    if (error instanceof MarketError) throw new AppError('NOT_FOUND', `${error.message} ${error.advice}`.trim());
    throw error;
  });

/** The counties of a version. @throws AppError NOT_FOUND if its tables were dropped. */
async function figuresOf(sql: Sql, version: string): Promise<ReadonlyMap<string, CountyFigures>> {
  const counties = await countyFigures(sql, 'live', Number(version));
  if (counties === null) throw new AppError('NOT_FOUND', `Version ${version} neither serves nor is kept`);
  return new Map(counties.map((one) => [`${one.state} ${one.county_key}`, one]));
}

function shownFigures(figures: CountyFigures | undefined) {
  if (figures === undefined) return null;
  const { properties, sales, flips, rentals, buyers, median_price } = figures;
  return { properties, sales, flips, rentals, buyers, median_price };
}
