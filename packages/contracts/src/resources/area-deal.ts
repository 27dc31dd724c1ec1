import { type TProperties, Type } from '@sinclair/typebox';
import { CalendarDate, Nullable } from '../common.ts';

const text = (description?: string) => Nullable(Type.String({ description }));
const number = (description?: string) => Nullable(Type.Number({ description }));
const date = () => Nullable(CalendarDate);

const property = {
  address: text(),
  bedrooms: number(),
  bathrooms: number(),
  livingsquarefeet: number('Square feet'),
  lotsquarefeet: number('Square feet'),
  propertytype: text('Descriptive type name'),
  latitude: number('Decimal degrees'),
  longitude: number('Decimal degrees'),
};
const distance = { miles_from_subject: Type.Number({ minimum: 0, description: 'Miles, two decimals' }) };

/** Fields of flips and rentals; a deal has only the fields of its own kind. */
export const FLIP_FIELDS = {
  flip_sale_transaction_date: date(),
  flip_sale_transaction_price: number('US dollars'),
  flip_purchase_transaction_date: date(),
  flip_purchase_transaction_price: number('US dollars'),
};
export const RENTAL_FIELDS = {
  rental_purchase_transaction_date: date(),
  rental_purchase_transaction_price: number('US dollars'),
};
export const purchaseMethod = () => text('How the buyer paid');

/** A flip or a rental near a location, as in analytics search and investor comps. */
export const areaDeal = <Head extends TProperties, Flip extends TProperties, Rental extends TProperties>(
  head: Head,
  flip: Flip,
  rental: Rental,
) =>
  Type.Union([
    Type.Object(
      { ...head, buyer_type: Type.Literal('flipper'), ...property, ...flip, ...distance },
      { additionalProperties: false },
    ),
    Type.Object(
      { ...head, buyer_type: Type.Literal('landlord'), ...property, ...rental, ...distance },
      { additionalProperties: false },
    ),
  ]);
