import { sqlTexts } from '../sql-text.ts';
import { ARMS_LENGTH_REASONS, type ArmsLengthReason, REASON_CODES } from './arms-length-reasons.ts';

/** Reasons for which even a priced deed is not a purchase: title stays with the owner or in the family. */
const NO_PURCHASE: readonly ArmsLengthReason[] = [
  'same_cluster',
  'party_on_both_sides',
  'companies_alike',
  'shared_rare_surname',
  'shared_rare_name',
  'correction_deed',
  'gift_deed',
  'intrafamily_deed',
];

const PRICE_REASONS = REASON_CODES.filter((code) => ARMS_LENGTH_REASONS[code].weight === 'price');

/**
 * SQL for a judged sale: its verdict as part of a deal. Reasons that speak against the price alone (an iBuyer, a resale
 * within a month) leave a purchase as real as any other.
 */
export const DEAL_VERDICT = `CASE WHEN arms_length = 'non_arms_length' AND list_has_all([${sqlTexts(PRICE_REASONS)}], reasons)
  THEN 'valid' ELSE arms_length END`;

/** PostgreSQL for a judged sale: on the open market, or spoken against for its price alone, as `DEAL_VERDICT` reads it. */
export const SOLD_ON_MARKET = `(arms_length <> 'non_arms_length'
  or cardinality(reasons) > 0 and reasons <@ array[${sqlTexts(PRICE_REASONS)}])`;

/** SQL for a judged sale: a priced purchase off the open market, such as at a sheriff's sale. */
export const OFF_MARKET_PURCHASE = `(arms_length = 'non_arms_length' AND price IS NOT NULL
  AND NOT list_has_any(reasons, [${sqlTexts(NO_PURCHASE)}]))`;

/** SQL for a judged sale: title passes to another owner, on the open market or off it. */
export const PASSES_TITLE = `(arms_length <> 'non_arms_length' OR ${OFF_MARKET_PURCHASE})`;

/** SQL for a deal: its purchase was made on the open market, as far as recorded. Only these are counted. */
export const ON_MARKET = "arms_length <> 'non_arms_length'";

/** SQL for a deal that counts in histories, portfolios and shares: on the market and not an extended flip. */
export const COUNTED_DEAL = `not extended and ${ON_MARKET}`;

/** SQL for a deal that is shown by a buyer search that hides institutions. */
export const NOT_HIDDEN_INSTITUTION = "(institution is null or deal_type = 'flip' and institution = 'large')";
