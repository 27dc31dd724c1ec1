import type { ValueSale } from '@plat/dataset';
import { dateOfDay } from '@plat/kit/clock';
import { MIN_TRAINING_SALES } from './constants.ts';
import { monthStart, quarterStart, yearOfDay } from './days.ts';
import { type ForwardMetrics, metricsByGroup, type ValuedHome } from './metrics-by-group.ts';
import type { SaleOfKind } from './metrics-by-kind.ts';
import { createPropertyValuer } from './property-value.ts';
import { distanceToSale } from './sale-distance.ts';
import { trainValueModel } from './train-value-model.ts';
import { type ValuationMetrics, valuationMetrics } from './valuation-metrics.ts';

/** A measured sale with its value and the facts that tell its kind. */
export type MeasuredHome = ValuedHome & SaleOfKind;

export interface ForwardEvaluation {
  /** First days of the held-out quarters, or months where the model is refitted each month. */
  quarters: string[];
  groups: ForwardMetrics[];
  /** Metrics of all groups together; null without measured sales. */
  all: ValuationMetrics | null;
  /** The measured sales with their values. */
  homes: MeasuredHome[];
}

export interface EvaluateOptions {
  /** Number of latest quarters with sales to hold out, one after the other. */
  quarters?: number;
  /** How often the model is fitted again, as an operator imports; each quarter by default. */
  refit?: 'quarter' | 'month';
  /** Minimum sales of a reported group. */
  minSales?: number;
  onQuarter?: (quarter: string) => void;
}

export const DEFAULT_QUARTERS = 4;
export const MIN_SALES_OF_GROUP = 100;
/** Kinds by distance to comparable sales use the distance to this one. */
const COMPS_COUNTED = 5;

/**
 * Measures values forward in time (rolling origin): for each quarter or month, a model of the sales before it
 * values each sale in it on its own day.
 * @param sales of one region, oldest first.
 */
export async function evaluateForward(
  sales: readonly ValueSale[],
  region: string,
  options: EvaluateOptions = {},
): Promise<ForwardEvaluation> {
  const { quarters = DEFAULT_QUARTERS, refit = 'quarter', minSales = MIN_SALES_OF_GROUP, onQuarter } = options;
  const held: MeasuredHome[] = [];
  const measured: string[] = [];
  const periods = lastQuarters(sales, quarters).flatMap((one) => (refit === 'month' ? monthsOf(one) : [one]));
  for (const { from, to } of periods) {
    if (sales.filter(({ day }) => day < from).length < MIN_TRAINING_SALES) continue;
    onQuarter?.(dateOfDay(from));
    // Each quarter trains for seconds; this lets signals through.
    await Bun.sleep(0);
    const model = trainValueModel(sales, region, from);
    if (model === null) continue;
    measured.push(dateOfDay(from));
    const valuer = createPropertyValuer(model, '');
    const metresToSale = distanceToSale(model.pool, COMPS_COUNTED);
    for (const { facts, day, logPrice } of sales) {
      if (day < from || day >= to) continue;
      const value = valuer.valueOf(facts, dateOfDay(day));
      if (value === null) continue;
      held.push({
        county: facts.county,
        propertyType: facts.property_type,
        day,
        price: Math.exp(logPrice),
        value: value.value,
        valueLow: value.valueLow,
        valueHigh: value.valueHigh,
        landUse: facts.land_use,
        ageYears: facts.year_built === null ? null : Math.floor(yearOfDay(day)) - facts.year_built,
        grade: facts.quality_grade,
        waterfront: facts.waterfront,
        compsMetres: metresToSale(facts),
      });
    }
  }
  const groups = metricsByGroup(held, minSales);
  return { quarters: measured, groups, all: held.length === 0 ? null : valuationMetrics(held), homes: held };
}

/** Days from the first to before the second. */
interface Period {
  from: number;
  to: number;
}

function lastQuarters(sales: readonly ValueSale[], count: number): Period[] {
  const newest = sales.at(-1)?.day;
  if (newest === undefined) return [];
  const found: Period[] = [];
  for (let to = newest + 1; found.length < count; ) {
    const from = quarterStart(to - 1);
    found.unshift({ from, to });
    to = from;
  }
  return found;
}

function monthsOf(quarter: Period): Period[] {
  const months: Period[] = [];
  for (let { to } = quarter; to > quarter.from; ) {
    const from = monthStart(to - 1);
    months.unshift({ from, to });
    to = from;
  }
  return months;
}
