import { join } from 'node:path';
import { deriveRecords, readValueSales } from '@plat/pipeline/evaluation';
import {
  evaluateForward,
  type ForwardEvaluation,
  type ValuationMetrics,
  type ValuedSale,
  valuationMetrics,
} from '@plat/value-model';
import { BOOTSTRAP, bootstrapIntervals } from '../intervals.ts';
import type { Figure, Goal, Measure, Unit } from '../measure.ts';

const FILE = join('seattle-wa', 'sales-2010-2015.csv.gz');
const QUARTERS = 8;

type Metric = Exclude<keyof ValuationMetrics, 'sample_size'>;

const METRICS: readonly (readonly [metric: Metric, name: string, unit: Unit, goal?: Goal])[] = [
  ['mdape', 'median absolute error', 'percent', { atMost: 7.8 }],
  ['within_10_percent', 'within 10 % of the price', 'share', { atLeast: 0.6 }],
  ['within_20_percent', 'within 20 % of the price', 'share'],
  ['cod', 'coefficient of dispersion (COD)', 'percent', { atMost: 11.6 }],
  ['prd', 'price-related differential (PRD)', 'ratio', { atLeast: 0.98, atMost: 1.03 }],
  ['prb', 'price-related bias (PRB)', 'ratio', { atLeast: -0.05, atMost: 0.05 }],
  ['median_ratio', 'median ratio of value to price', 'ratio', { atLeast: 0.99, atMost: 1.01 }],
  ['range_coverage', 'prices inside the 85 % range', 'share', { atLeast: 0.81, atMost: 0.89 }],
];

type Refit = 'quarter' | 'month';

const valued = new Map<string, Promise<ForwardEvaluation['homes']>>();

/**
 * The last quarters of Seattle's sales, each quarter or month valued by a model of the sales before it. Two measures
 * share them.
 */
export function valuedSeattleSales(
  records: string,
  quarters = QUARTERS,
  refit: Refit = 'quarter',
): Promise<ForwardEvaluation['homes']> {
  const key = `${quarters} ${refit} ${records}`;
  const homes = valued.get(key) ?? valueSales(records, quarters, refit);
  valued.set(key, homes);
  return homes;
}

async function valueSales(records: string, quarters: number, refit: Refit): Promise<ForwardEvaluation['homes']> {
  const request = { source: 'seattle-wa', files: [join(records, FILE)], region: 'WA', asOf: '2016-01-01' };
  const sales = await deriveRecords(request, ({ duck }) => readValueSales(duck));
  return (await evaluateForward(sales, 'WA', { quarters, refit })).homes;
}

/** The metrics of valued sales with their intervals, and the mean width of their ranges. */
function valueFigures(homes: readonly ValuedSale[]): Figure[] {
  const measured = valuationMetrics(homes);
  const intervals = bootstrapIntervals(homes, (drawn) => ({ ...valuationMetrics(drawn) }));
  const metrics = METRICS.map(([metric, name, unit, goal]) => ({
    name,
    value: measured[metric],
    unit,
    n: measured.sample_size,
    interval: intervals[metric],
    ...(goal === undefined ? {} : { goal }),
  }));
  const width = homes.reduce((sum, { value, valueLow, valueHigh }) => sum + (valueHigh - valueLow) / value, 0);
  const share = { value: width / homes.length, n: homes.length };
  return [...metrics, { name: 'mean width of the range, of the value', unit: 'share', interval: null, ...share }];
}

export const seattleValues: Measure = {
  id: 'seattle-values',
  title: 'Values of homes, Seattle, WA',
  answers:
    'For each quarter of 2014 and 2015, a model of the sales before it values the sales in it. The definitions are those of the IAAO Standard on Ratio Studies.',
  records: 'house and townhouse sales of Seattle, WA, 2010 to 2015; measured on 2014 and 2015',
  needs: [FILE],
  tuned:
    'the loss, the number and size of the trees, the rows of each, the stretch of prices and the features of the ranges, on 2014; the weight of recent sales, on both years',
  intervals: BOOTSTRAP,
  isCheap: false,
  run: async (records) => valueFigures(await valuedSeattleSales(records)),
};

export const seattleValuesMonthly: Measure = {
  ...seattleValues,
  id: 'seattle-values-monthly',
  title: 'Values of homes, refitted each month, Seattle, WA',
  answers:
    'The same sales, but for each month a model of the sales before it values the sales in it. Every import fits the model again, so this is the accuracy for an operator who imports each month.',
  run: async (records) => valueFigures(await valuedSeattleSales(records, QUARTERS, 'month')),
};
