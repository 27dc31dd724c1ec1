/** A sale and its value by a model, in US dollars. */
export interface ValuedSale {
  price: number;
  value: number;
  valueLow: number;
  valueHigh: number;
}

/** Accuracy of values against later sales, named as in GET /v1/accuracy. A ratio is value / price. */
export interface ValuationMetrics {
  sample_size: number;
  /** Median absolute error in percent of the price. */
  mdape: number;
  within_5_percent: number;
  within_10_percent: number;
  within_20_percent: number;
  median_ratio: number;
  /** Coefficient of dispersion: mean distance from the median ratio, in percent of it. */
  cod: number;
  /**
   * Price-related differential: mean ratio / (sum of values / sum of prices); above 1 if expensive homes are
   * undervalued.
   */
  prd: number;
  /** Price-related bias: relative change of the ratio when the value doubles. */
  prb: number;
  range_coverage: number;
}

/**
 * The ratio statistics of the IAAO Standard on Ratio Studies (2013) and the shares within given errors.
 * @param sales at least one, prices and values above 0
 */
export function valuationMetrics(sales: readonly ValuedSale[]): ValuationMetrics {
  const ratios = sales.map(({ price, value }) => value / price);
  const errors = ratios.map((ratio) => Math.abs(ratio - 1));
  const medianRatio = median(ratios);
  const within = (limit: number) =>
    rounded(
      share(errors, (error) => error <= limit),
      4,
    );
  const total = (of: (sale: ValuedSale) => number) => sales.reduce((sum, sale) => sum + of(sale), 0);
  return {
    sample_size: sales.length,
    mdape: rounded(100 * median(errors), 2),
    within_5_percent: within(0.05),
    within_10_percent: within(0.1),
    within_20_percent: within(0.2),
    median_ratio: rounded(medianRatio, 4),
    cod: rounded((100 * mean(ratios.map((ratio) => Math.abs(ratio - medianRatio)))) / medianRatio, 2),
    prd: rounded(mean(ratios) / (total(({ value }) => value) / total(({ price }) => price)), 4),
    prb: rounded(priceRelatedBias(sales, ratios, medianRatio), 4),
    range_coverage: rounded(
      share(sales, ({ price, valueLow, valueHigh }) => price >= valueLow && price <= valueHigh),
      4,
    ),
  };
}

/** Slope of (ratio - median) / median on log2 of the mean of the price and the value over the median ratio. */
function priceRelatedBias(sales: readonly ValuedSale[], ratios: readonly number[], medianRatio: number): number {
  const worth = sales.map(({ price, value }) => Math.log2((price + value / medianRatio) / 2));
  const bias = ratios.map((ratio) => (ratio - medianRatio) / medianRatio);
  const [meanWorth, meanBias] = [mean(worth), mean(bias)];
  const spread = mean(worth.map((one) => (one - meanWorth) ** 2));
  if (spread === 0) return 0;
  return mean(worth.map((one, at) => (one - meanWorth) * (bias[at]! - meanBias))) / spread;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

const share = <T>(all: readonly T[], is: (one: T) => boolean): number => all.filter(is).length / all.length;

function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));
