import type { SeenBuyer } from '@plat/contracts/admin';
import type { Buyer } from '../api/place-queries.ts';
import { NO_PLACE, type Place, queryOf } from './place.ts';

/** Why a buyer is news: nobody saw it in this search, or it bought since. */
export type News = 'new' | 'bought again';

/** The query under which a search is saved: its place and filters, not what is selected or typed beside them. */
export const savedQueryOf = (place: Place): string => {
  const { sort, selected, saved, repairs, fee, rule } = NO_PLACE;
  return queryOf({ ...place, sort, selected, saved, repairs, fee, rule }).toString();
};

const lastPurchaseOf = (buyer: Buyer): string | null =>
  (buyer.explain?.evidence ?? [])
    .map((deal) => deal.purchase_date)
    .sort()
    .at(-1) ?? null;

/** What is remembered of the buyers of a search: ids and days, no names and no contacts. */
export const seenBuyers = (buyers: readonly Buyer[]): SeenBuyer[] => {
  const seen = new Map<string, SeenBuyer>();
  for (const buyer of buyers) {
    const id = buyer.explain?.buyer_id;
    if (id !== undefined) seen.set(id, { buyer_id: id, last_purchase_date: lastPurchaseOf(buyer) });
  }
  return [...seen.values()];
};

/** The buyers that are news to whoever saw those, by id. */
export function newsOf(buyers: readonly Buyer[], seen: readonly SeenBuyer[]): Map<string, News> {
  const days = new Map(seen.map(({ buyer_id: id, last_purchase_date: day }) => [id, day ?? '']));
  const news = new Map<string, News>();
  for (const { buyer_id: id, last_purchase_date: day } of seenBuyers(buyers)) {
    const before = days.get(id);
    if (before === undefined) news.set(id, 'new');
    else if ((day ?? '') > before) news.set(id, 'bought again');
  }
  return news;
}
