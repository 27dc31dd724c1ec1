import type { RegionImport, RegionState } from '@plat/dataset';
import {
  ALL_REGIONS,
  ensureMarketSchema,
  MarketError,
  servingDataset,
  servingStates,
  withImportLock,
} from '@plat/dataset';
import type { Sql } from '@plat/db';
import { cleanStore } from '../import/clean-store.ts';
import { plainFailure } from '../import/plain-failure.ts';
import { type OnProgress, reportProgress } from '../import/progress.ts';
import { type DatasetSummary, summarise } from '../import/report.ts';
import { publish } from './publish.ts';

const LIVE = 'live';

export interface RemoveRequest {
  home: string;
  sql: Sql;
  /** USPS state code. */
  state: string;
  /** 5-digit FIPS code; the whole state by default. */
  county?: string | undefined;
  onProgress?: OnProgress | undefined;
}

export interface RemoveReport {
  /** The version without the records. */
  version: number;
  state: string;
  county: string | null;
  /** Number of removed properties. */
  properties: number;
  dataset: DatasetSummary;
}

/**
 * Removes a state or a county from the live dataset. The state is rebuilt without the county, which stays out
 * until a later import has its records. A rollback brings it back; contacts and do-not-contact lists stay.
 * @throws MarketError if the dataset does not have it, or the facts of other counties are not in this home.
 */
export async function removeFromMarket(request: RemoveRequest): Promise<RemoveReport> {
  const { home, sql } = request;
  try {
    const { outdated } = await ensureMarketSchema(sql);
    if (outdated.includes(LIVE)) {
      throw new MarketError('The dataset was made by another release of Plat.', 'Run `plat market rebuild` first.');
    }
    return await withImportLock(sql, async () => remove(request)).finally(() =>
      cleanStore(sql, LIVE, home).catch(() => {}),
    );
  } catch (error) {
    throw plainFailure(error, home);
  }
}

async function remove({ home, sql, state, county, onProgress }: RemoveRequest): Promise<RemoveReport> {
  const serving = await servingStates(sql, LIVE);
  const served = state === ALL_REGIONS ? undefined : serving.get(state);
  if (served === undefined) throw nothingThere(`There are no live records of ${state}.`, 'States', [...serving.keys()]);
  const counties = await countiesOf(sql, state);
  const properties = county === undefined ? served.counts.properties : counties.get(county);
  if (county !== undefined && properties === undefined) {
    const known = [...counties.keys()].filter((fips) => fips !== '');
    throw nothingThere(`There are no live records of county ${county} in ${state}.`, 'Counties', known);
  }
  const isWhole = county === undefined || counties.size === 1;
  const imports = isWhole ? [] : withoutCounty(served, county);
  const store = await cleanStore(sql, LIVE, home);
  const version = await publish({
    sql,
    store,
    realm: LIVE,
    kind: 'removal',
    asOf: served.asOf,
    imports: [],
    regions: new Map([[state, imports]]),
    progress: reportProgress(onProgress),
  });
  return {
    version,
    state,
    county: county ?? null,
    properties: properties ?? 0,
    dataset: await summarise(sql, LIVE),
  };
}

/** Number of properties by the FIPS code of their county; an empty text if unknown. */
async function countiesOf(sql: Sql, state: string): Promise<Map<string, number>> {
  const { ask, rowsOf } = await servingDataset(sql, LIVE);
  const rows = await ask<{ fips: string; properties: number }>(
    `select coalesce(fips, '') as fips, count(*) as properties from ${rowsOf('property', [state])} property
     group by 1 order by 1`,
    [],
  );
  return new Map(rows.map(({ fips, properties }) => [fips, Number(properties)]));
}

const withoutCounty = ({ imports }: RegionState, county: string): RegionImport[] =>
  imports.map((one) => ({ ...one, withoutCounties: [...new Set([...(one.withoutCounties ?? []), county])] }));

const nothingThere = (sentence: string, what: string, known: readonly string[]): MarketError => {
  const names = known.filter((name) => name !== ALL_REGIONS);
  return new MarketError(sentence, names.length === 0 ? 'Nothing was changed.' : `${what} there: ${names.join(', ')}.`);
};
