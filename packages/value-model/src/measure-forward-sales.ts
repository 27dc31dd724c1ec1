import { MIN_ERRORS } from './constants.ts';
import { type ErrorRange, errorRanges, type ForwardSale, rangeFor } from './error-ranges.ts';
import { type ForwardMetrics, metricsByGroup, type ValuedHome } from './metrics-by-group.ts';

/**
 * How close a model comes to the later sales that its training asks it about anyway, so it costs no other model. The
 * share inside the range is measured on one half of the sales with the range of the other half, both ways: a range holds
 * the share of its own sales that it was made to hold.
 */
export function measureForwardSales(sales: readonly ForwardSale[]): ForwardMetrics[] {
  const halves = [0, 1].map((half) => errorRanges(sales.filter((_, at) => at % 2 === half)));
  const all = errorRanges(sales);
  const rangesFor = (at: number): ErrorRange[] => {
    const others = halves[1 - (at % 2)]!;
    return others.length > 0 ? others : all;
  };
  if (all.length === 0) return [];
  const homes = sales.map(({ county, propertyType, error, logPrice }, at): ValuedHome => {
    const { halfWidth } = rangeFor(rangesFor(at), county, propertyType);
    const logValue = logPrice - error;
    return {
      ...{ county, propertyType, price: Math.exp(logPrice), value: Math.exp(logValue) },
      ...{ valueLow: Math.exp(logValue - halfWidth), valueHigh: Math.exp(logValue + halfWidth) },
    };
  });
  return metricsByGroup(homes, MIN_ERRORS);
}
