import { type Static, Type } from '@sinclair/typebox';
import { CalendarDate, Nullable, oneOf, Timestamp } from '../common.ts';
import { MailingAddress } from './buyer-profile.ts';

const text = (description?: string) => Nullable(Type.String({ description }));
const number = (description?: string) => Nullable(Type.Number({ description }));
const date = (description: string) => Nullable(CalendarDate, { description });

/**
 * State of a buyer's contact: `available`; `partly_withheld` or `withheld` by do-not-contact lists;
 * `phones_withheld` when the national do-not-call snapshot is too old to show any number; `not_found` when no
 * wireless number or e-mail address is known for the owner name;
 * `lookup_failed` when the provider did not answer (docs/rules/do-not-contact.md).
 */
export const CONTACT_STATUSES = [
  'available',
  'partly_withheld',
  'withheld',
  'phones_withheld',
  'not_found',
  'lookup_failed',
] as const;
export type ContactStatus = (typeof CONTACT_STATUSES)[number];

/** Parts of the match score, in this order. */
export const MATCH_PART_NAMES = ['proximity', 'recency', 'similarity', 'activity', 'reliability'] as const;

const MatchPart = Type.Object({
  name: oneOf(MATCH_PART_NAMES),
  value: Type.Number({ minimum: 0, maximum: 1 }),
  weight: Type.Number({ minimum: 0, maximum: 1, description: 'The weights of all parts sum to 1' }),
  points: Type.Number({ minimum: 0, maximum: 1, description: 'value times weight' }),
  judged: Type.Optional(
    Type.Literal(false, { description: 'Only when the records tell nothing: value is then the neutral one' }),
  ),
});

/** A deal of the buyer, wherever it was. */
const Evidence = Type.Object({
  deal_type: oneOf(['flip', 'rental']),
  property_id: Type.String(),
  address: text(),
  purchase_date: CalendarDate,
  purchase_price: number('US dollars'),
  sale_date: Nullable(CalendarDate, { description: 'Resale of a flip' }),
  sale_price: number('US dollars'),
  miles_from_subject: number('Miles, two decimals; null without coordinates'),
});
export const EVIDENCE_MAX_DEALS = 5;

/** The identity of a buyer and the reasons for its rank; only with `explain: "full"`. */
export const BuyerExplanation = Type.Object({
  buyer_id: Type.String({ description: 'Stays the same through later imports; see GET /v1/buyers' }),
  property_id: Type.String({ description: 'The property that the buyer flipped or bought' }),
  parcel_id: Type.String({ description: "The assessor's identifier of that property" }),
  mailing_address: Nullable(MailingAddress, {
    description: "Address on the buyer's newest deal; null when unknown, or when a person asked for deletion",
  }),
  match: Type.Object({
    score: Type.Number({ minimum: 0, maximum: 1, description: 'Sum of the points' }),
    parts: Type.Array(MatchPart),
  }),
  evidence: Type.Array(Evidence, { maxItems: EVIDENCE_MAX_DEALS, description: 'Deals of the buyer, newest first' }),
  deals_in_radius: Type.Integer({
    minimum: 0,
    description: 'Flips and rental purchases of the buyer in the circle and the window',
  }),
  contact_status: oneOf(CONTACT_STATUSES),
  contact_checked_at: Nullable(Timestamp),
});
export type BuyerExplanation = Static<typeof BuyerExplanation>;

/** Only in responses to requests with `explain`. */
const explained = {
  contact_status: Type.Optional(oneOf(CONTACT_STATUSES, { description: 'With explain: how the contact stands' })),
  contact_checked_at: Type.Optional(
    Nullable(Timestamp, { description: 'With explain: when the do-not-contact lists were asked' }),
  ),
  explain: Type.Optional(BuyerExplanation),
};

/** Fields of both buyer types, up to the type itself. */
const common = {
  buyer_first_name: text('Null when unknown or suppressed by Do Not Contact lists'),
  buyer_last_name: text('Null when unknown or suppressed by Do Not Contact lists'),
  buyer_entity_name: text('Owner name on record, often an LLC'),
  buyer_phone_number: Nullable(
    Type.Integer({
      description: 'Wireless number, ten digits; null when unknown or suppressed',
      examples: [6025550142],
    }),
  ),
  buyer_email: text('Null when unknown or suppressed'),
  address: text('Address of the property that the buyer flipped or bought'),
  bedrooms: number(),
  bathrooms: number(),
  livingsquarefeet: number('Square feet'),
  lotsquarefeet: number('Square feet'),
  propertytype: text('Descriptive type name'),
  latitude: number('Decimal degrees'),
  longitude: number('Decimal degrees'),
  miles_from_subject: Type.Number({ minimum: 0, description: 'Miles, rounded to two decimals' }),
  smart_match: Type.Boolean({ description: 'Whether the buyer is among the strongest matches for the subject' }),
  smart_match_rank: Type.Integer({ minimum: 1, description: '1 is the best match; results are in this order' }),
};

const exampleDeal = {
  address: '418 Saguaro Ln, Phoenix, AZ 85043',
  bedrooms: 3,
  bathrooms: 2,
  livingsquarefeet: 1480,
  lotsquarefeet: 6500,
  propertytype: 'Single Family Residential',
  latitude: 33.4391,
  longitude: -112.1832,
};

const flipperExample = {
  buyer_first_name: 'Ada',
  buyer_last_name: 'Example',
  buyer_entity_name: 'EXAMPLE HOMES LLC',
  buyer_phone_number: 6025550142,
  buyer_email: 'ada@example.com',
  ...exampleDeal,
  miles_from_subject: 0.62,
  smart_match: true,
  smart_match_rank: 1,
  buyer_type: 'flipper',
  flip_sale_transaction_date: '2026-01-20',
  flip_sale_transaction_price: 389000,
  flip_purchase_transaction_date: '2025-08-04',
  flip_purchase_transaction_price: 271000,
  flip_purchase_method: 'cash',
  rental_purchase_transaction_date: null,
  rental_purchase_transaction_price: null,
  rental_purchase_method: null,
};

const landlordExample = {
  ...flipperExample,
  smart_match_rank: 2,
  buyer_type: 'landlord',
  flip_sale_transaction_date: null,
  flip_sale_transaction_price: null,
  flip_purchase_transaction_date: null,
  flip_purchase_transaction_price: null,
  flip_purchase_method: null,
  rental_purchase_transaction_date: '2025-08-04',
  rental_purchase_transaction_price: 271000,
  rental_purchase_method: 'financed',
};

export const FlipperSearchItem = Type.Object(
  {
    ...common,
    buyer_type: Type.Literal('flipper'),
    flip_sale_transaction_date: date('Date the buyer sold the flipped property'),
    flip_sale_transaction_price: number('US dollars'),
    flip_purchase_transaction_date: date('Date the buyer bought the flipped property'),
    flip_purchase_transaction_price: number('US dollars'),
    flip_purchase_method: text('How the buyer paid'),
    rental_purchase_transaction_date: Type.Null(),
    rental_purchase_transaction_price: Type.Null(),
    rental_purchase_method: Type.Null(),
    ...explained,
  },
  {
    additionalProperties: false,
    description: 'A buyer who bought, improved and resold a property',
    examples: [flipperExample],
  },
);

export const LandlordSearchItem = Type.Object(
  {
    ...common,
    buyer_type: Type.Literal('landlord'),
    flip_sale_transaction_date: Type.Null(),
    flip_sale_transaction_price: Type.Null(),
    flip_purchase_transaction_date: Type.Null(),
    flip_purchase_transaction_price: Type.Null(),
    flip_purchase_method: Type.Null(),
    rental_purchase_transaction_date: date('Date the buyer bought the property'),
    rental_purchase_transaction_price: number('US dollars'),
    rental_purchase_method: text('How the buyer paid'),
    ...explained,
  },
  {
    additionalProperties: false,
    description: 'A buyer who bought a property to rent it out',
    examples: [landlordExample],
  },
);

/** One buyer. All 25 keys are always present, with those of the other buyer type null. */
export const BuyerSearchItem = Type.Union([FlipperSearchItem, LandlordSearchItem]);
export type FlipperSearchItem = Static<typeof FlipperSearchItem>;
export type LandlordSearchItem = Static<typeof LandlordSearchItem>;
export type BuyerSearchItem = Static<typeof BuyerSearchItem>;
