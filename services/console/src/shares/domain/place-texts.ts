import type { SharedPlace } from '@plat/contracts/admin';
import { asCount, asDay, asDollars, asNumber, asPlural } from '../../../ui/lib/format.ts';

/** The home in short texts; empty when nothing is known of it. */
export function homeTexts({ home }: SharedPlace): string[] {
  if (home === null) return [];
  return [
    home.property_type,
    home.bedrooms === null ? null : `${asNumber(home.bedrooms)} bd`,
    home.bathrooms === null ? null : `${asNumber(home.bathrooms)} ba`,
    home.living_square_feet === null ? null : `${asCount(home.living_square_feet)} sq ft`,
    home.lot_square_feet === null ? null : `lot ${asCount(home.lot_square_feet)} sq ft`,
    home.year_built === null ? null : `built ${home.year_built}`,
    home.last_sale_date === null
      ? null
      : `last sold ${asDay(home.last_sale_date)} for ${asDollars(home.last_sale_price)}`,
  ].filter((text) => text !== null);
}

/** How the maximum offer adds up; empty without an offer. */
export function sumTexts({ arv, offer }: SharedPlace): (readonly [string, string])[] {
  if (arv === null || offer === null) return [];
  return [
    [`${offer.rule}% of ${asDollars(arv.value)}`, asDollars(Math.round((arv.value * offer.rule) / 100))],
    ['less repairs', asDollars(-offer.repairs)],
    ['less the fee', asDollars(-offer.fee)],
    ['maximum offer', asDollars(offer.value)],
  ];
}

/** How many buyers there are, and how many of them are listed. */
export function buyersText({ buyers, buyers_found: found, radius_miles: radius }: SharedPlace): string {
  const within = `${asPlural(found, 'buyer')} within ${asNumber(radius)} mi`;
  return found > buyers.length ? `${within}; the best ${asCount(buyers.length)} are listed` : within;
}

export const BUYER_HEADERS = ['Rank', 'Buyer', 'Type', 'Deals nearby', 'Last bought', 'Miles'] as const;

/** The cells of a buyer under those headers. */
export const buyerCells = (buyer: SharedPlace['buyers'][number]): string[] => [
  String(buyer.rank),
  buyer.name,
  buyer.buyer_type === 'flipper' ? 'Flipper' : 'Landlord',
  asCount(buyer.deals_nearby),
  asDay(buyer.last_purchase_date),
  buyer.miles.toFixed(2),
];

export const rangeText = (range: { value_low: number; value_high: number }): string =>
  `${asDollars(range.value_low)} to ${asDollars(range.value_high)}`;
