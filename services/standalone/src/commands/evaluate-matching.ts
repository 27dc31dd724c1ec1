import { BUYER_SEARCH_DEFAULTS, buyerSearchCriteria, type MatchingAccuracy } from '@plat/contracts';
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
import { datasetStatus, ensureMarketSchema, readAccuracy, saveAccuracy } from '@plat/market';
import { Command, InvalidArgumentError, Option } from 'commander';
import { chooseRegions } from '../choose-regions.ts';
import { type FittedWeights, fittedOn } from '../matching/fit.ts';
import { type AskedMarket, type MeasuredMatching, measureMatching } from '../matching/measure.ts';
import { fitText, matchingTable } from '../matching/tables.ts';
import { createOutput } from '../output.ts';
import { asOfOption, type HomeOptions, homeOption, jsonOption, parseDay } from '../settings.ts';
import { withHome } from '../with-home.ts';

interface EvaluateMatchingOptions extends HomeOptions, ReplayedSearch {
  region?: string;
  cutOff?: string;
  asOf?: string;
  fit: boolean;
}

/** Deeds of the United States are younger. */
const FIRST_DAY = '1776-07-04';
const MAX_RADIUS_MILES = 10;
const MAX_LOOKBACK_YEARS = 5;

/** `plat evaluate matching` */
export const evaluateMatchingCommand = (): Command =>
  new Command('matching')
    .description('how high actual buyers stood in the list that a search the day before would have given')
    .addOption(new Option('--region <state>', 'one state only, such as PA').argParser((text) => text.toUpperCase()))
    .addOption(
      new Option('--cut-off <YYYY-MM-DD>', 'ask about purchases from this day on (default: the later half)').argParser(
        parseDay,
      ),
    )
    .addOption(asOfOption())
    .addOption(
      new Option('--radius-miles <miles>', 'radius of the replayed searches')
        .argParser(parseUpTo(MAX_RADIUS_MILES))
        .default(BUYER_SEARCH_DEFAULTS.radius_miles),
    )
    .addOption(
      new Option('--lookback-years <years>', 'window of the replayed searches')
        .argParser(parseUpTo(MAX_LOOKBACK_YEARS))
        .default(BUYER_SEARCH_DEFAULTS.lookback_years),
    )
    .option('--fit', 'also fit the weights on what came before, and test them on what is asked; keeps nothing', false)
    .addOption(homeOption())
    .addOption(jsonOption())
    .action(async (options: EvaluateMatchingOptions) => {
      const output = createOutput(options.json);
      const answer = await withHome({ ...options, note: output.note }, async ({ sql }) => {
        await ensureMarketSchema(sql);
        const replayed = new Map<string, AskedMarket>();
        for (const region of await chooseRegions(sql, options.region)) {
          output.note(`${region}: replaying its purchases`);
          replayed.set(region, await replayRegion(sql, region, options));
        }
        const measured = [...replayed].map(([region, market]) => measureMatching(region, market, MATCH_WEIGHTS));
        const fitted = options.fit ? fittedOn(replayed) : null;
        if (fitted === null) await keep(sql, measured);
        return { measured, fitted };
      });
      output.answer(jsonOf(answer), () =>
        [matchingTable(answer.measured), ...(answer.fitted === null ? [] : [fitText(answer.fitted)])].join('\n\n'),
      );
    });

interface Answer {
  measured: MeasuredMatching[];
  fitted: FittedWeights | null;
}

const jsonOf = ({ measured, fitted }: Answer) => ({
  match_version: MATCH_VERSION,
  regions: measured,
  ...(fitted === null ? {} : { fitted }),
});

function parseUpTo(max: number) {
  return (text: string): number => {
    const value = Number(text);
    if (value > 0 && value <= max) return value;
    throw new InvalidArgumentError(`It must be a number above 0, at most ${max}.`);
  };
}

async function replayRegion(sql: Sql, region: string, options: EvaluateMatchingOptions): Promise<AskedMarket> {
  const { radiusMiles, lookbackYears, cutOff, asOf = utcDay(Date.now()), fit } = options;
  const criteria = buyerSearchCriteria({ radius_miles: radiusMiles, lookback_years: lookbackYears });
  const market = recordedMarket(sql, region, criteria);
  // What came before a given cut-off is only learned from.
  const span = { from: fit || cutOff === undefined ? FIRST_DAY : cutOff, to: asOf };
  const { replays, ...counts } = await replayMarket(market, { radiusMiles, lookbackYears }, span);
  if (cutOff === undefined) {
    const { earlier, later } = halvesInTime(replays);
    return { ...counts, earlier, asked: later };
  }
  const isEarlier = ({ purchaseDate }: { purchaseDate: string }) => purchaseDate < cutOff;
  return { ...counts, earlier: replays.filter(isEarlier), asked: replays.filter((replay) => !isEarlier(replay)) };
}

/** Keeps the measured regions' rows beside those of regions that were not measured this time. */
async function keep(sql: Sql, measured: readonly MeasuredMatching[]): Promise<void> {
  const { version } = await datasetStatus(sql);
  const kept = (await readAccuracy(sql)).matching;
  const regions = new Set(measured.map(({ region }) => region));
  const others = kept?.datasetVersion === version ? (kept.rows as MatchingAccuracy[]) : [];
  const evaluated_on = utcDay(Date.now());
  const rows = measured.flatMap(({ region, sample_size, orders }): Omit<MatchingAccuracy, 'dataset_version'>[] =>
    orders === null ? [] : [{ evaluated_on, region, sample_size, ...orders }],
  );
  await saveAccuracy(sql, 'matching', [...others.filter(({ region }) => !regions.has(region)), ...rows]);
}
