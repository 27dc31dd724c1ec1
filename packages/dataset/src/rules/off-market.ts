import { sqlTexts } from '../sql-text.ts';
import type { ArmsLengthReason } from './arms-length-reasons.ts';

/** Reasons that make even a priced deed no purchase: title stays where it was, or in the family. */
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

/** SQL over a judged sale: a priced purchase that was not made on the open market, such as at a sheriff's sale. */
export const OFF_MARKET_PURCHASE = `(arms_length = 'non_arms_length' AND price IS NOT NULL
  AND NOT list_has_any(reasons, [${sqlTexts(NO_PURCHASE)}]))`;

/** SQL over a judged sale: title passes to somebody else, on the open market or off it. */
export const PASSES_TITLE = `(arms_length <> 'non_arms_length' OR ${OFF_MARKET_PURCHASE})`;

/** SQL over a deal: its purchase was made on the open market, as far as the records tell. Only these are counted. */
export const ON_MARKET = "arms_length <> 'non_arms_length'";
