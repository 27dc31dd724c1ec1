import type { ValueSale } from '@plat/dataset';
import { dateOfDay } from '@plat/kit/clock';
import type { Booster } from './booster/booster.ts';
import {
  FORWARD_DAYS,
  LEAST_SALES_TO_LEARN_FROM,
  MIN_FORWARD_SALES,
  MIN_RECENT_SALES,
  MIN_TRAINING_SALES,
  RECENT_DAYS,
  TRAINING_YEARS,
} from './constants.ts';
import { errorRanges, type ForwardSale } from './error-ranges.ts';
import { fitErrorScale } from './error-scale.ts';
import { type Effort, fitModel } from './fit-model.ts';
import { createEstimator, type FittedModel, type ValueModel } from './value-model.ts';

const SHARE_LEFT_TO_LEARN_FROM = 0.75;

/** Sales from a day on, with the errors of a model of the sales before that day. */
export interface ForwardStretch {
  /** Days since 1970-01-01. */
  from: number;
  sales: ForwardSale[];
  /** Trees that estimate the scale of errors. */
  scale: Booster;
}

/** A model with the later sales that its ranges were measured on. The dataset does not keep these. */
export interface MeasuredModel {
  model: ValueModel;
  forward: ForwardStretch;
}

/** The model of `measuredValueModel` alone. */
export const trainValueModel = (
  sales: readonly ValueSale[],
  region: string,
  buildDay: number,
  effort: Effort = 'full',
): ValueModel | null => measuredValueModel(sales, region, buildDay, effort)?.model ?? null;

/**
 * The value model of a region as of a build day, fitted on all sales of the years before it. Its ranges come from
 * a model of earlier sales, measured on later ones. The same sales give the same model.
 * @param sales valid sales with the needed facts, in order of day and then of a stable id.
 * @returns null with fewer than `MIN_TRAINING_SALES`, with too few recent ones, or with nothing to measure errors
 *   on.
 */
export function measuredValueModel(
  sales: readonly ValueSale[],
  region: string,
  buildDay: number,
  effort: Effort = 'full',
): MeasuredModel | null {
  const known = enoughSales(sales, buildDay);
  const forward = known && measureForward(known, effort);
  if (known === null || forward === null) return null;
  return { model: withErrors(fitModel(known, effort), forward, { region, buildDay, sales: known.length }), forward };
}

/** The sales that train a model as of a day; null when they are too few or too old. */
export function enoughSales(sales: readonly ValueSale[], buildDay: number): ValueSale[] | null {
  const known = knownSales(sales, buildDay);
  const recent = known.filter(({ day }) => day >= buildDay - RECENT_DAYS).length;
  return known.length < MIN_TRAINING_SALES || recent < MIN_RECENT_SALES ? null : known;
}

/** A fitted model with the ranges of its region. */
export const withErrors = (
  fitted: FittedModel,
  { sales: measured, scale }: ForwardStretch,
  of: { region: string; buildDay: number; sales: number },
): ValueModel => ({
  region: of.region,
  builtOn: dateOfDay(of.buildDay),
  sales: of.sales,
  ranges: errorRanges(measured),
  scale,
  ...fitted,
});

/** The sales known on a day: earlier ones, at most `TRAINING_YEARS` old. */
export function knownSales(sales: readonly ValueSale[], day: number): ValueSale[] {
  const first = day - Math.round(TRAINING_YEARS * 365.25);
  return sales.filter((sale) => sale.day >= first && sale.day < day);
}

/**
 * Errors on later sales of a model of earlier ones.
 * @param known of `enoughSales`.
 * @returns null if the sales cover too short a time, or with too few errors for a range.
 */
export function measureForward(known: readonly ValueSale[], effort: Effort): ForwardStretch | null {
  const from = forwardOrigin(known);
  if (from === null) return null;
  const model = fitModel(
    known.filter(({ day }) => day < from),
    effort,
  );
  const later = known.filter(({ day }) => day >= from);
  const measured = forwardErrors(model, later, from);
  if (errorRanges(measured.map((sale) => ({ ...sale, scale: 1 }))).length === 0) return null;
  const { scale, unseen } = fitErrorScale(
    measured.map(({ features }) => features),
    Float64Array.from(measured, ({ error }) => error),
  );
  return { from, scale, sales: measured.map(({ features: _, ...sale }, at) => ({ ...sale, scale: unseen[at]! })) };
}

/** An error before its scale is known. */
export type MeasuredError = Omit<ForwardSale, 'scale'> & { features: Float64Array };

/** Errors of a model on sales, each valued on its own day without comparable sales from the day `from` on. */
export function forwardErrors(model: FittedModel, sales: readonly ValueSale[], from: number): MeasuredError[] {
  const estimator = createEstimator(model);
  return sales.map(({ facts, day, logPrice }): MeasuredError => {
    const { logPrice: logValue, scaleFeatures } = estimator.estimate(facts, day, from);
    const home = { county: facts.county, propertyType: facts.property_type };
    return { ...home, day, error: logPrice - logValue, logPrice, features: scaleFeatures.slice() };
  });
}

/** The day between earlier and later sales; the last quarter of the sales if they are close together in time. */
export function forwardOrigin(known: readonly ValueSale[]): number | null {
  const end = known.at(-1)!.day + 1;
  const since = (day: number) => known.filter((sale) => sale.day >= day).length;
  const days = since(end - FORWARD_DAYS) >= MIN_FORWARD_SALES ? FORWARD_DAYS : 2 * FORWARD_DAYS;
  const isEnough = (day: number) => known.length - since(day) >= LEAST_SALES_TO_LEARN_FROM;
  const lastQuarter = known[Math.floor(known.length * SHARE_LEFT_TO_LEARN_FROM)]!.day;
  return [end - days, lastQuarter].find(isEnough) ?? null;
}
