/** Every threshold of the rules, under the decision that sets it. A rule reads its numbers from here and nowhere else. */

// C.0 Transaction normalisation
export const SAME_SALE_MAX_DAYS = 3;
/** A price below this is a nominal consideration, not a price. */
export const MIN_PRICE_USD = 1_000;

// C.1 Arm's length
export const MIN_MARKET_PRICE_USD = 10_000;
export const SAME_PRICE_MAX_DAYS = 365;
/** A surname carried by a smaller share of the county's recorded people is rare. */
export const RARE_SURNAME_MAX_SHARE = 1 / 2_000;
export const PEER_WINDOW_DAYS = 365;
export const PEER_MIN_SALES = 30;
export const HIGH_Z = 3;
export const LOW_Z = -2;
export const HIGH_VALUE_RATIO = 4;
export const LOW_VALUE_RATIO = 0.25;
/** Buyer and seller bargain in round hundreds; programmes, payoffs and shares are computed to the dollar. */
export const ROUND_PRICE_USD = 100;
/**
 * A builder's price under half of its own usual one, and clearly low for the county, is set by an affordable-homes
 * programme, not by the market. A builder of mansions also sells flats at ordinary prices.
 */
export const RESTRICTED_PRICE_RATIO = 0.5;
export const RESTRICTED_Z = -1;
export const BUILDER_WINDOW_DAYS = 365;
export const BUILDER_MIN_SALES = 10;
/** An estimated value is compared only with sales this close to the county's newest sale: the roll carries no date. */
export const VALUE_COMPARABLE_DAYS = 730;
export const USABLE_SQFT_MIN = 300;
export const USABLE_SQFT_MAX = 20_000;

// C.2 Flips
export const FLIP_MIN_DAYS = 14;
export const FLIP_MAX_DAYS = 365;
export const EXTENDED_FLIP_MAX_DAYS = 730;

// C.3 Rental purchases
export const RENTAL_HOLD_DAYS = 365;
/** A cluster with a greater share of flips among its settled deals keeps its young purchases pending. */
export const MOSTLY_FLIPS_SHARE = 0.5;
/** Numbers of one building on one side of a street differ by two: 22 and 24. */
export const SAME_BUILDING_NUMBER_GAP = 2;
/** A house whose flats this many owners know under one other street and their unit's number is a lane of its own. */
export const LANE_MIN_UNITS = 4;
/** Two flats may be joined into one home; three at one mailing address are let. */
export const MAX_HOMES_BY_TOLERANCE = 2;

// C.5 Large institutions
export const INSTITUTION_MIN_HOLDINGS = 100;
export const INSTITUTION_MIN_PURCHASES = 50;
export const INSTITUTION_WINDOW_DAYS = 365;
/** A county with this many residential properties keeps the full thresholds. */
export const INSTITUTION_FULL_COVERAGE_PROPERTIES = 200_000;
export const INSTITUTION_MIN_SCALE = 0.3;

// C.6 Buyer clusters
/** An address of more unrelated owners is an agent's or a box store's and links nobody. */
export const ADDRESS_MAX_UNRELATED_OWNERS = 25;
/** An address of more names than this is never compared name by name. */
export const ADDRESS_MAX_NAMES = 500;
export const CLUSTER_MAX_NAMES = 500;

// C.8 Comps
/** Comps may be asked for five years back; two more let a search look back from an earlier day. */
export const COMP_SALE_YEARS = 7;
export const TREND_WINDOW_DAYS = 730;
/** With fewer sales the yearly change is uncertain by more than the change itself is, usually. */
export const TREND_MIN_SALES = 200;
export const TREND_MAX_ANNUAL_CHANGE = 0.25;
export const TREND_ELASTICITY_RANGE = [0.2, 1] as const;

// C.9 Rents and purchase classes
/** The most bedrooms that a table of rents tells apart. */
export const MAX_RENT_BEDROOMS = 4;
export const RENT_SIZE_ELASTICITY = 0.35;
export const RENT_SIZE_FACTOR_MIN = 0.75;
export const RENT_SIZE_FACTOR_MAX = 1.35;
/** Fewer homes of one size tell no median living area. */
export const RENT_SIZE_MIN_HOMES = 10;
export const RENT_CALIBRATION_MIN_HOMES = 30;
export const YIELD_MIN_HOMES = 30;
/** National gross yield of single-family rentals: 12 rent / price. */
export const DEFAULT_GROSS_YIELD = 0.0745;
export const GRM_WINDOW_DAYS = 730;
export const GRM_MIN_PURCHASES = 30;
export const AGGRESSIVE_MIN_RATIO = 1.15;
export const CONSERVATIVE_MAX_RATIO = 0.85;
/** The other reading of C.9, by the share of the price that a month's rent is: under 0.7 % aggressive, from 1 % conservative. */
export const AGGRESSIVE_RENT_SHARE = 0.007;
export const CONSERVATIVE_RENT_SHARE = 0.01;
export const PURCHASE_CLASS_BASIS = 'local_grm';
/** An estimated value this close to the price was taken from it. */
export const VALUE_ECHO_SHARE = 0.005;
/** Values of a county and type that spread less than this around the prices follow them. */
export const VALUE_ECHO_MIN_SPREAD = 0.02;
