import { type ValuationMetrics, type ValuedSale, valuationMetrics } from './valuation-metrics.ts';

/** A valued sale with the county and type of its home. */
export interface ValuedHome extends ValuedSale {
  county: string | null;
  propertyType: string;
}

/** Sales of one county and property type against what a model said that did not know them. */
export interface ForwardMetrics extends ValuationMetrics {
  county: string;
  property_type: string;
}

const UNKNOWN_COUNTY = 'unknown';

/** Metrics of each county and property type with at least `minSales` sales, sorted by both. */
export const metricsByGroup = (homes: readonly ValuedHome[], minSales: number): ForwardMetrics[] =>
  [...Map.groupBy(homes, ({ county, propertyType }) => `${county ?? UNKNOWN_COUNTY}\t${propertyType}`)]
    .filter(([, group]) => group.length >= minSales)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, group]): ForwardMetrics => {
      const [county, property_type] = key.split('\t') as [string, string];
      return { county, property_type, ...valuationMetrics(group) };
    });
