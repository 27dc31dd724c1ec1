import {
  FORWARD_DAYS,
  MIN_FORWARD_SALES,
  MIN_RECENT_SALES,
  MIN_TRAINING_SALES,
  RECENT_DAYS,
  TRAINING_YEARS,
} from './constants.ts';
import { dateOfDay } from './days.ts';
import { type ErrorRange, errorRanges, type ForwardError } from './error-ranges.ts';
import { type Effort, fitModel } from './fit-model.ts';
import type { ValueSale } from './value-facts.ts';
import { createEstimator, type ValueModel } from './value-model.ts';

const SHARE_LEFT_TO_LEARN_FROM = 0.75;

/**
 * The value model of a region as of a build day: fitted on all sales of the years before it, with ranges from models that were
 * fitted on earlier sales and asked about later ones. The same sales give the same model.
 * @param sales valid sales with the needed facts, in order of day and then of a stable id
 * @returns null with fewer than `MIN_TRAINING_SALES`, with too few recent ones, or with nothing to measure errors on
 */
export function trainValueModel(
  sales: readonly ValueSale[],
  region: string,
  buildDay: number,
  effort: Effort = 'full',
): ValueModel | null {
  const known = knownSales(sales, buildDay);
  if (known.length < MIN_TRAINING_SALES) return null;
  if (known.filter(({ day }) => day >= buildDay - RECENT_DAYS).length < MIN_RECENT_SALES) return null;
  const ranges = forwardRanges(known, effort);
  if (ranges.length === 0) return null;
  return { region, builtOn: dateOfDay(buildDay), sales: known.length, ranges, ...fitModel(known, effort) };
}

/** What was known on a day: the sales before it, not older than `TRAINING_YEARS`. */
function knownSales(sales: readonly ValueSale[], day: number): ValueSale[] {
  const first = day - Math.round(TRAINING_YEARS * 365.25);
  return sales.filter((sale) => sale.day >= first && sale.day < day);
}

/** Ranges from the errors of a model of earlier sales; none where the sales cover too short a time. */
function forwardRanges(known: readonly ValueSale[], effort: Effort): ErrorRange[] {
  const from = forwardOrigin(known);
  if (from === null) return [];
  const estimator = createEstimator(
    fitModel(
      known.filter(({ day }) => day < from),
      effort,
    ),
  );
  const later = known.filter(({ day }) => day >= from);
  return errorRanges(
    later.map(({ facts, day, logPrice }): ForwardError => {
      const error = logPrice - estimator.logPrice(facts, day, from);
      return { county: facts.county, propertyType: facts.property_type, error };
    }),
  );
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
