import { DAY_MS } from '@plat/kit';
import { LRUCache } from 'lru-cache';
import type { Point } from '../grid.ts';
import type { Dataset } from '../serving-dataset.ts';
import type { DatasetRow } from '../tables.ts';
import { type WindowEnd, windowEndOn } from '../window-end.ts';
import { type NearestCounty, nearestCounty } from './nearest-county.ts';

/** Records that end more days before the server's as-of day are stale. */
export const STALE_AFTER_DAYS = 90;

/** A county as of the server's as-of day. */
export interface DatedCounty extends DatasetRow<'county'> {
  /** Not after the server's as-of day; null when there are no sales by then. */
  records_through: string | null;
  is_stale: boolean;
}

/** The end of a request's windows, and the county whose records it may describe. */
export interface RecordsWindow {
  /** `records_through` of the county; the server's as-of day when there is no county or no sale. */
  end: WindowEnd;
  /** Null when the point is in no imported county. */
  county: DatedCounty | null;
}

export interface Counties {
  /**
   * The window of requests centred on a point, from the county of the nearest property within 5 miles.
   * @param asOf the server's as-of day, YYYY-MM-DD
   */
  windowAt(dataset: Dataset, point: Point, asOf: string): Promise<RecordsWindow>;
  /** The window for a property with a known region and county. */
  windowIn(dataset: Dataset, county: NearestCounty | null, asOf: string): Promise<RecordsWindow>;
  /** Every county of the dataset, by region and FIPS code. */
  all(dataset: Dataset, asOf: string): Promise<DatedCounty[]>;
}

/** Maximum cache entries: regions, and earlier days of regions. */
const KEPT_REGIONS = 200;
const KEPT_DAYS = 200;

/** Reads the counties of datasets. Data of a region are read once per build, because builds never change. */
export function createCounties(): Counties {
  const rows = new LRUCache<string, Promise<ReadonlyMap<string, DatasetRow<'county'>>>>({ max: KEPT_REGIONS });
  const newest = new LRUCache<string, Promise<ReadonlyMap<string, string>>>({ max: KEPT_DAYS });

  const countiesOf = (dataset: Dataset, region: string) =>
    kept(rows, `${region} ${dataset.buildOf(region)}`, async () => {
      const found = await dataset.ask<DatasetRow<'county'>>(
        `select * from ${dataset.rowsOf('county', [region])} county order by county_key`,
        [],
      );
      return new Map(found.map((row) => [row.county_key, row]));
    });
  const newestSalesOf = (dataset: Dataset, region: string, asOf: string) =>
    kept(newest, `${region} ${dataset.buildOf(region)} ${asOf}`, () => newestSales(dataset, region, asOf));

  const dated = async (dataset: Dataset, row: DatasetRow<'county'>, asOf: string): Promise<DatedCounty> => {
    const { region, county_key, records_through: stored, is_sample } = row;
    const isLater = stored !== null && stored > asOf;
    const through = isLater ? ((await newestSalesOf(dataset, region, asOf)).get(county_key) ?? null) : stored;
    return { ...row, records_through: through, is_stale: !is_sample && isStale(through, asOf) };
  };
  const windowIn = async (dataset: Dataset, at: NearestCounty | null, asOf: string): Promise<RecordsWindow> => {
    const row = at === null ? undefined : (await countiesOf(dataset, at.region)).get(at.countyKey);
    const county = row === undefined ? null : await dated(dataset, row, asOf);
    return { end: windowEndOn(county?.records_through ?? asOf), county };
  };
  return {
    windowIn,
    windowAt: async (dataset, point, asOf) => windowIn(dataset, await nearestCounty(dataset, point), asOf),
    all: async (dataset, asOf) => {
      const found = await dataset.ask<DatasetRow<'county'>>(
        `select * from ${dataset.rowsOf('county', null)} county order by region, county_key`,
        [],
      );
      return Promise.all(found.map((row) => dated(dataset, row, asOf)));
    },
  };
}

/** True when records that end on one day are stale on another, both YYYY-MM-DD. Unknown without a sale. */
export const isStale = (recordsThrough: string | null, asOf: string): boolean =>
  recordsThrough !== null && Date.parse(asOf) - Date.parse(recordsThrough) > STALE_AFTER_DAYS * DAY_MS;

/** The newest sale by a given day, for each county of a region. */
async function newestSales({ ask, rowsOf }: Dataset, region: string, asOf: string): Promise<Map<string, string>> {
  const found = await ask<{ county_key: string; sale_date: string }>(
    `select county_key, max(sale_date) as sale_date from ${rowsOf('sale', [region])} sale
     where sale_date <= $1::date group by county_key`,
    [asOf],
  );
  return new Map(found.map(({ county_key, sale_date }) => [county_key, sale_date]));
}

/** Caches one read per key; a failed read is removed. */
function kept<Value>(cache: LRUCache<string, Promise<Value>>, key: string, read: () => Promise<Value>): Promise<Value> {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const value = read().catch((error: unknown) => {
    if (cache.peek(key) === value) cache.delete(key);
    throw error;
  });
  cache.set(key, value);
  return value;
}
