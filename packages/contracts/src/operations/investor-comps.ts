import { type Static, Type } from '@sinclair/typebox';
import { type BuyerType, Latitude, Longitude, Nullable, OptionalNullable, type PropertyType } from '../common.ts';
import { defineEndpoint } from '../endpoint.ts';
import { errorsUnder, INVALID_INPUT } from '../error-rows.ts';
import { DEADLINE_MS, dataPolicy } from '../policies.ts';
import { areaDeal, FLIP_FIELDS, RENTAL_FIELDS } from '../resources/area-deal.ts';
import {
  ANALYTICS_PROPERTY_TYPES,
  BuyerTypesFilter,
  PropertyTypesFilter,
  selectedBuyerTypes,
  selectedOf,
} from '../resources/property-filters.ts';
import { RECORDS_HEADERS } from '../rules/records-headers.ts';

export const INVESTOR_COMPS_DEFAULTS = { radius_miles: 2, lookback_months: 24, limit: 50 } as const;
export const INVESTOR_COMPS_MAX_RESULTS = 250;

const detail = (description: string) => OptionalNullable(Type.Number({ minimum: 0 }), { description });

export const InvestorCompsRequest = Type.Object({
  latitude: Latitude,
  longitude: Longitude,
  property_types: PropertyTypesFilter(ANALYTICS_PROPERTY_TYPES),
  subject_property_details: OptionalNullable(
    Type.Object({
      bedrooms: detail('Bedrooms of the subject'),
      bathrooms: detail('Bathrooms of the subject'),
      square_feet: detail('Living area of the subject in square feet'),
    }),
    { description: 'If sent, even empty, comps are ranked by similarity and include rank and pricePerSqFt' },
  ),
  radius_miles: OptionalNullable(Type.Number({ exclusiveMinimum: 0, maximum: 10 }), {
    default: INVESTOR_COMPS_DEFAULTS.radius_miles,
  }),
  lookback_months: OptionalNullable(Type.Integer({ minimum: 1, maximum: 60 }), {
    default: INVESTOR_COMPS_DEFAULTS.lookback_months,
  }),
  limit: OptionalNullable(Type.Integer({ minimum: 1, maximum: INVESTOR_COMPS_MAX_RESULTS }), {
    default: INVESTOR_COMPS_DEFAULTS.limit,
  }),
  buyer_types: BuyerTypesFilter(),
});
export type InvestorCompsRequest = Static<typeof InvestorCompsRequest>;

export const InvestorComp = areaDeal(
  {
    rank: Type.Optional(Type.Integer({ minimum: 1, description: '1 is the best match' })),
    pricePerSqFt: Type.Optional(Nullable(Type.Number({ description: 'Purchase price per square foot, two decimals' }))),
  },
  FLIP_FIELDS,
  RENTAL_FIELDS,
);
export type InvestorComp = Static<typeof InvestorComp>;

export interface InvestorCompsCriteria {
  latitude: number;
  longitude: number;
  property_types: PropertyType[];
  buyer_types: BuyerType[];
  /** Null when the caller sent none; all attributes null when an empty object was sent. */
  subject_property_details: { bedrooms: number | null; bathrooms: number | null; square_feet: number | null } | null;
  radius_miles: number;
  lookback_months: number;
  limit: number;
}

/** Applies the defaults to a checked request. */
export function investorCompsCriteria(body: InvestorCompsRequest): InvestorCompsCriteria {
  const details = body.subject_property_details ?? null;
  return {
    latitude: body.latitude,
    longitude: body.longitude,
    property_types: selectedOf(body.property_types, ANALYTICS_PROPERTY_TYPES),
    buyer_types: selectedBuyerTypes(body.buyer_types),
    subject_property_details: details && {
      bedrooms: details.bedrooms ?? null,
      bathrooms: details.bathrooms ?? null,
      square_feet: details.square_feet ?? null,
    },
    radius_miles: body.radius_miles ?? INVESTOR_COMPS_DEFAULTS.radius_miles,
    lookback_months: body.lookback_months ?? INVESTOR_COMPS_DEFAULTS.lookback_months,
    limit: body.limit ?? INVESTOR_COMPS_DEFAULTS.limit,
  };
}

const policy = dataPolicy(
  'investor_comps',
  { counts: 'success_with_results', resultsIn: null },
  DEADLINE_MS.analytics,
  {
    userStatus: 400,
  },
);

export const investorComps = defineEndpoint({
  operation: 'investorComps',
  service: 'investors',
  audience: 'public',
  method: 'POST',
  path: '/v1/investor-comps',
  aliases: ['/functions/v1/investor-comps'],
  summary: 'Recent flips and rental purchases near a location, optionally ranked against a subject',
  description:
    "Nearest first. With subject_property_details: comps with a living area within half of the subject's and within two bedrooms and bathrooms, most similar first. Leaves out off-market purchases but includes institutions.",
  tag: 'Property data',
  request: { body: InvestorCompsRequest },
  responses: { 200: Type.Array(InvestorComp, { maxItems: INVESTOR_COMPS_MAX_RESULTS }) },
  responseHeaders: RECORDS_HEADERS,
  errors: errorsUnder(policy, INVALID_INPUT, { 504: ['TIMEOUT'] }),
  policy,
  example: {
    latitude: 33.513026,
    longitude: -112.137713,
    subject_property_details: { bedrooms: 3, bathrooms: 2, square_feet: 1600 },
  },
});
