import { CONFIDENCE_LEVEL, FSD_OF_NO_CONFIDENCE, MIN_ERRORS, MIN_ERRORS_OF_GROUP } from './constants.ts';

/** The error of a value against a later sale price. */
export interface ForwardError {
  county: string | null;
  propertyType: string;
  /** log(price) - log(value) */
  error: number;
  /** Usual size of the error of such a home, by a scale that did not see this error. */
  scale: number;
}

/** A later sale with its error. */
export interface ForwardSale extends ForwardError {
  /** Days since 1970-01-01. */
  day: number;
  /** Logarithm of the price in US dollars. */
  logPrice: number;
}

/**
 * Errors of a county and property type, each divided by the scale of its home; `county` null is the type in all
 * counties, both null the whole region.
 */
export interface ErrorRange {
  county: string | null;
  propertyType: string | null;
  errors: number;
  /** 85 % of absolute scaled errors are at most this (normalised split conformal). */
  scaledHalfWidth: number;
  /** Robust standard deviation of scaled errors. */
  scaledFsd: number;
}

/**
 * Ranges and confidence by county and property type with enough errors, by type, and of the region.
 * @returns an empty list with too few errors.
 */
export function errorRanges(errors: readonly ForwardError[]): ErrorRange[] {
  if (errors.length < MIN_ERRORS) return [];
  const ranges: ErrorRange[] = [rangeOf(null, null, errors)];
  for (const [propertyType, ofType] of grouped(errors, (one) => one.propertyType)) {
    if (ofType.length >= MIN_ERRORS_OF_GROUP) ranges.push(rangeOf(null, propertyType, ofType));
    const known = ofType.filter(({ county }) => county !== null);
    for (const [county, ofCounty] of grouped(known, (one) => one.county!)) {
      if (ofCounty.length >= MIN_ERRORS_OF_GROUP) ranges.push(rangeOf(county, propertyType, ofCounty));
    }
  }
  return ranges;
}

const grouped = <T>(all: readonly T[], by: (one: T) => string): [string, T[]][] =>
  [...Map.groupBy(all, by)].sort(([a], [b]) => (a < b ? -1 : 1));

/** The most specific range for a property. */
export function rangeFor(ranges: readonly ErrorRange[], county: string | null, propertyType: string): ErrorRange {
  const find = (wantedCounty: string | null, wantedType: string | null) =>
    ranges.find((range) => range.county === wantedCounty && range.propertyType === wantedType);
  const found =
    (county === null ? undefined : find(county, propertyType)) ?? find(null, propertyType) ?? find(null, null);
  if (found === undefined) throw new Error('a model without the range of its region');
  return found;
}

function rangeOf(county: string | null, propertyType: string | null, errors: readonly ForwardError[]): ErrorRange {
  const scaled = Float64Array.from(errors, ({ error, scale }) => error / scale);
  const sizes = scaled.map(Math.abs).sort();
  // Split conformal: the ceil((n + 1) * level)-th smallest absolute error.
  const rank = Math.min(sizes.length, Math.ceil((sizes.length + 1) * CONFIDENCE_LEVEL));
  const scaledHalfWidth = sizes[rank - 1]!;
  return { county, propertyType, errors: errors.length, scaledHalfWidth, scaledFsd: robustDeviation(scaled) };
}

/** 1.4826 times the median distance from the median: a standard deviation robust to outliers. */
function robustDeviation(errors: Float64Array): number {
  const middle = median(errors.slice());
  return 1.4826 * median(errors.map((error) => Math.abs(error - middle)));
}

/** Sorts in place. */
function median(values: Float64Array): number {
  values.sort();
  const half = values.length >> 1;
  return values.length % 2 === 1 ? values[half]! : (values[half - 1]! + values[half]!) / 2;
}

/** 0 to 100: see docs/rules/values.md#avm-the-value-as-is. */
export const confidenceScore = (fsd: number): number => Math.round(100 * (1 - Math.min(1, fsd / FSD_OF_NO_CONFIDENCE)));
