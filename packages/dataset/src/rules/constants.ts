/** Every threshold of the rules in docs/rules. Rules take their numbers only from here. */

// Sales: docs/rules/sales.md
export const SAME_SALE_MAX_DAYS = 3;
/** A lower price is a nominal consideration, not a price. */
export const MIN_PRICE_USD = 1_000;

// Arm's length: docs/rules/arms-length.md
export const MIN_MARKET_PRICE_USD = 10_000;
export const SAME_PRICE_MAX_DAYS = 365;
/** A parcel passed on within these days at another price was never on offer at the first. */
export const RESOLD_MAX_DAYS = 60;
/** A surname with a smaller share of the county's recorded people is rare. */
export const RARE_SURNAME_MAX_SHARE = 1 / 2_000;
/** A company that is named after its seller or buyer is theirs, unless more of the county have that surname. */
export const FAMILY_COMPANY_MAX_SHARE = 1 / 500;
export const PEER_WINDOW_DAYS = 365;
export const PEER_MIN_SALES = 30;
export const HIGH_Z = 3;
export const LOW_Z = -2;
export const HIGH_VALUE_RATIO = 4;
export const LOW_VALUE_RATIO = 0.25;
/** Negotiated prices are round hundreds; programmes, payoffs and shares are computed to the dollar. */
export const ROUND_PRICE_USD = 100;
/**
 * A builder's price below half of its usual one, and clearly low for the county, is set by an affordable-homes
 * programme, not by the market. Builders of mansions also sell flats at ordinary prices.
 */
export const RESTRICTED_PRICE_RATIO = 0.5;
export const RESTRICTED_Z = -1;
export const BUILDER_WINDOW_DAYS = 365;
export const BUILDER_MIN_SALES = 10;
/**
 * An estimated value is compared only with sales this close to the county's newest sale, because the roll has no
 * date.
 */
export const VALUE_COMPARABLE_DAYS = 730;
export const USABLE_SQFT_MIN = 300;
export const USABLE_SQFT_MAX = 20_000;

// Flips: docs/rules/flips.md
export const FLIP_MIN_DAYS = 14;
export const FLIP_MAX_DAYS = 365;
export const EXTENDED_FLIP_MAX_DAYS = 730;

// Rental purchases: docs/rules/rentals.md
export const RENTAL_HOLD_DAYS = 365;
/** In a cluster with a larger share of flips among its settled deals, recent purchases stay pending. */
export const MOSTLY_FLIPS_SHARE = 0.5;
/** House numbers of one building on one side of a street differ by two: 22 and 24. */
export const SAME_BUILDING_NUMBER_GAP = 2;
/**
 * If this many owners of a house's flats use the same other street and their unit number, that street is a separate
 * lane.
 */
export const LANE_MIN_UNITS = 4;
/** Two flats may be joined into one home; three at one mailing address are let. */
export const MAX_HOMES_BY_TOLERANCE = 2;

// Large institutions: docs/rules/institutions.md
export const INSTITUTION_MIN_HOLDINGS = 100;
export const INSTITUTION_MIN_PURCHASES = 50;
export const INSTITUTION_WINDOW_DAYS = 365;
/** A county with this many residential properties uses the full thresholds. */
export const INSTITUTION_FULL_COVERAGE_PROPERTIES = 200_000;
export const INSTITUTION_MIN_SCALE = 0.3;

// Buyer clusters: docs/rules/buyers.md
/** An address with more unrelated owners belongs to an agent or a mailbox store and links nobody. */
export const ADDRESS_MAX_UNRELATED_OWNERS = 25;
/** An address with more names is never compared name by name. */
export const ADDRESS_MAX_NAMES = 500;
export const CLUSTER_MAX_NAMES = 500;
/**
 * Binary logarithm of the share of people with a first and last name, up to which two names that mention it mean one
 * person: at one mailing address, and anywhere in the state.
 */
export const NAMESAKE_ADDRESS_MAX_LOG2_SHARE = -14;
export const NAMESAKE_STATE_MAX_LOG2_SHARE = -26;
/** Share of the companies beginning with a word that must be at one address for the word to be their brand. */
export const BRAND_MIN_SHARE = 0.5;

// Comps: docs/rules/values.md
/** Comps go back at most five years; two more allow a search from an earlier day. */
export const COMP_SALE_YEARS = 7;
export const TREND_WINDOW_DAYS = 730;
/** With fewer sales the yearly change is usually smaller than its error. */
export const TREND_MIN_SALES = 200;
export const TREND_MAX_ANNUAL_CHANGE = 0.25;
export const TREND_ELASTICITY_RANGE = [0.2, 1] as const;

// Rents and purchase classes: docs/rules/rents.md
/** Maximum number of bedrooms that a rent table distinguishes. */
export const MAX_RENT_BEDROOMS = 4;
export const RENT_SIZE_ELASTICITY = 0.35;
export const RENT_SIZE_FACTOR_MIN = 0.75;
export const RENT_SIZE_FACTOR_MAX = 1.35;
/** Fewer homes of one size give no median living area. */
export const RENT_SIZE_MIN_HOMES = 10;
export const RENT_CALIBRATION_MIN_HOMES = 30;
export const YIELD_MIN_HOMES = 30;
/** National gross yield of single-family rentals: 12 × rent / price. */
export const DEFAULT_GROSS_YIELD = 0.0745;
export const GRM_WINDOW_DAYS = 730;
export const GRM_MIN_PURCHASES = 30;
export const AGGRESSIVE_MIN_RATIO = 1.15;
export const CONSERVATIVE_MAX_RATIO = 0.85;
/** Alternative definition of the classes by monthly rent over price: below 0.7 % aggressive, from 1 % conservative. */
export const AGGRESSIVE_RENT_SHARE = 0.007;
export const CONSERVATIVE_RENT_SHARE = 0.01;
export const PURCHASE_CLASS_BASIS = 'local_grm';
/** An estimated value this close to the price was derived from it. */
export const VALUE_ECHO_SHARE = 0.005;
/** Values of a county and type that deviate less than this from the prices follow them. */
export const VALUE_ECHO_MIN_SPREAD = 0.02;
