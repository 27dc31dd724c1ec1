import { type BuyerSearchItem, encodeBuyerId, encodePropertyId } from '@plat/contracts';
import type { SuppressionLists } from '../../contacts/index.ts';
import { contactStatus, deletedAmong, judgeContacts } from '../../contacts/index.ts';
import { denseRanks } from '../../deals/index.ts';
import { buyerItem } from './buyer-item.ts';
import type { FoundBuyer } from './found-buyer.ts';
import type { FoundExplanation } from './found-explanation.ts';

/** Options for showing buyers. */
export interface Showing {
  /** Leaves out buyers without a phone number and ranks the others again. */
  hide_no_phone: boolean;
  /** The UTC day that decides whether the national snapshot is still valid, `YYYY-MM-DD`. */
  asOf: string;
  /** true adds the status of each contact and the time of the check; full adds the whole explanation. */
  explain: boolean | 'full';
  /** Time of showing, ISO 8601 in UTC. */
  checkedAt: string;
}

/** Buyers as callers see them, in the given order. The do-not-contact lists are applied now. */
export async function showBuyers(
  found: readonly FoundBuyer[],
  suppressions: SuppressionLists,
  { hide_no_phone: hideNoPhone, asOf, explain, checkedAt }: Showing,
  signal: AbortSignal,
): Promise<BuyerSearchItem[]> {
  const people = found.map(({ contact }) => contact);
  const judged = await judgeContacts(people, suppressions, asOf, signal);
  const isDeleted = explain === 'full' ? await deletedAmong(people, suppressions, signal) : [];
  const all = found.map((buyer, index) => ({
    known: buyer,
    allowed: judged[index]!,
    isDeleted: isDeleted[index] === true,
  }));
  const shown = hideNoPhone ? all.filter(({ allowed }) => allowed.wireless.length > 0) : all;
  const rankNow = denseRanks(shown.map(({ known }) => known.rank));
  return shown.map(({ known, allowed, isDeleted: hidesMailing }) => {
    const item = buyerItem({ ...known, contact: allowed, rank: rankNow.get(known.rank)! });
    if (!explain) return item;
    const contact = {
      contact_status: contactStatus(known, allowed),
      contact_checked_at: known.contact === null ? null : checkedAt,
    };
    if (explain !== 'full' || known.explanation === undefined) return { ...item, ...contact };
    return { ...item, explain: { ...explanationItem(known, known.explanation, hidesMailing), ...contact } };
  });
}

const explanationItem = (
  { deal }: FoundBuyer,
  { propertyId, parcelId, mailing, match, evidence, deals_in_radius }: FoundExplanation,
  hidesMailing: boolean,
) => ({
  buyer_id: encodeBuyerId(deal.buyer.buyerId),
  property_id: encodePropertyId(propertyId),
  parcel_id: parcelId,
  mailing_address: hidesMailing ? null : mailing,
  match,
  evidence,
  deals_in_radius,
});
