import type { ValueSale } from '@plat/dataset';
import { binColumns } from './booster/bin-features.ts';
import type { Objective } from './booster/objectives.ts';
import { type BoosterOptions, trainBooster } from './booster/train-booster.ts';
import { characteristicsOf, NEAREST_SALES } from './comparable-features.ts';
import { MAX_POOL_SALES, MAX_RESIDUAL, MAX_TREE_SALES } from './constants.ts';
import { quarterStart } from './days.ts';
import { fitHedonic, type Hedonic, hedonicEstimate } from './hedonic.ts';
import { fitPriceIndex, indexOn, type PriceIndex } from './price-index.ts';
import { indexPool, metresOf, roomForNeighbours, type SalePool } from './sale-pool.ts';
import { VALUE_FEATURES, valueFeatures } from './value-features.ts';
import type { FittedModel } from './value-model.ts';

/**
 * Training budget. `light` costs a fifth of `full` and errs slightly more; it measures earlier quarters. `quick`
 * is for the generated market, because a first start waits for it.
 */
export type Effort = 'full' | 'light' | 'quick';

const HUBER = { kind: 'huber', delta: 0.25 } as const;
const ABSOLUTE = { kind: 'absolute' } as const;

const TREES: Omit<BoosterOptions, 'trees' | 'seed' | 'objective'> = {
  learningRate: 0.05,
  rowShare: 0.8,
  maxLeaves: 32,
  minLeafWeight: 20,
  ridge: 5,
  featureShare: 0.3,
};

interface Budget {
  /** Newest sales for the price index, hedonic estimate and comparable sales. */
  poolSales: number;
  /** Newest of those sales for growing trees. */
  treeSales: number;
  indexRounds: number;
  objectives: readonly Objective[];
  /** Number of trees; null for one per `SALES_PER_TREE` sales. */
  trees: number | null;
  options: typeof TREES;
  /** Share by which the trees learn prices farther from the median; see `STRETCH`. */
  stretch: number;
}

/** Estimates fall short of both ends of prices, which PRB shows; learning this much more spread makes up for some. */
const STRETCH = 0.005;

const BUDGETS: Readonly<Record<Effort, Budget>> = {
  full: {
    poolSales: MAX_POOL_SALES,
    treeSales: MAX_TREE_SALES,
    indexRounds: 3,
    objectives: [ABSOLUTE],
    trees: null,
    // A fit on half of the rows costs some 5 % less and errs as much.
    options: { ...TREES, rowShare: 0.5 },
    stretch: STRETCH,
  },
  light: {
    poolSales: 60_000,
    treeSales: 15_000,
    indexRounds: 2,
    objectives: [HUBER],
    trees: 40,
    options: { ...TREES, learningRate: 0.2, maxLeaves: 24 },
    stretch: STRETCH,
  },
  quick: {
    poolSales: 2_500,
    treeSales: 2_500,
    indexRounds: 3,
    objectives: [HUBER],
    trees: 24,
    options: { ...TREES, learningRate: 0.2, maxLeaves: 15 },
    stretch: 0,
  },
};
/** Sales per tree: more trees would overfit a small region. */
const SALES_PER_TREE = 95;
const MIN_TREES = 64;
const MAX_TREES = 240;
/** A sale this many days older than the newest has half the weight, because buyers' preferences change. */
const HALF_LIFE_DAYS = 1_200;

/**
 * Fits a model to sales in order of day: hedonic estimate and price index alternately, then trees on the
 * residuals. Comparable sales are those before each sale's quarter, as a model of that quarter would know them.
 */
export function fitModel(allSales: readonly ValueSale[], effort: Effort = 'full'): FittedModel {
  const budget = BUDGETS[effort];
  const sales = allSales.slice(-budget.poolSales);
  const { hedonic, index } = fitGround(sales, budget.indexRounds);
  const pool = poolOf(sales, hedonic, index);
  const poolIndex = indexPool(pool);
  const context = { pool, index: poolIndex, room: roomForNeighbours(NEAREST_SALES) };

  const taught = sales.slice(-budget.treeSales);
  const columns = VALUE_FEATURES.map(() => new Float64Array(taught.length));
  const price = new Float64Array(taught.length);
  const weights = new Float64Array(taught.length);
  const newestDay = taught.at(-1)?.day ?? 0;
  const residual = new Float64Array(taught.length);
  const row = new Float64Array(VALUE_FEATURES.length);
  for (const [at, { facts, day, logPrice }] of taught.entries()) {
    const estimate = hedonicEstimate(hedonic, facts, day);
    valueFeatures(context, { facts, day, beforeDay: quarterStart(day), estimate }, row);
    for (let column = 0; column < row.length; column++) columns[column]![at] = row[column]!;
    price[at] = logPrice - indexOn(index, facts.county, day);
    residual[at] = price[at]! - estimate.logPrice;
    weights[at] = 0.5 ** ((newestDay - day) / HALF_LIFE_DAYS);
  }
  const bySales = Math.round(Math.min(MAX_TREES, Math.max(MIN_TREES, taught.length / SALES_PER_TREE)));
  const options = { ...budget.options, trees: budget.trees ?? bySales };
  stretchPrices(price, residual, budget.stretch);
  const binned = binColumns(columns);
  // Two targets err differently; their mean errs less than each.
  const train = (target: Float64Array, name: string) =>
    budget.objectives.map((objective) =>
      trainBooster(binned, target, { ...options, objective, seed: `${name} ${objective.kind}` }, weights),
    );
  return { hedonic, index, pool, onResidual: train(residual, 'residual'), onPrice: train(price, 'price') };
}

/** Moves prices away from their median by a share of their distance, and the residuals by as much. */
function stretchPrices(price: Float64Array, residual: Float64Array, share: number): void {
  const median = price.toSorted()[price.length >> 1] ?? 0;
  for (let row = 0; row < price.length; row++) {
    const more = share * (price[row]! - median);
    price[row] = price[row]! + more;
    residual[row] = residual[row]! + more;
  }
}

function fitGround(sales: readonly ValueSale[], rounds: number): { hedonic: Hedonic; index: PriceIndex } {
  const target = Float64Array.from(sales, ({ logPrice }) => logPrice);
  for (let round = 1; ; round++) {
    const hedonic = fitHedonic(sales, target);
    const residuals = sales.map(({ facts, day, logPrice }) => ({
      day,
      county: facts.county,
      residual: logPrice - hedonicEstimate(hedonic, facts, day).logPrice,
    }));
    const index = fitPriceIndex(residuals);
    if (round === rounds) return { hedonic, index };
    for (const [at, { facts, day, logPrice }] of sales.entries()) {
      target[at] = logPrice - indexOn(index, facts.county, day);
    }
  }
}

function poolOf(sales: readonly ValueSale[], hedonic: Hedonic, index: PriceIndex): SalePool {
  const originLatitude = sales.reduce((sum, { facts }) => sum + facts.latitude, 0) / Math.max(1, sales.length);
  const column = (of: (sale: ValueSale) => number) => Float32Array.from(sales, of);
  const metres = sales.map(({ facts }) => metresOf(facts.latitude, facts.longitude, originLatitude));
  const withoutTime = ({ facts, day, logPrice }: ValueSale) => logPrice - indexOn(index, facts.county, day);
  const cut = (residual: number) => Math.max(-MAX_RESIDUAL, Math.min(MAX_RESIDUAL, residual));
  return {
    originLatitude,
    propertyId: Float64Array.from(sales, ({ facts }) => facts.property_id),
    day: Int32Array.from(sales, ({ day }) => day),
    xMetres: Float32Array.from(metres, ({ xMetres }) => xMetres),
    yMetres: Float32Array.from(metres, ({ yMetres }) => yMetres),
    residual: column((sale) => cut(withoutTime(sale) - hedonicEstimate(hedonic, sale.facts, sale.day).logPrice)),
    logPricePerSqft: column((sale) => withoutTime(sale) - Math.log(sale.facts.living_square_feet)),
    logLiving: column(({ facts }) => characteristicsOf(facts).logLiving),
    logLot: column(({ facts }) => characteristicsOf(facts).logLot),
    yearBuilt: column(({ facts }) => characteristicsOf(facts).yearBuilt),
    grade: column(({ facts }) => characteristicsOf(facts).grade),
  };
}
