/** Every threshold of the value model: see docs/rules/values.md. */

/** Sales up to this long before the build day train the model. */
export const TRAINING_YEARS = 8;
/** Minimum number of valid sales with the needed facts; below it there is no model and no value. */
export const MIN_TRAINING_SALES = 300;
/** Minimum number of them in the two years before the model's day: older sales do not show its prices. */
export const MIN_RECENT_SALES = 100;
export const RECENT_DAYS = 730;
/** Maximum sales for growing trees, newest first; comparable sales and the price index use `MAX_POOL_SALES`. */
export const MAX_TREE_SALES = 60_000;
export const MAX_POOL_SALES = 200_000;

/** Share of sale prices inside the range. */
export const CONFIDENCE_LEVEL = 0.85;
/** Minimum forward errors of a county and property type; below it those of the type, then of the region apply. */
export const MIN_ERRORS_OF_GROUP = 100;
/** Minimum forward errors that teach which homes err more; below it all homes have the same scale. */
export const MIN_ERRORS_FOR_SCALE = 500;
/** Minimum forward errors of a region; below it there is no model. */
export const MIN_ERRORS = 50;
/** Robust standard deviation of log errors at which confidence is zero. */
export const FSD_OF_NO_CONFIDENCE = 0.4;
/** Accuracy covers this many quarters before the last day of each county. */
export const MEASURED_QUARTERS = 4;
export const QUARTER_DAYS = 91;
/** Maximum number of lighter models per import for the quarters that training does not measure. */
export const MAX_EARLIER_MODELS = 3;
/** Minimum sales of a group in the published accuracy. */
export const MIN_MEASURED_SALES = 10;
/** Ranges come from errors on the last two quarters, with a model of the sales before them. */
export const FORWARD_DAYS = 2 * QUARTER_DAYS;
/** Minimum sales behind a model that measures errors. */
export const LEAST_SALES_TO_LEARN_FROM = 0.75 * MIN_TRAINING_SALES;
/** With fewer sales in this stretch, the stretch is twice as long. */
export const MIN_FORWARD_SALES = 300;

/** Days after the newest sale that the price trend continues; then prices stay level. */
export const TREND_MAX_DAYS = 120;
/** Residuals from the hedonic estimate are clamped to this, so that single sales have little effect. */
export const MAX_RESIDUAL = 0.6;
