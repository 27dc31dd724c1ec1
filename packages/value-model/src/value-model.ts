import type { ValuedFacts } from '@plat/dataset';
import { type Booster, predictRow } from './booster/booster.ts';
import { NEAREST_SALES } from './comparable-features.ts';
import type { ErrorRange } from './error-ranges.ts';
import { SCALE_FEATURES, scaleFeatures } from './error-scale.ts';
import { type Hedonic, hedonicEstimate } from './hedonic.ts';
import { indexOn, type PriceIndex } from './price-index.ts';
import { indexPool, type PoolIndex, roomForNeighbours, type SalePool } from './sale-pool.ts';
import { type FeatureContext, VALUE_FEATURES, valueFeatures } from './value-features.ts';

/** The fitted parts for a region: enough to value a property, without any names. */
export interface FittedModel {
  hedonic: Hedonic;
  index: PriceIndex;
  pool: SalePool;
  /** Trees that add to the hedonic estimate. */
  onResidual: Booster[];
  /** Trees that estimate the price without the hedonic estimate. */
  onPrice: Booster[];
}

/** A fitted model with its errors on later sales. */
export interface ValueModel extends FittedModel {
  region: string;
  /** YYYY-MM-DD; the training sales are before this day. */
  builtOn: string;
  sales: number;
  ranges: ErrorRange[];
  /** Trees that estimate the scale of a home's error. */
  scale: Booster;
}

export interface Estimate {
  /** Logarithm of the price. */
  logPrice: number;
  /** Input of `scaleOf`; overwritten by the next estimate. */
  scaleFeatures: Float64Array;
}

/** Values properties one after the other, reusing its buffers. */
export interface Estimator {
  /** The price on a day. @param beforeDay only earlier sales are used; the day itself by default. */
  estimate(facts: ValuedFacts, day: number, beforeDay?: number): Estimate;
}

export function createEstimator(model: FittedModel, index: PoolIndex = indexPool(model.pool)): Estimator {
  const context: FeatureContext = { pool: model.pool, index, room: roomForNeighbours(NEAREST_SALES) };
  const row = new Float64Array(VALUE_FEATURES.length);
  const forScale = new Float64Array(SCALE_FEATURES.length);
  return {
    estimate(facts, day, beforeDay = day) {
      const estimate = hedonicEstimate(model.hedonic, facts, day);
      valueFeatures(context, { facts, day, beforeDay, estimate }, row);
      const onResidual = estimate.logPrice + meanPrediction(model.onResidual, row);
      const onPrice = meanPrediction(model.onPrice, row);
      scaleFeatures(row, { hedonic: estimate.logPrice, onResidual, onPrice }, forScale);
      const mean = (onResidual + onPrice) / 2;
      return { logPrice: indexOn(model.index, facts.county, day) + mean, scaleFeatures: forScale };
    },
  };
}

function meanPrediction(boosters: readonly Booster[], row: Float64Array): number {
  let sum = 0;
  for (const booster of boosters) sum += predictRow(booster, row);
  return sum / boosters.length;
}
