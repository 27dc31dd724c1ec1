import { type ValuedSale, valuationMetrics } from './valuation-metrics.ts';

/** A valued sale with the facts that kinds of homes are told by; null if the records lack them. */
export interface SaleOfKind extends ValuedSale {
  landUse: string | null;
  ageYears: number | null;
  grade: number | null;
  waterfront: boolean | null;
  /** Distance to the fifth nearest comparable sale; null with fewer. */
  compsMetres: number | null;
}

/** Metrics of one kind of homes, for example `age` and `11 to 30`. */
export interface KindMetrics {
  kind: string;
  band: string;
  sample_size: number;
  mdape: number;
  within_10_percent: number;
  cod: number;
  median_ratio: number;
  range_coverage: number;
  /** Mean width of the range as a share of the value. */
  range_width: number;
}

/** Names of bands by their upper ends; above the last end is `over`. */
const bandOf = (value: number, ends: readonly number[]): string => {
  const at = ends.findIndex((end) => value <= end);
  if (at === -1) return `over ${ends.at(-1)}`;
  return at === 0 ? `up to ${ends[0]}` : `up to ${ends[at]}, over ${ends[at - 1]}`;
};

const banded = (value: number | null, ends: readonly number[]) => (value === null ? null : bandOf(value, ends));

const FIFTHS = 5;

/**
 * Metrics by use, age, quality grade, waterfront, distance to comparable sales, and fifth of the price and of the
 * value, for bands with at least `minSales` sales. Fifth 1 is the cheapest.
 */
export function metricsByKind(sales: readonly SaleOfKind[], minSales: number): KindMetrics[] {
  const fifthBy = (of: (sale: ValuedSale) => number) => {
    const ranked = sales.toSorted((a, b) => of(a) - of(b));
    return new Map(ranked.map((sale, at) => [sale, `fifth ${1 + Math.floor((FIFTHS * at) / ranked.length)}`]));
  };
  const [byPrice, byValue] = [fifthBy(({ price }) => price), fifthBy(({ value }) => value)];
  const kinds: Record<string, (sale: SaleOfKind) => string | null> = {
    use: ({ landUse }) => landUse,
    'age in years': ({ ageYears }) => banded(ageYears, [10, 30, 60, 90]),
    'quality grade': ({ grade }) => banded(grade, [6, 7, 8, 9]),
    waterfront: ({ waterfront }) => (waterfront === null ? null : waterfront ? 'yes' : 'no'),
    'metres to the fifth sale': ({ compsMetres }) => banded(compsMetres, [50, 100, 200, 400]),
    price: (sale) => byPrice.get(sale)!,
    value: (sale) => byValue.get(sale)!,
  };
  return Object.entries(kinds).flatMap(([kind, nameOf]) =>
    [...Map.groupBy(sales, nameOf)]
      .flatMap(([band, group]) => (band === null || group.length < minSales ? [] : [describe(kind, band, group)]))
      .sort((a, b) => a.band.localeCompare(b.band, 'en', { numeric: true })),
  );
}

function describe(kind: string, band: string, group: readonly SaleOfKind[]): KindMetrics {
  const { sample_size, mdape, within_10_percent, cod, median_ratio, range_coverage } = valuationMetrics(group);
  const width = group.reduce((sum, { value, valueLow, valueHigh }) => sum + (valueHigh - valueLow) / value, 0);
  const range_width = Number((width / group.length).toFixed(4));
  return { kind, band, sample_size, mdape, within_10_percent, cod, median_ratio, range_coverage, range_width };
}
