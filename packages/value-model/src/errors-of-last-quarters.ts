import type { ValueSale } from '@plat/dataset';
import type { Booster } from './booster/booster.ts';
import { LEAST_SALES_TO_LEARN_FROM, MAX_EARLIER_MODELS, MEASURED_QUARTERS, QUARTER_DAYS } from './constants.ts';
import type { ForwardSale } from './error-ranges.ts';
import { scaleOf } from './error-scale.ts';
import { type Effort, fitModel } from './fit-model.ts';
import { type ForwardStretch, forwardErrors, knownSales, type MeasuredError } from './train-value-model.ts';

/**
 * Errors on the sales in the four quarters before the last day of each county (docs/rules/values.md). Training
 * measured the newest of them already. Lighter models of the sales before each earlier quarter, at most
 * `MAX_EARLIER_MODELS`, value the rest. A quarter with too few earlier sales is left out.
 * @param sales the training sales, in order of day.
 * @param forward the measured sales of the training.
 * @param left number of models, the newest, whose errors `errorsOfNewestModels` adds at the end.
 */
export function errorsOfLastQuarters(
  sales: readonly ValueSale[],
  buildDay: number,
  forward: ForwardStretch,
  effort: Effort,
  left = 0,
): ForwardSale[] {
  const { known, isMeasured, models } = earlierModels(sales, buildDay, forward.from);
  const errors = forward.sales.filter(({ county, day }) => isMeasured(county, day));
  const fitted = models.slice(0, Math.max(0, models.length - left));
  return [...errors, ...fitted.flatMap((model) => scaled(errorsOfModel(known, model, effort), forward.scale))];
}

/** The errors of the newest lighter models that `errorsOfLastQuarters` left out, once the scale is known. */
export function errorsOfNewestModels(
  sales: readonly ValueSale[],
  buildDay: number,
  from: number,
  effort: Effort,
  left: number,
): (scale: Booster) => ForwardSale[] {
  const { known, models } = earlierModels(sales, buildDay, from);
  const errors = models
    .slice(Math.max(0, models.length - left))
    .flatMap((model) => errorsOfModel(known, model, effort));
  return (scale) => scaled(errors, scale);
}

/** A model of the sales before `from`, which values `asked`. */
interface EarlierModel {
  from: number;
  asked: ValueSale[];
}

function earlierModels(sales: readonly ValueSale[], buildDay: number, forwardFrom: number) {
  const known = knownSales(sales, buildDay);
  const newest = new Map<string | null, number>();
  for (const { facts, day } of known) newest.set(facts.county, day);
  const isMeasured = (county: string | null, day: number) =>
    day > newest.get(county)! - MEASURED_QUARTERS * QUARTER_DAYS;
  const quarterOf = (day: number) => forwardFrom - QUARTER_DAYS * Math.ceil((forwardFrom - day) / QUARTER_DAYS);

  const earlier = known.filter(({ facts, day }) => day < forwardFrom && isMeasured(facts.county, day));
  const quarters = new Map<number, number>();
  for (const { day } of earlier) quarters.set(quarterOf(day), (quarters.get(quarterOf(day)) ?? 0) + 1);
  const enough = known[LEAST_SALES_TO_LEARN_FROM - 1]?.day ?? Number.POSITIVE_INFINITY;
  const days = modelDays(new Map([...quarters].filter(([start]) => start > enough)), MAX_EARLIER_MODELS);
  const models = days.map((from, at): EarlierModel => {
    const to = days[at + 1] ?? forwardFrom;
    return { from, asked: earlier.filter(({ day }) => day >= from && day < to) };
  });
  return { known, isMeasured, models };
}

function errorsOfModel(known: readonly ValueSale[], { from, asked }: EarlierModel, effort: Effort): MeasuredError[] {
  const earlier = known.filter(({ day }) => day < from);
  return forwardErrors(fitModel(earlier, effort === 'full' ? 'light' : effort), asked, from);
}

const scaled = (errors: readonly MeasuredError[], scale: Booster): ForwardSale[] =>
  errors.map(({ features, ...sale }) => ({ ...sale, scale: scaleOf(scale, features) }));

/**
 * The days to fit models for: the first days of quarters. With more than `most` quarters, some share the model of
 * an earlier one, where that adds the fewest days of age summed over sales.
 * @param quarters number of sales of each quarter by its first day.
 * @returns ascending; the first quarter always has its own model.
 */
export function modelDays(quarters: ReadonlyMap<number, number>, most: number): number[] {
  const starts = [...quarters.keys()].sort((a, b) => a - b);
  const chosen = [...starts];
  const cost = (at: number): number => {
    const next = chosen[at + 1] ?? Number.POSITIVE_INFINITY;
    return starts
      .filter((start) => start >= chosen[at]! && start < next)
      .reduce((sum, start) => sum + quarters.get(start)! * (chosen[at]! - chosen[at - 1]!), 0);
  };
  while (chosen.length > Math.max(1, most)) {
    let cheapest = 1;
    for (let at = 2; at < chosen.length; at++) if (cost(at) < cost(cheapest)) cheapest = at;
    chosen.splice(cheapest, 1);
  }
  return chosen;
}
