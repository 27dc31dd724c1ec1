import { MIN_MEASURED_SALES } from './constants.ts';
import { type ErrorRange, errorRanges, type ForwardSale, rangeFor } from './error-ranges.ts';
import { type ForwardMetrics, metricsByGroup, type ValuedHome } from './metrics-by-group.ts';

/**
 * Accuracy by county and property type from errors on sales unknown to the models; groups of fewer than
 * `MIN_MEASURED_SALES` are left out. `range_coverage` uses the range of one half of the sales for the other half,
 * both ways: on its own sales a range holds 85 % by construction.
 */
export function measureForwardSales(sales: readonly ForwardSale[]): ForwardMetrics[] {
  const halves = [0, 1].map((half) => errorRanges(sales.filter((_, at) => at % 2 === half)));
  const all = errorRanges(sales);
  const rangesFor = (at: number): ErrorRange[] => {
    const others = halves[1 - (at % 2)]!;
    return others.length > 0 ? others : all;
  };
  if (all.length === 0) return [];
  const homes = sales.map(({ county, propertyType, day, error, scale, logPrice }, at): ValuedHome => {
    const halfWidth = scale * rangeFor(rangesFor(at), county, propertyType).scaledHalfWidth;
    const logValue = logPrice - error;
    return {
      county,
      propertyType,
      day,
      price: Math.exp(logPrice),
      value: Math.exp(logValue),
      valueLow: Math.exp(logValue - halfWidth),
      valueHigh: Math.exp(logValue + halfWidth),
    };
  });
  return metricsByGroup(homes, MIN_MEASURED_SALES);
}
