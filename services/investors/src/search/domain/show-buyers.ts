import type { BuyerSearchItem } from '@plat/contracts';
import { contactStatus, judgeContacts } from '../../contacts/index.ts';
import { denseRanks } from '../../deals/index.ts';
import { buyerItem } from './buyer-item.ts';
import type { FoundBuyer } from './found-buyer.ts';
import type { SuppressionLists } from './ports.ts';

/** How buyers are shown. */
export interface Showing {
  /** Those without a phone number are left out, and the others ranked anew. */
  hide_no_phone: boolean;
  /** The UTC day that decides whether the national snapshot is still valid, `YYYY-MM-DD`. */
  asOf: string;
  /** How each contact stands is said, and when the lists were asked. */
  explain: boolean;
  /** The instant of showing, ISO 8601 in UTC. */
  checkedAt: string;
}

/** Buyers as callers see them, contacts as the do-not-contact lists allow at this moment, in the order given. */
export async function showBuyers(
  found: readonly FoundBuyer[],
  suppressions: SuppressionLists,
  { hide_no_phone: hideNoPhone, asOf, explain, checkedAt }: Showing,
  signal: AbortSignal,
): Promise<BuyerSearchItem[]> {
  const people = found.map(({ contact }) => contact);
  const judged = await judgeContacts(people, suppressions, asOf, signal);
  const all = found.map((buyer, index) => ({ known: buyer, allowed: judged[index]! }));
  const shown = hideNoPhone ? all.filter(({ allowed }) => allowed.wireless.length > 0) : all;
  const rankNow = denseRanks(shown.map(({ known }) => known.rank));
  return shown.map(({ known, allowed }) => {
    const item = buyerItem({ ...known, contact: allowed, rank: rankNow.get(known.rank)! });
    if (!explain) return item;
    const checked = known.contact === null ? null : checkedAt;
    return { ...item, contact_status: contactStatus(known, allowed), contact_checked_at: checked };
  });
}
