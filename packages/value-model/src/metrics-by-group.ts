import { dateOfDay } from '@plat/kit/clock';
import { type ValuationMetrics, type ValuedSale, valuationMetrics } from './valuation-metrics.ts';

/** A valued sale with its day and the county and type of its home. */
export interface ValuedHome extends ValuedSale {
  /** Days since 1970-01-01. */
  day: number;
  county: string | null;
  propertyType: string;
}

/** Metrics of one county and property type, with a model that did not know the sales. */
export interface ForwardMetrics extends ValuationMetrics {
  /** Last day of the measured sales of the county, YYYY-MM-DD. */
  evaluated_on: string;
  county: string;
  property_type: string;
}

const UNKNOWN_COUNTY = 'unknown';

/** Metrics of each county and property type with at least `minSales` sales, sorted by both. */
export function metricsByGroup(homes: readonly ValuedHome[], minSales: number): ForwardMetrics[] {
  const lastDays = new Map<string, number>();
  for (const { county, day } of homes) {
    const name = county ?? UNKNOWN_COUNTY;
    lastDays.set(name, Math.max(day, lastDays.get(name) ?? day));
  }
  return [...Map.groupBy(homes, ({ county, propertyType }) => `${county ?? UNKNOWN_COUNTY}\t${propertyType}`)]
    .filter(([, group]) => group.length >= minSales)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, group]): ForwardMetrics => {
      const [county, property_type] = key.split('\t') as [string, string];
      return { evaluated_on: dateOfDay(lastDays.get(county)!), county, property_type, ...valuationMetrics(group) };
    });
}
