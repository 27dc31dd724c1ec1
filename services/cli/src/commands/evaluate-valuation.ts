import { createOutput } from '@plat/standalone/output';
import { type HomeOptions, homeOption, jsonOption } from '@plat/standalone/settings';
import type { ValuationMetrics } from '@plat/value-model';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { MeasuredValuation } from '../evaluate/accuracy/valuation.ts';
import { textTable } from '../text-table.ts';
import { withHome } from '../with-home.ts';

interface EvaluateValuationOptions extends HomeOptions {
  region?: string;
  quarters?: number;
}

/** `plat evaluate valuation` */
export const evaluateValuationCommand = (): Command =>
  new Command('valuation')
    .description('measure how close values come to later sales: a model of earlier sales values each quarter')
    .addOption(new Option('--region <state>', 'one state, such as PA').argParser((text) => text.toUpperCase()))
    .addOption(
      new Option('--quarters <count>', 'number of latest quarters to hold out (default: 4)').argParser(parseQuarters),
    )
    .addOption(homeOption())
    .addOption(jsonOption())
    .action(async (options: EvaluateValuationOptions) => {
      const output = createOutput(options.json);
      const { measureValuation } = await import('../evaluate/accuracy/valuation.ts');
      const { region, quarters } = options;
      const evaluated = await withHome({ ...options, note: output.note }, ({ sql }) =>
        measureValuation(sql, { region, quarters }, output.note),
      );
      output.answer({ regions: evaluated }, () => tableOf(evaluated));
    });

function parseQuarters(text: string): number {
  const quarters = Number(text);
  if (Number.isInteger(quarters) && quarters >= 1 && quarters <= 40) return quarters;
  throw new InvalidArgumentError('It must be a whole number from 1 to 40.');
}

function tableOf(evaluated: readonly MeasuredValuation[]): string {
  const share = (value: number) => value.toFixed(3);
  const rowOf = (region: string, group: ValuationMetrics, of: readonly string[]) => [
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
  if (rows.length === 0) return 'There are too few sales with prices to measure.';
  const header = [
    ...['region', 'county', 'type', 'sales', 'MdAPE %', 'within 10 %', 'median ratio', 'COD', 'PRD', 'PRB'],
    'in range',
  ];
  return textTable(header, rows);
}
