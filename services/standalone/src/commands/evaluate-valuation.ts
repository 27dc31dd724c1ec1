import type { Sql } from '@plat/db';
import { utcDay } from '@plat/kit';
import {
  DEFAULT_QUARTERS,
  datasetStatus,
  ensureMarketSchema,
  evaluateForward,
  type ForwardEvaluation,
  type ForwardMetrics,
  readAccuracy,
  saveAccuracy,
  valueModelVersion,
  valueSales,
} from '@plat/market';
import { Command, InvalidArgumentError, Option } from 'commander';
import { chooseRegions } from '../choose-regions.ts';
import { createOutput } from '../output.ts';
import { type HomeOptions, homeOption, jsonOption } from '../settings.ts';
import { textTable } from '../text-table.ts';
import { withHome } from '../with-home.ts';

interface EvaluateValuationOptions extends HomeOptions {
  region?: string;
  quarters: number;
}

/** One region's measurement. */
interface Evaluated extends ForwardEvaluation {
  region: string;
}

/** `plat evaluate valuation` */
export const evaluateValuationCommand = (): Command =>
  new Command('valuation')
    .description('how close values come to later sales: each quarter is valued by a model of the sales before it')
    .addOption(new Option('--region <state>', 'one state only, such as PA').argParser((text) => text.toUpperCase()))
    .addOption(
      new Option('--quarters <count>', 'how many of the last quarters are held out')
        .argParser(parseQuarters)
        .default(DEFAULT_QUARTERS),
    )
    .addOption(homeOption())
    .addOption(jsonOption())
    .action(async (options: EvaluateValuationOptions) => {
      const output = createOutput(options.json);
      const evaluated = await withHome({ ...options, note: output.note }, async ({ sql }) => {
        await ensureMarketSchema(sql);
        const regions = await chooseRegions(sql, options.region);
        const found: Evaluated[] = [];
        for (const region of regions) {
          const onQuarter = (quarter: string) => output.note(`${region}: the quarter from ${quarter}`);
          const sales = await valueSales(sql, region);
          found.push({ region, ...(await evaluateForward(sales, region, { quarters: options.quarters, onQuarter })) });
        }
        await keep(sql, found);
        return found;
      });
      output.answer({ regions: evaluated }, () => tableOf(evaluated));
    });

function parseQuarters(text: string): number {
  const quarters = Number(text);
  if (Number.isInteger(quarters) && quarters >= 1 && quarters <= 40) return quarters;
  throw new InvalidArgumentError('It is a whole number from 1 to 40.');
}

/** Keeps the measured regions' rows beside those of regions that were not measured this time. */
async function keep(sql: Sql, evaluated: readonly Evaluated[]): Promise<void> {
  const measured = new Set(evaluated.map(({ region }) => region));
  const { version } = await datasetStatus(sql);
  const kept = (await readAccuracy(sql)).valuation;
  const others = kept?.datasetVersion === version ? (kept.rows as { state: string }[]) : [];
  const rows: unknown[] = others.filter(({ state }) => !measured.has(state));
  const evaluated_on = utcDay(Date.now());
  for (const { region, groups } of evaluated) {
    const model_version = (await valueModelVersion(sql, region)) ?? 'none';
    rows.push(...groups.map((group) => ({ evaluated_on, model_version, state: region, ...group })));
  }
  await saveAccuracy(sql, 'valuation', rows);
}

function tableOf(evaluated: readonly Evaluated[]): string {
  const share = (value: number) => value.toFixed(3);
  const rowOf = (region: string, group: Omit<ForwardMetrics, 'county' | 'property_type'>, of: readonly string[]) => [
    ...[region, ...of, group.sample_size, group.mdape.toFixed(1), share(group.within_10_percent)],
    ...[
      share(group.median_ratio),
      group.cod.toFixed(1),
      share(group.prd),
      share(group.prb),
      share(group.range_coverage),
    ],
  ];
  const rows = evaluated.flatMap(({ region, groups, all }) => [
    ...groups.map((group) => rowOf(region, group, [group.county, group.property_type])),
    ...(all === null ? [] : [rowOf(region, all, ['all', 'all'])]),
  ]);
  if (rows.length === 0) return 'There are too few sales with prices to measure anything.';
  const header = [
    ...['region', 'county', 'type', 'sales', 'MdAPE %', 'within 10 %', 'median ratio', 'COD', 'PRD', 'PRB'],
    'in range',
  ];
  return textTable(header, rows);
}
