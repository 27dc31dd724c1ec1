import { hasNeededFacts, type ValueFacts } from '@plat/dataset';
import { dayOfDate } from '@plat/kit/clock';
import { CONFIDENCE_LEVEL } from './constants.ts';
import { confidenceScore, rangeFor } from './error-ranges.ts';
import { scaleOf } from './error-scale.ts';
import { createEstimator, type ValueModel } from './value-model.ts';

/** Value of a property on a day, in whole US dollars: see docs/rules/values.md#avm-the-value-as-is. */
export interface PropertyValue {
  value: number;
  /** 85 % of sale prices are between `valueLow` and `valueHigh`. */
  valueLow: number;
  valueHigh: number;
  /** Robust standard deviation of log errors of such homes on later sales: 0.10 is about 10 percent. */
  fsd: number;
  /** 0 to 100, from `fsd`. */
  confidenceScore: number;
  confidenceLevel: typeof CONFIDENCE_LEVEL;
  /** YYYY-MM-DD */
  asOf: string;
  modelVersion: string;
}

export interface PropertyValuer {
  /**
   * Null for properties without a value: land and other types, no living area, no coordinates. @param asOf
   * YYYY-MM-DD
   */
  valueOf(facts: ValueFacts, asOf: string): PropertyValue | null;
}

/**
 * Values properties with a model. After the newest sale, values follow the trend for some months. A value as of an
 * earlier day uses no later sale nearby.
 */
export function createPropertyValuer(model: ValueModel, modelVersion: string): PropertyValuer {
  const estimator = createEstimator(model);
  return {
    valueOf(facts, asOf) {
      if (!hasNeededFacts(facts)) return null;
      const { logPrice, scaleFeatures } = estimator.estimate(facts, dayOfDate(asOf));
      const range = rangeFor(model.ranges, facts.county, facts.property_type);
      const scale = scaleOf(model.scale, scaleFeatures);
      const [halfWidth, fsd] = [scale * range.scaledHalfWidth, scale * range.scaledFsd];
      return {
        value: Math.round(Math.exp(logPrice)),
        valueLow: Math.round(Math.exp(logPrice - halfWidth)),
        valueHigh: Math.round(Math.exp(logPrice + halfWidth)),
        fsd,
        confidenceScore: confidenceScore(fsd),
        confidenceLevel: CONFIDENCE_LEVEL,
        asOf,
        modelVersion,
      };
    },
  };
}
