import type { OffersAnswer } from '@plat/client';
import type { SharedPlace } from '@plat/contracts/admin';
import type { Buyer } from '../api/place-queries.ts';
import { asName } from './format.ts';
import { maximumOffer, type ValueRange } from './offer.ts';
import type { Place } from './place.ts';

/** The most buyers that a link takes. */
const BUYERS_MAX = 100;
const NAME_MAX = 300;

interface Found {
  buyers: readonly Buyer[];
  recordsThrough: string | null;
  /** Null for a place that has no value. */
  offers: OffersAnswer | null;
}

/** What others may see of a place. Contacts, mailing addresses and the people behind a company stay out. */
export function sharedPlace(place: Place, { buyers, recordsThrough, offers }: Found): SharedPlace {
  const byRank = [...buyers].sort((a, b) => a.smart_match_rank - b.smart_match_rank);
  const { rule, repairs, fee } = place;
  return {
    address: place.address || 'The chosen point',
    home: offers === null ? null : homeOf(offers),
    as_is: rangeOf(offers?.as_is),
    arv: rangeOf(offers?.arv),
    rent: rangeOf(offers?.rent),
    offer:
      offers === null
        ? null
        : {
            ...maximumOffer(offers.arv, place),
            rule: Math.round(rule),
            repairs: Math.round(repairs),
            fee: Math.round(fee),
          },
    buyers: byRank.slice(0, BUYERS_MAX).map((buyer) => ({
      rank: buyer.smart_match_rank,
      name: buyer.buyer_entity_name === null ? 'Name withheld' : asName(buyer.buyer_entity_name).slice(0, NAME_MAX),
      buyer_type: buyer.buyer_type,
      deals_nearby: buyer.explain?.deals_in_radius ?? 1,
      last_purchase_date: newestOf(buyer.explain?.evidence.map((deal) => deal.purchase_date) ?? []),
      miles: buyer.miles_from_subject,
    })),
    buyers_found: buyers.length,
    radius_miles: place.radius,
    records_through: recordsThrough,
  };
}

const newestOf = (days: readonly string[]): string | null => [...days].sort().at(-1) ?? null;

const rangeOf = (range: ValueRange | null | undefined): ValueRange | null =>
  range == null ? null : { value: range.value, value_low: range.value_low, value_high: range.value_high };

const homeOf = ({ subject }: OffersAnswer): SharedPlace['home'] => ({
  property_type: subject.property_type,
  bedrooms: subject.bedrooms,
  bathrooms: subject.bathrooms,
  living_square_feet: subject.living_square_feet,
  lot_square_feet: subject.lot_square_feet,
  year_built: subject.year_built,
  last_sale_date: subject.last_sale_date,
  last_sale_price: subject.last_sale_price,
});
