import { type Static, Type } from '@sinclair/typebox';
import { CalendarDate, Nullable } from '../common.ts';

const text = (description?: string) => Nullable(Type.String({ description }));
const number = (description?: string) => Nullable(Type.Number({ description }));
const date = (description: string) => Nullable(CalendarDate, { description });

/** Of both buyer types, up to the type itself (doc 1 section 2.3). */
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
  smart_match_rank: Type.Integer({ minimum: 1, description: '1 is the best match; results come in this order' }),
};

export const FlipperSearchItem = Type.Object(
  {
    ...common,
    buyer_type: Type.Literal('flipper'),
    flip_sale_transaction_date: date('Date the buyer sold the flipped property'),
    flip_sale_transaction_price: number('US dollars'),
    flip_purchase_transaction_date: date('Date the buyer bought the flipped property'),
    flip_purchase_transaction_price: number('US dollars'),
    flip_purchase_method: text('How the purchase was paid for'),
    rental_purchase_transaction_date: Type.Null(),
    rental_purchase_transaction_price: Type.Null(),
    rental_purchase_method: Type.Null(),
  },
  { additionalProperties: false, description: 'A buyer who bought, improved and resold a property' },
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
    rental_purchase_method: text('How the purchase was paid for'),
  },
  { additionalProperties: false, description: 'A buyer who bought a property to rent it out' },
);

/** One buyer: all 25 keys always present, the ones of the other buyer type null (decision 16). */
export const BuyerSearchItem = Type.Union([FlipperSearchItem, LandlordSearchItem]);
export type FlipperSearchItem = Static<typeof FlipperSearchItem>;
export type LandlordSearchItem = Static<typeof LandlordSearchItem>;
export type BuyerSearchItem = Static<typeof BuyerSearchItem>;
