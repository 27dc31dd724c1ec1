import type { ValueSale } from '@plat/dataset';
import { LEAST_SALES_TO_LEARN_FROM, MAX_EARLIER_MODELS, MEASURED_QUARTERS, QUARTER_DAYS } from './constants.ts';
import type { ForwardSale } from './error-ranges.ts';
import { scaleOf } from './error-scale.ts';
import { type Effort, fitModel } from './fit-model.ts';
import { type ForwardStretch, forwardErrors, knownSales } from './train-value-model.ts';

/**
 * Errors on the sales in the four quarters before the last day of each county (docs/rules/values.md). Training
 * measured the newest of them already. Lighter models of the sales before each earlier quarter, at most
 * `MAX_EARLIER_MODELS`, value the rest. A quarter with too few earlier sales is left out.
 * @param sales the training sales, in order of day.
 * @param forward the measured sales of the training.
 */
export function errorsOfLastQuarters(
  sales: readonly ValueSale[],
  buildDay: number,
  forward: ForwardStretch,
  effort: Effort,
): ForwardSale[] {
  const known = knownSales(sales, buildDay);
  const newest = new Map<string | null, number>();
  for (const { facts, day } of known) newest.set(facts.county, day);
  const isMeasured = (county: string | null, day: number) =>
    day > newest.get(county)! - MEASURED_QUARTERS * QUARTER_DAYS;
  const quarterOf = (day: number) => forward.from - QUARTER_DAYS * Math.ceil((forward.from - day) / QUARTER_DAYS);

  const earlier = known.filter(({ facts, day }) => day < forward.from && isMeasured(facts.county, day));
  const quarters = new Map<number, number>();
  for (const { day } of earlier) quarters.set(quarterOf(day), (quarters.get(quarterOf(day)) ?? 0) + 1);
  const enough = known[LEAST_SALES_TO_LEARN_FROM - 1]?.day ?? Number.POSITIVE_INFINITY;
  const days = modelDays(new Map([...quarters].filter(([start]) => start > enough)), MAX_EARLIER_MODELS);

  const errors = forward.sales.filter(({ county, day }) => isMeasured(county, day));
  for (const [at, from] of days.entries()) {
    const to = days[at + 1] ?? forward.from;
    const model = fitModel(
      known.filter(({ day }) => day < from),
      effort === 'full' ? 'light' : effort,
    );
    const asked = earlier.filter(({ day }) => day >= from && day < to);
    for (const { features, ...sale } of forwardErrors(model, asked, from)) {
      errors.push({ ...sale, scale: scaleOf(forward.scale, features) });
    }
  }
  return errors;
}

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
