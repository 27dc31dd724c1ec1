/** Every threshold of the value model (decision C.8). */

/** Sales up to this long before the build day teach the model. */
export const TRAINING_YEARS = 8;
/** Fewer valid sales with the needed facts make no model, and no values. */
export const MIN_TRAINING_SALES = 300;
/** As many of them must lie in the two years before the day of the model: older sales do not tell its prices. */
export const MIN_RECENT_SALES = 100;
export const RECENT_DAYS = 730;
/** Trees are grown on the newest of these; comparable sales and the price index use `MAX_POOL_SALES`. */
export const MAX_TREE_SALES = 60_000;
export const MAX_POOL_SALES = 200_000;

/** The range holds the price of a sale 85 times in 100. */
export const CONFIDENCE_LEVEL = 0.85;
/** Forward errors of a county and property type, below which those of the type, then of the region stand in. */
export const MIN_ERRORS_OF_GROUP = 100;
/** No region is valued on fewer forward errors than this. */
export const MIN_ERRORS = 50;
/** A robust standard deviation of log errors at which confidence is zero. */
export const FSD_OF_NO_CONFIDENCE = 0.4;
/** Forward errors are those of the sales of this last stretch, by a model of the sales before it. */
export const FORWARD_DAYS = 182;
/** With fewer sales in it the stretch is twice as long. */
export const MIN_FORWARD_SALES = 300;

/** Beyond the newest sale the price trend is carried on this far, and then held. */
export const TREND_MAX_DAYS = 120;
/** Residuals from the hedonic estimate are cut here, so that single sales move nothing. */
export const MAX_RESIDUAL = 0.6;
