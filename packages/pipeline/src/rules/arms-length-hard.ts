import type { ReasonOf } from '@plat/dataset';
import {
  FAMILY_COMPANY_MAX_SHARE,
  MIN_MARKET_PRICE_USD,
  RARE_SURNAME_MAX_SHARE,
  RESOLD_MAX_DAYS,
  SAME_PRICE_MAX_DAYS,
} from '@plat/dataset/constants';
import { isHousingCharity, isHousingEnterprise } from './housing-enterprises.ts';
import { SELLS_BY_COURT_OR_TRUST_DEED, SELLS_FOR_AN_ESTATE } from './seller-capacity.ts';

/**
 * The reasons that decide alone (docs/rules/arms-length.md), each as an SQL condition over the columns of
 * `judged_sale` (arms-length.ts). A sale that meets one is `non_arms_length`.
 *
 * - A nominal price counts only where prices are disclosed: deeds of other states say "ten dollars and other good
 *   and valuable consideration" for every sale.
 * - A lender counts as buyer only (foreclosure, REO transfer in). Its resale to an investor is how many flips
 *   begin.
 * - Of two sales at one price, the later one repeats the earlier, unless a relocation company or an iBuyer resells
 *   at its own purchase price.
 * - Where a source names no deed type, the capacity of the seller reveals an executor's or a forced sale.
 */
export const HARD_REASONS: Readonly<Record<ReasonOf<'hard' | 'price'>, string>> = {
  quitclaim_deed: "deed_type = 'quitclaim'",
  correction_deed: "deed_type = 'correction'",
  gift_deed: "deed_type = 'gift'",
  intrafamily_deed: "deed_type = 'intrafamily'",
  estate_deed: `deed_type IN ('executor', 'administrator') OR (deed_type IS NULL AND ${SELLS_FOR_AN_ESTATE})`,
  forced_sale_deed: `deed_type IN ('tax', 'sheriff', 'trustee', 'foreclosure') OR (deed_type IS NULL AND ${SELLS_BY_COURT_OR_TRUST_DEED})`,
  deed_in_lieu: "deed_type = 'in_lieu'",
  source_not_market: "sale_validity = 'not_market'",
  price_nominal: 'nominal_price AND price IS NULL AND discloses_prices',
  price_under_minimum: `price < ${MIN_MARKET_PRICE_USD}`,
  multi_parcel: 'multi_parcel',
  same_price_within_year: `days_since_same_price <= ${SAME_PRICE_MAX_DAYS} AND seller_kind IS DISTINCT FROM 'relocation'
    AND NOT coalesce(seller_is_ibuyer, false)`,
  seller_government: `seller_kind = 'government' OR ${isHousingEnterprise('grantor_key')}`,
  buyer_government: `buyer_kind = 'government' OR ${isHousingEnterprise('grantee_key')}`,
  seller_housing_charity: isHousingCharity('grantor_key'),
  buyer_lender: "buyer_kind = 'lender'",
  buyer_relocation: "buyer_kind = 'relocation'",
  buyer_ibuyer: 'buyer_is_ibuyer',
  resold_soon: `NOT multi_parcel AND days_to_other_price <= ${RESOLD_MAX_DAYS}`,
  same_cluster: 'buyer_id = seller_id',
  party_on_both_sides: 'party_on_both_sides',
  companies_alike: 'companies_alike',
  shared_rare_surname: `surname_share < ${RARE_SURNAME_MAX_SHARE}`,
  shared_rare_name: `coalesce(surname_share >= ${RARE_SURNAME_MAX_SHARE}, true) AND NOT coalesce(party_on_both_sides, false)
    AND (least(word_share, signer_share) < ${RARE_SURNAME_MAX_SHARE}
      OR word_share < ${FAMILY_COMPANY_MAX_SHARE} AND (${bearsTheName('grantee', 'seller')} OR ${bearsTheName('grantor', 'buyer')}))`,
};

/** SQL: the company on one side is named after the first person on the other side. */
function bearsTheName(company: 'grantor' | 'grantee', person: 'seller' | 'buyer'): string {
  const kind = company === 'grantor' ? 'seller_kind' : 'buyer_kind';
  return `coalesce(${kind} = 'company' AND starts_with(${company}_key, ${person}_surname || ' '), false)`;
}
