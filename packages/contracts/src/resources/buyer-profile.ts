import { type Static, Type } from '@sinclair/typebox';
import { CalendarDate, Nullable, oneOf } from '../common.ts';
import { MATCH_REASONS, PortfolioStatistics } from './linked-deals.ts';

export const BUYER_HOLDINGS_MAX_RESULTS = 250;
/** Fewer purchases give no buy box. */
export const BUY_BOX_MIN_PURCHASES = 3;
export const BUYER_KINDS = ['person', 'company', 'trust', 'institution'] as const;
export type BuyerKind = (typeof BUYER_KINDS)[number];

const text = () => Nullable(Type.String());
const count = (description: string) => Type.Integer({ minimum: 0, description });
const dollars = () => Nullable(Type.Number({ description: 'US dollars' }));
const low = (description: string) => Nullable(Type.Number(), { description: `10th percentile of ${description}` });
const high = (description: string) => Nullable(Type.Number(), { description: `90th percentile of ${description}` });

export const MailingAddress = Type.Object({ line: text(), city: text(), state: text(), zip: text() });
export type MailingAddress = Static<typeof MailingAddress>;

/** The homes that a buyer usually buys, based on flips and rental purchases. */
export const BuyBox = Type.Object(
  {
    price_low: low('purchase prices, whole US dollars'),
    price_high: high('purchase prices, whole US dollars'),
    bedrooms: Type.Object({ low: low('bedrooms'), high: high('bedrooms') }),
    living_square_feet_low: low('living areas in square feet'),
    living_square_feet_high: high('living areas in square feet'),
    year_built_low: low('years built'),
    year_built_high: high('years built'),
    property_types: Type.Array(Type.String(), { description: 'Most frequent first' }),
    zips: Type.Array(Type.String(), { description: 'ZIP codes, most frequent first' }),
  },
  { description: 'Bounds are null with fewer than three purchases that record the value' },
);
export type BuyBox = Static<typeof BuyBox>;

export const BuyerHolding = Type.Object({
  property_id: Type.String(),
  address: text(),
  purchase_date: CalendarDate,
  purchase_price: dollars(),
  estimated_value: dollars(),
});
export type BuyerHolding = Static<typeof BuyerHolding>;

export const BuyerLink = Type.Object({
  name: Type.String({ description: 'Most frequent name of the other buyer' }),
  reason: oneOf(MATCH_REASONS),
  confidence: Type.Number({ minimum: 0, maximum: 1 }),
});
export type BuyerLink = Static<typeof BuyerLink>;

/** One buyer: its names, purchases and holdings, and other buyers who may be the same. */
export const BuyerProfile = Type.Object({
  buyer_id: Type.String({ description: 'Current id of the buyer; differs from the requested id after a merge' }),
  merged_from: Type.Array(Type.String(), { description: 'Ids that were merged into this buyer' }),
  names: Type.Array(Type.Object({ name: Type.String(), deals: count('Deals under this name') }), {
    description: 'As recorded, most deals first',
  }),
  kind: oneOf(BUYER_KINDS, { description: 'institution: a large institutional landlord, by its names or its size' }),
  mailing_addresses: Type.Array(MailingAddress, {
    description: 'Addresses of its deals, newest first. Empty when a person asked for deletion',
  }),
  counties: Type.Array(
    Type.Object({ fips: text(), county: text(), state: Type.String(), deals: count('Deals in the county') }),
    { description: 'Most deals first' },
  ),
  first_deal_date: Nullable(CalendarDate, { description: 'First purchase' }),
  last_deal_date: Nullable(CalendarDate, { description: 'Newest purchase or resale' }),
  statistics: PortfolioStatistics,
  buy_box: BuyBox,
  hold_days_median: Nullable(Type.Number({ minimum: 0 }), {
    description: 'Days that a flip was held; null without flips',
  }),
  holdings: Type.Array(BuyerHolding, {
    maxItems: BUYER_HOLDINGS_MAX_RESULTS,
    description: 'Parcels whose latest deed names the buyer, newest purchase first',
  }),
  links: Type.Array(BuyerLink, {
    description:
      'Other buyers who may be the same, by the wide match of linked deals. Empty when a person asked for deletion',
  }),
});
export type BuyerProfile = Static<typeof BuyerProfile>;
