import { BUYER_SEARCH_DEFAULTS } from '@plat/contracts';
import { createOutput } from '@plat/standalone/output';
import { asOfOption, type HomeOptions, homeOption, jsonOption, parseDay } from '@plat/standalone/settings';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { EvaluateMatchingOptions } from '../evaluate/matching/evaluate.ts';
import { withHome } from '../with-home.ts';

const MAX_RADIUS_MILES = 10;
const MAX_LOOKBACK_YEARS = 5;

/** `plat evaluate matching` */
export const evaluateMatchingCommand = (): Command =>
  new Command('matching')
    .description('measure how high a search on the day before would have ranked the actual buyers')
    .addOption(new Option('--region <state>', 'one state, such as PA').argParser((text) => text.toUpperCase()))
    .addOption(
      new Option('--cut-off <YYYY-MM-DD>', 'test purchases from this day on (default: the later half)').argParser(
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
    .option('--fit', 'also fit the weights on earlier purchases and test them; stores nothing', false)
    .addOption(homeOption())
    .addOption(jsonOption())
    .action(async (options: HomeOptions & EvaluateMatchingOptions) => {
      const output = createOutput(options.json);
      const { evaluateMatching, matchingDocument, matchingText } = await import('../evaluate/matching/evaluate.ts');
      const evaluated = await withHome({ ...options, note: output.note }, ({ sql }) =>
        evaluateMatching(sql, options, output.note),
      );
      output.answer(matchingDocument(evaluated), () => matchingText(evaluated));
    });

function parseUpTo(max: number) {
  return (text: string): number => {
    const value = Number(text);
    if (value > 0 && value <= max) return value;
    throw new InvalidArgumentError(`It must be a number above 0, at most ${max}.`);
  };
}
