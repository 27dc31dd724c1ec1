import { type Static, Type } from '@sinclair/typebox';
import { BUYER_TYPES, CalendarDate, Nullable, oneOf } from '../common.ts';
import type { EndpointErrors, ParameterPlaces } from '../endpoint.ts';
import type { FieldProblem } from '../errors.ts';

/** Errors of every automation endpoint. */
export const AUTOMATION_ERRORS: EndpointErrors = {
  403: ['HTTPS_REQUIRED'],
  405: ['METHOD_NOT_ALLOWED'],
  429: ['RATE_LIMIT_EXCEEDED'],
  500: ['INTERNAL'],
};

export const ApiKeyQuery = Type.Object({
  api_key: Type.String({ minLength: 1, description: 'The key that setup returned' }),
});

/** Maximum for one user. */
export const MAX_SUBSCRIPTIONS = 100;

export const WebhookQuery = Type.Object({
  api_key: Type.String({ minLength: 1, description: 'The key that setup returned' }),
  web_url: Type.String({ minLength: 1, description: 'https URL to send buyer records to' }),
});

export const UnsubscribeQuery = Type.Object({
  api_key: Type.String({ minLength: 1, description: 'The key that setup returned' }),
  web_url: Type.Optional(
    Type.String({ minLength: 1, description: 'The URL that was subscribed; required without id' }),
  ),
  id: Type.Optional(
    Type.String({ minLength: 1, description: 'The id that subscribe returned; takes precedence over web_url' }),
  ),
});

/** Other places for the key, besides the documented query parameter. */
export const API_KEY_PLACES: Readonly<Record<string, ParameterPlaces>> = { api_key: { header: 'x-api-key' } };

/** Automation platforms also send subscriptions as JSON. */
export const WEBHOOK_PLACES: Readonly<Record<string, ParameterPlaces>> = {
  api_key: { header: 'x-api-key', body: ['api_key', 'apiKey'] },
  web_url: { body: ['web_url', 'target_url', 'url'] },
};

export const UNSUBSCRIBE_PLACES: typeof WEBHOOK_PLACES = { ...WEBHOOK_PLACES, id: { body: ['id'] } };

/** Maximum JSON size of a buyer record, in bytes. */
export const MAX_BUYER_DATA_BYTES = 64 * 1024;

/** Serialising JSON takes time quadratic in its depth: thousands of levels would take seconds. */
export const MAX_BUYER_DATA_LEVELS = 32;

const isDeeperThan = (levels: number, value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner)));

const isLarge = (value: unknown): boolean =>
  new TextEncoder().encode(JSON.stringify(value)).length > MAX_BUYER_DATA_BYTES;

export function boundedBuyerData({ buyerData }: { buyerData: object }): FieldProblem[] {
  const problem = isDeeperThan(MAX_BUYER_DATA_LEVELS, buyerData)
    ? `must be nested at most ${MAX_BUYER_DATA_LEVELS} levels deep`
    : isLarge(buyerData) && `must be at most ${MAX_BUYER_DATA_BYTES / 1024} KB`;
  return problem === false ? [] : [{ field: 'buyerData', problem }];
}

const text = () => Type.String();
const number = () => Type.Number();

/** A sample buyer record; `id` and `zip_code` are additions. */
export const AutomationBuyerRecord = Type.Object({
  id: text(),
  address: text(),
  city: text(),
  county: text(),
  state: text(),
  zip: Type.Number({ description: 'Without leading zeros; zip_code has them' }),
  zip_code: text(),
  bathrooms: number(),
  bedrooms: number(),
  email_1: text(),
  landline_1: number(),
  landline_1_verification: text(),
  wireless_1: number(),
  wireless_1_verification: text(),
  wireless_2: number(),
  wireless_2_verification: text(),
  lastSaleDate: CalendarDate,
  lastSalePrice: number(),
  priorSaleDate: CalendarDate,
  priorSalePrice: number(),
  latitude: number(),
  longitude: number(),
  livingSquareFeet: number(),
  lotSquareFeet: number(),
  notes: text(),
  occurrences: number(),
  buyerRegisteredName: text(),
  result_first_name: text(),
  result_last_name: text(),
  smartMatch: Type.Boolean(),
  status: text(),
  type: oneOf(BUYER_TYPES),
  listing_link: text(),
  propertyType: text(),
  unitsCount: Nullable(number()),
  possible_buyer_address: text(),
  possible_buyer_city: text(),
  possible_buyer_state: text(),
  possible_buyer_zip: number(),
  purchasePricePerSqFt: number(),
  corporateBuyer: Type.Boolean(),
});
export type AutomationBuyerRecord = Static<typeof AutomationBuyerRecord>;
