import { buyerSearchCriteria, type MatchingAccuracy } from '@plat/contracts';
import { ensureMarketSchema } from '@plat/dataset';
import type { Sql } from '@plat/db';
import {
  halvesInTime,
  MATCH_VERSION,
  MATCH_WEIGHTS,
  type ReplayedSearch,
  recordedMarket,
  replayMarket,
} from '@plat/investors/replay';
import { utcDay } from '@plat/kit';
import { chooseRegions } from '../../choose-regions.ts';
import { keepRows } from '../accuracy/keep-rows.ts';
import { type FittedWeights, fittedOn } from './fit.ts';
import { type AskedMarket, type MeasuredMatching, measureMatching } from './measure.ts';
import { fitText, matchingTable } from './tables.ts';

export interface EvaluateMatchingOptions extends ReplayedSearch {
  region?: string;
  cutOff?: string;
  asOf?: string;
  fit: boolean;
}

export interface EvaluatedMatching {
  measured: MeasuredMatching[];
  /** All regions as one sample; null with fewer than two. */
  together: MeasuredMatching | null;
  fitted: FittedWeights | null;
}

/** No United States deed is older. */
const FIRST_DAY = '1776-07-04';

/** Replays purchases of the dataset, measures the ranks of their buyers, and stores them unless it fits weights. */
export async function evaluateMatching(
  sql: Sql,
  options: EvaluateMatchingOptions,
  note: (line: string) => void,
): Promise<EvaluatedMatching> {
  await ensureMarketSchema(sql);
  const replayed = new Map<string, AskedMarket>();
  for (const region of await chooseRegions(sql, options.region)) {
    note(`${region}: replaying purchases`);
    replayed.set(region, await replayRegion(sql, region, options));
  }
  const measured = [...replayed].map(([region, market]) => measureMatching(region, market, MATCH_WEIGHTS));
  const fitted = options.fit ? fittedOn(replayed) : null;
  if (fitted === null) await keep(sql, measured);
  return { measured, together: measuredTogether([...replayed.values()]), fitted };
}

/** The result as JSON. */
export const matchingDocument = ({ measured, together, fitted }: EvaluatedMatching) => ({
  match_version: MATCH_VERSION,
  regions: measured,
  ...(together === null ? {} : { together }),
  ...(fitted === null ? {} : { fitted }),
});

/** The result as text. */
export const matchingText = ({ measured, together, fitted }: EvaluatedMatching): string =>
  [
    matchingTable(together === null ? measured : [...measured, together]),
    ...(fitted === null ? [] : [fitText(fitted)]),
  ].join('\n\n');

function measuredTogether(markets: readonly AskedMarket[]): MeasuredMatching | null {
  if (markets.length < 2) return null;
  const all: AskedMarket = {
    purchases: markets.reduce((sum, { purchases }) => sum + purchases, 0),
    byKnownBuyers: markets.reduce((sum, { byKnownBuyers }) => sum + byKnownBuyers, 0),
    earlier: markets.flatMap(({ earlier }) => earlier),
    asked: markets
      .flatMap(({ asked }) => asked)
      .sort((a, b) => (a.purchaseDate < b.purchaseDate ? -1 : a.purchaseDate > b.purchaseDate ? 1 : 0)),
  };
  return measureMatching('all', all, MATCH_WEIGHTS);
}

async function replayRegion(sql: Sql, region: string, options: EvaluateMatchingOptions): Promise<AskedMarket> {
  const { radiusMiles, lookbackYears, cutOff, asOf = utcDay(Date.now()), fit } = options;
  const criteria = buyerSearchCriteria({ radius_miles: radiusMiles, lookback_years: lookbackYears });
  const market = recordedMarket(sql, region, criteria);
  // Purchases before a given cut-off are training data.
  const span = { from: fit || cutOff === undefined ? FIRST_DAY : cutOff, to: asOf };
  const { replays, ...counts } = await replayMarket(market, { radiusMiles, lookbackYears }, span);
  if (cutOff === undefined) {
    const { earlier, later } = halvesInTime(replays);
    return { ...counts, earlier, asked: later };
  }
  const isEarlier = ({ purchaseDate }: { purchaseDate: string }) => purchaseDate < cutOff;
  return { ...counts, earlier: replays.filter(isEarlier), asked: replays.filter((replay) => !isEarlier(replay)) };
}

async function keep(sql: Sql, measured: readonly MeasuredMatching[]): Promise<void> {
  const evaluated_on = utcDay(Date.now());
  const rows = measured.flatMap(({ region, sample_size, orders }): Omit<MatchingAccuracy, 'dataset_version'>[] =>
    orders === null ? [] : [{ evaluated_on, region, sample_size, ...orders }],
  );
  const regions = new Set(measured.map(({ region }) => region));
  await keepRows(sql, 'matching', rows, ({ region }) => regions.has(region));
}
