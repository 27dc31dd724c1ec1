import {
  FORWARD_BLOCK_DAYS,
  FORWARD_BLOCKS,
  MIN_RECENT_SALES,
  MIN_TRAINING_SALES,
  RECENT_DAYS,
  TRAINING_YEARS,
} from './constants.ts';
import { dateOfDay } from './days.ts';
import { type ErrorRange, errorRanges, type ForwardError } from './error-ranges.ts';
import { fitModel } from './fit-model.ts';
import type { ValueSale } from './value-facts.ts';
import { createEstimator, type ValueModel } from './value-model.ts';

/**
 * The value model of a region as of a build day: fitted on all sales of the years before it, with ranges from models that were
 * fitted on earlier sales and asked about later ones. The same sales give the same model.
 * @param sales valid sales with the needed facts, in order of day and then of a stable id
 * @returns null with fewer than `MIN_TRAINING_SALES`, with too few recent ones, or with nothing to measure errors on
 */
export function trainValueModel(sales: readonly ValueSale[], region: string, buildDay: number): ValueModel | null {
  const known = knownSales(sales, buildDay);
  if (known.length < MIN_TRAINING_SALES) return null;
  if (known.filter(({ day }) => day >= buildDay - RECENT_DAYS).length < MIN_RECENT_SALES) return null;
  const ranges = forwardRanges(known);
  if (ranges.length === 0) return null;
  return { region, builtOn: dateOfDay(buildDay), sales: known.length, ranges, ...fitModel(known) };
}

/** What was known on a day: the sales before it, not older than `TRAINING_YEARS`. */
function knownSales(sales: readonly ValueSale[], day: number): ValueSale[] {
  const first = day - Math.round(TRAINING_YEARS * 365.25);
  return sales.filter((sale) => sale.day >= first && sale.day < day);
}

/** Ranges from forward errors; without any where the sales cover too short a time. */
export function forwardRanges(known: readonly ValueSale[]): ErrorRange[] {
  const errors: ForwardError[] = [];
  for (const { from, to } of forwardBlocks(known)) {
    const estimator = createEstimator(fitModel(known.filter(({ day }) => day < from)));
    for (const { facts, day, logPrice } of known) {
      if (day < from || day >= to) continue;
      const error = logPrice - estimator.logPrice(facts, day, from);
      errors.push({ county: facts.county, propertyType: facts.property_type, error });
    }
  }
  return errorRanges(errors);
}

interface Block {
  from: number;
  to: number;
}

/** The last year in blocks; where too little lies before them, the last quarter of the sales as one block. */
function forwardBlocks(known: readonly ValueSale[]): Block[] {
  const end = known.at(-1)!.day + 1;
  const enoughBefore = (day: number) => known.filter((sale) => sale.day < day).length >= MIN_TRAINING_SALES * 0.7;
  const blocks = Array.from({ length: FORWARD_BLOCKS }, (_, block): Block => {
    const to = end - block * FORWARD_BLOCK_DAYS;
    return { from: to - FORWARD_BLOCK_DAYS, to };
  }).filter(({ from }) => enoughBefore(from));
  if (blocks.length > 0) return blocks;
  const from = known[Math.floor(known.length * 0.75)]!.day;
  return enoughBefore(from) ? [{ from, to: end }] : [];
}
