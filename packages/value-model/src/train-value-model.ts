import type { ValueSale } from '@plat/dataset';
import {
  FORWARD_DAYS,
  MIN_FORWARD_SALES,
  MIN_RECENT_SALES,
  MIN_TRAINING_SALES,
  RECENT_DAYS,
  TRAINING_YEARS,
} from './constants.ts';
import { dateOfDay } from './days.ts';
import { errorRanges, type ForwardSale } from './error-ranges.ts';
import { type Effort, fitModel } from './fit-model.ts';
import { createEstimator, type ValueModel } from './value-model.ts';

const SHARE_LEFT_TO_LEARN_FROM = 0.75;

/** A model with the later sales that its ranges were measured on; these are not kept in the dataset. */
export interface MeasuredModel {
  model: ValueModel;
  forward: ForwardSale[];
}

/** The model of `measuredValueModel` alone. */
export const trainValueModel = (
  sales: readonly ValueSale[],
  region: string,
  buildDay: number,
  effort: Effort = 'full',
): ValueModel | null => measuredValueModel(sales, region, buildDay, effort)?.model ?? null;

/**
 * The value model of a region as of a build day: fitted on all sales of the years before it, with ranges from models that were
 * fitted on earlier sales and asked about later ones. The same sales give the same model.
 * @param sales valid sales with the needed facts, in order of day and then of a stable id
 * @returns null with fewer than `MIN_TRAINING_SALES`, with too few recent ones, or with nothing to measure errors on
 */
export function measuredValueModel(
  sales: readonly ValueSale[],
  region: string,
  buildDay: number,
  effort: Effort = 'full',
): MeasuredModel | null {
  const known = knownSales(sales, buildDay);
  if (known.length < MIN_TRAINING_SALES) return null;
  if (known.filter(({ day }) => day >= buildDay - RECENT_DAYS).length < MIN_RECENT_SALES) return null;
  const forward = forwardSales(known, effort);
  const ranges = errorRanges(forward);
  if (ranges.length === 0) return null;
  const model = { region, builtOn: dateOfDay(buildDay), sales: known.length, ranges, ...fitModel(known, effort) };
  return { model, forward };
}

/** What was known on a day: the sales before it, not older than `TRAINING_YEARS`. */
function knownSales(sales: readonly ValueSale[], day: number): ValueSale[] {
  const first = day - Math.round(TRAINING_YEARS * 365.25);
  return sales.filter((sale) => sale.day >= first && sale.day < day);
}

/** Later sales as a model of earlier ones values them; none where the sales cover too short a time. */
function forwardSales(known: readonly ValueSale[], effort: Effort): ForwardSale[] {
  const from = forwardOrigin(known);
  if (from === null) return [];
  const estimator = createEstimator(
    fitModel(
      known.filter(({ day }) => day < from),
      effort,
    ),
  );
  const later = known.filter(({ day }) => day >= from);
  return later.map(({ facts, day, logPrice }): ForwardSale => {
    const error = logPrice - estimator.logPrice(facts, day, from);
    return { county: facts.county, propertyType: facts.property_type, error, logPrice };
  });
}

/** The day that parts earlier from later sales; the last quarter of the sales where they lie close together in time. */
function forwardOrigin(known: readonly ValueSale[]): number | null {
  const end = known.at(-1)!.day + 1;
  const since = (day: number) => known.filter((sale) => sale.day >= day).length;
  const days = since(end - FORWARD_DAYS) >= MIN_FORWARD_SALES ? FORWARD_DAYS : 2 * FORWARD_DAYS;
  const isEnough = (day: number) => known.length - since(day) >= MIN_TRAINING_SALES * SHARE_LEFT_TO_LEARN_FROM;
  const lastQuarter = known[Math.floor(known.length * SHARE_LEFT_TO_LEARN_FROM)]!.day;
  return [end - days, lastQuarter].find(isEnough) ?? null;
}
