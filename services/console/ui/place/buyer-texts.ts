import type { Buyer } from '../api/place-queries.ts';
import { asDay, asName } from '../lib/format.ts';

/** Identity of a list entry: the buyer, or the home when a search was made without explanations. */
export const buyerKey = (buyer: Buyer): string => buyer.explain?.buyer_id ?? `rank-${buyer.smart_match_rank}`;

export const buyerName = (buyer: Buyer): string =>
  asName(
    buyer.buyer_entity_name ?? ([buyer.buyer_first_name, buyer.buyer_last_name].filter(Boolean).join(' ') || null),
  );

/** The person behind a company; null when the company is the person. */
export const contactName = ({ buyer_first_name: first, buyer_last_name: last }: Buyer): string | null =>
  first === null && last === null ? null : [first, last].filter(Boolean).join(' ');

const purchaseOf = (buyer: Buyer): { date: string | null; price: number | null; method: string | null } =>
  buyer.buyer_type === 'flipper'
    ? {
        date: buyer.flip_purchase_transaction_date,
        price: buyer.flip_purchase_transaction_price,
        method: buyer.flip_purchase_method,
      }
    : {
        date: buyer.rental_purchase_transaction_date,
        price: buyer.rental_purchase_transaction_price,
        method: buyer.rental_purchase_method,
      };

/** Day of the newest purchase among the deals that explain the rank. */
const lastPurchase = (buyer: Buyer): string | null =>
  (buyer.explain?.evidence ?? [])
    .map((deal) => deal.purchase_date)
    .sort()
    .at(-1) ?? purchaseOf(buyer).date;

const CONTACT_TEXTS: Readonly<Record<string, string>> = {
  partly_withheld: 'Some contacts are on a do-not-contact list',
  withheld: 'On a do-not-contact list',
  phones_withheld: 'Phone numbers are withheld until the do-not-call snapshot is renewed',
  not_found: 'No phone number or e-mail address is known',
  lookup_failed: 'The contact lookup failed. Search again later',
};

/** Why there is no contact; null when there is one. */
export const contactProblem = (buyer: Buyer): string | null =>
  CONTACT_TEXTS[buyer.explain?.contact_status ?? 'available'] ?? null;

/** Columns of the exported list. */
export const BUYER_COLUMNS = [
  ...['rank', 'buyer', 'type', 'contact', 'phone', 'email', 'contact_status', 'miles', 'deals_in_radius', 'score'],
  ...['last_purchase', 'best_match_address', 'purchase_date', 'purchase_price', 'buyer_id'],
] as const;

export const buyerRow = (buyer: Buyer) => {
  const purchase = purchaseOf(buyer);
  return [
    ...[buyer.smart_match_rank, buyer.buyer_entity_name, buyer.buyer_type, contactName(buyer)],
    ...[buyer.buyer_phone_number, buyer.buyer_email, buyer.explain?.contact_status, buyer.miles_from_subject],
    ...[buyer.explain?.deals_in_radius, buyer.explain?.match.score.toFixed(3), lastPurchase(buyer), buyer.address],
    ...[purchase.date, purchase.price, buyer.explain?.buyer_id],
  ];
};

export const purchaseText = (buyer: Buyer): string => `last bought ${asDay(lastPurchase(buyer))}`;
