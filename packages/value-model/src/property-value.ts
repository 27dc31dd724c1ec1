import { hasNeededFacts, type ValueFacts } from '@plat/dataset';
import { CONFIDENCE_LEVEL } from './constants.ts';
import { dayOfDate } from './days.ts';
import { confidenceScore, rangeFor } from './error-ranges.ts';
import { createEstimator, type ValueModel } from './value-model.ts';

/** What a property would bring on a day (decision C.8), in whole US dollars. */
export interface PropertyValue {
  value: number;
  /** The range that holds the price of a sale 85 times in 100. */
  valueLow: number;
  valueHigh: number;
  /** Robust standard deviation of log errors on later sales: 0.10 is about 10 percent. */
  fsd: number;
  /** 0 to 100, from `fsd`. */
  confidenceScore: number;
  confidenceLevel: typeof CONFIDENCE_LEVEL;
  /** YYYY-MM-DD */
  asOf: string;
  modelVersion: string;
}

export interface PropertyValuer {
  /** Null for what cannot be valued: land and other types, no living area, no coordinates. @param asOf YYYY-MM-DD */
  valueOf(facts: ValueFacts, asOf: string): PropertyValue | null;
}

/**
 * Values properties by a model. After the newest sale values follow the trend for some months; as of a day before the build
 * day no later sale nearby is looked at.
 */
export function createPropertyValuer(model: ValueModel, modelVersion: string): PropertyValuer {
  const estimator = createEstimator(model);
  return {
    valueOf(facts, asOf) {
      if (!hasNeededFacts(facts)) return null;
      const logPrice = estimator.logPrice(facts, dayOfDate(asOf));
      const { halfWidth, fsd } = rangeFor(model.ranges, facts.county, facts.property_type);
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
