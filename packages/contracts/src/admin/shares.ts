import { type Static, Type } from '@sinclair/typebox';
import { BUYER_TYPES, CalendarDate, Nullable, oneOf, Timestamp, Uuid } from '../common.ts';
import { defineAdminOperation, EVERYONE } from './operation.ts';
import { PAGE_QUERY, pageOf } from './paging.ts';

export const SHARE_DEFAULT_DAYS = 7;
const SHARE_MAX_DAYS = 30;
const SHARED_BUYERS_MAX = 100;
const NAME_MAX = 300;

const dollars = () => Type.Integer({ minimum: 0, maximum: 1e12, description: 'US dollars' });
const count = (maximum: number) => Type.Number({ minimum: 0, maximum });
const ValueRange = Type.Object({ value: dollars(), value_low: dollars(), value_high: dollars() });

/** A buyer as others may see it: by the name on record, without anything to reach a person by. */
const SharedBuyer = Type.Object({
  rank: Type.Integer({ minimum: 1, maximum: 10_000 }),
  name: Type.String({ minLength: 1, maxLength: NAME_MAX, description: 'Owner name on record' }),
  buyer_type: oneOf(BUYER_TYPES),
  deals_nearby: Type.Integer({ minimum: 0, maximum: 100_000 }),
  last_purchase_date: Nullable(CalendarDate),
  miles: count(100),
});

/** A place as a link shows it: value, offer and buyers, without contacts. */
export const SharedPlace = Type.Object({
  address: Type.String({ minLength: 1, maxLength: NAME_MAX }),
  home: Nullable(
    Type.Object({
      property_type: Nullable(Type.String({ maxLength: NAME_MAX })),
      bedrooms: Nullable(count(1_000)),
      bathrooms: Nullable(count(1_000)),
      living_square_feet: Nullable(count(1e9)),
      lot_square_feet: Nullable(count(1e12)),
      year_built: Nullable(Type.Integer({ minimum: 0, maximum: 9_999 })),
      last_sale_date: Nullable(CalendarDate),
      last_sale_price: Nullable(count(1e12)),
    }),
    { description: 'null without a value' },
  ),
  as_is: Nullable(ValueRange),
  arv: Nullable(ValueRange),
  rent: Nullable(ValueRange, { description: 'US dollars a month' }),
  offer: Nullable(
    Type.Object({
      ...ValueRange.properties,
      rule: Type.Integer({ minimum: 1, maximum: 100, description: 'Percent of the value after repair' }),
      repairs: dollars(),
      fee: dollars(),
    }),
    { description: 'Maximum offer' },
  ),
  buyers: Type.Array(SharedBuyer, { maxItems: SHARED_BUYERS_MAX, description: 'Best rank first' }),
  buyers_found: Type.Integer({ minimum: 0, maximum: 100_000 }),
  radius_miles: count(10),
  records_through: Nullable(CalendarDate),
});
export type SharedPlace = Static<typeof SharedPlace>;

const SHARE_STANDINGS = ['active', 'expired', 'revoked'] as const;

const ShareDocument = Type.Object({
  id: Uuid,
  address: Type.String(),
  shared_by: Type.String({ description: 'Name of the person' }),
  standing: oneOf(SHARE_STANDINGS),
  created_at: Timestamp,
  expires_at: Timestamp,
});
export type ShareDocument = Static<typeof ShareDocument>;

const shared = { tag: 'Shared links', path: '/admin/v1/shares' } as const;

export const createShare = defineAdminOperation({
  ...shared,
  operation: 'createShare',
  method: 'POST',
  summary: 'Make a link to a place that anybody may read until it expires',
  description:
    'The link shows the place as it is in the request, so opening it counts nothing. Plat stores a hash of its token only.',
  roles: EVERYONE,
  request: {
    body: Type.Object({
      place: SharedPlace,
      days: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: SHARE_MAX_DAYS,
          description: `Days until it expires; ${SHARE_DEFAULT_DAYS} by default`,
        }),
      ),
    }),
  },
  status: 201,
  answer: Type.Object({ ...ShareDocument.properties, url: Type.String({ description: 'Shown once' }) }),
  errors: ['LIMIT_REACHED'],
});

export const listShares = defineAdminOperation({
  ...shared,
  operation: 'listShares',
  method: 'GET',
  summary: 'List your links, newest first',
  description: 'Owners and operators see the links of everybody.',
  roles: EVERYONE,
  request: { query: Type.Object(PAGE_QUERY) },
  status: 200,
  answer: pageOf('shares', ShareDocument),
});

export const revokeShare = defineAdminOperation({
  ...shared,
  operation: 'revokeShare',
  method: 'DELETE',
  summary: 'End a link of yours at once, and delete what it showed',
  description: 'Owners and operators may end the links of everybody.',
  roles: EVERYONE,
  request: { query: Type.Object({ share_id: Uuid }) },
  status: 200,
  answer: ShareDocument,
  errors: ['NOT_FOUND'],
});

export const makePlaceReport = defineAdminOperation({
  operation: 'makePlaceReport',
  method: 'POST',
  path: '/admin/v1/place-reports',
  tag: 'Shared links',
  summary: 'Make a PDF of two pages: value and offer, and buyers without contacts',
  roles: EVERYONE,
  request: { body: Type.Object({ place: SharedPlace }) },
  status: 200,
  answer: Type.Null(),
  mediaType: 'application/pdf',
});
