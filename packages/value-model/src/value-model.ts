import type { ValuedFacts } from '@plat/dataset';
import { type Booster, predictRow } from './booster/booster.ts';
import { NEAREST_SALES } from './comparable-features.ts';
import type { ErrorRange } from './error-ranges.ts';
import { type Hedonic, hedonicEstimate } from './hedonic.ts';
import { indexOn, type PriceIndex } from './price-index.ts';
import { indexPool, type PoolIndex, roomForNeighbours, type SalePool } from './sale-pool.ts';
import { type FeatureContext, VALUE_FEATURES, valueFeatures } from './value-features.ts';

/** What was learnt from a region's sales: enough to value a property, and nothing of anybody's name. */
export interface FittedModel {
  hedonic: Hedonic;
  index: PriceIndex;
  pool: SalePool;
  /** Trees that add to the hedonic estimate. */
  onResidual: Booster[];
  /** Trees that estimate the price without it. */
  onPrice: Booster[];
}

/** A fitted model with how far off it was on sales that came after what it had learnt. */
export interface ValueModel extends FittedModel {
  region: string;
  /** YYYY-MM-DD; the sales before it taught the model. */
  builtOn: string;
  sales: number;
  ranges: ErrorRange[];
}

/** Values properties one after the other; holds the room that it reuses. */
export interface Estimator {
  /** Logarithm of the price on a day. @param beforeDay later sales are not looked at; the day itself unless given */
  logPrice(facts: ValuedFacts, day: number, beforeDay?: number): number;
}

export function createEstimator(model: FittedModel, index: PoolIndex = indexPool(model.pool)): Estimator {
  const context: FeatureContext = { pool: model.pool, index, room: roomForNeighbours(NEAREST_SALES) };
  const row = new Float64Array(VALUE_FEATURES.length);
  return {
    logPrice(facts, day, beforeDay = day) {
      const estimate = hedonicEstimate(model.hedonic, facts, day);
      valueFeatures(context, { facts, day, beforeDay, estimate }, row);
      let sum = 0;
      for (const booster of model.onResidual) sum += estimate.logPrice + predictRow(booster, row);
      for (const booster of model.onPrice) sum += predictRow(booster, row);
      const mean = sum / (model.onResidual.length + model.onPrice.length);
      return indexOn(model.index, facts.county, day) + mean;
    },
  };
}
