import { Type } from '@sinclair/typebox';
import { oneOf, Uuid } from '../common.ts';
import { defineEndpoint } from '../endpoint.ts';
import { errorsUnder, INVALID_INPUT } from '../error-rows.ts';
import { DEADLINE_MS, dataPolicy } from '../policies.ts';
import { BuyerSearchItem } from '../resources/buyer-search-item.ts';
import { BUYER_SEARCH_MAX_RESULTS, BUYER_SEARCH_RULES, BuyerSearchRequest } from '../resources/buyer-search-request.ts';
import { MATCH_HEADERS } from '../rules/match-headers.ts';
import { RECORDS_HEADERS } from '../rules/records-headers.ts';

/** `rank`: strongest match first, the order of `smart_match_rank`. */
export const BUYER_SEARCH_SORTS = ['rank', 'distance'] as const;
export type BuyerSearchSort = (typeof BUYER_SEARCH_SORTS)[number];
export const DEFAULT_BUYER_SEARCH_SORT: BuyerSearchSort = 'rank';

export const BuyerSearchPending = Type.Object(
  { search_id: Uuid, status: Type.Literal('pending') },
  { additionalProperties: false, description: 'The search runs in the background' },
);

const policy = {
  ...dataPolicy('buyer_search', { counts: 'once_per', thing: 'property' }, DEADLINE_MS.buyerSearch, {
    userStatus: 401,
  }),
  backgroundField: 'async',
};

export const buyerSearch = defineEndpoint({
  operation: 'buyerSearch',
  service: 'investors',
  audience: 'public',
  method: 'POST',
  path: '/v1/buyer-search',
  aliases: ['/functions/v1/buyer-search'],
  summary: 'Find investors who bought near a property',
  description:
    'Flippers and landlords who recently bought near the subject, strongest match first, each with the best matching deal.' +
    'The same address with the same filters returns the same buyers.',
  tag: 'Property data',
  request: {
    body: BuyerSearchRequest,
    query: Type.Object({
      sort: Type.Optional(
        oneOf(BUYER_SEARCH_SORTS, {
          description: 'Order of the results: strongest match first, or nearest first',
          default: DEFAULT_BUYER_SEARCH_SORT,
        }),
      ),
    }),
    rules: BUYER_SEARCH_RULES,
  },
  responses: { 200: Type.Array(BuyerSearchItem, { maxItems: BUYER_SEARCH_MAX_RESULTS }), 202: BuyerSearchPending },
  responseHeaders: {
    ...MATCH_HEADERS,
    Location: '202 only: URL of the results',
    'Retry-After': '202 only: seconds to wait before polling',
    'X-Deal-Id':
      'With explain: the deal of the searched property in your CRM; absent when it is written after the answer',
    'X-Search-Funnel':
      'With explain full: how many deals and buyers were found, hidden and shown, as a structured-field dictionary: deals=212, buyers=81, hidden-hedge-fund=4, hidden-non-arms-length=6, hidden-no-phone=0, shown=71',
    ...RECORDS_HEADERS,
  },
  errors: errorsUnder(policy, INVALID_INPUT, {
    403: ['SEAT_NOT_ALLOWED'],
    404: ['ADDRESS_NOT_FOUND'],
    502: ['UPSTREAM_ERROR'],
    504: ['TIMEOUT'],
  }),
  policy,
  example: {
    address: '3043 W Monte Vista Trl, Phoenix, AZ 85019',
    radius_miles: 2,
    buyer_types: ['flipper', 'landlord'],
  },
});
