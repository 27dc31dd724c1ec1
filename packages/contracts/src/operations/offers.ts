import { defineEndpoint } from '../endpoint.ts';
import { errorsUnder, INVALID_INPUT } from '../error-rows.ts';
import { DEADLINE_MS, dataPolicy } from '../policies.ts';
import { OFFERS_RULES, OffersAnswer, OffersRequest } from '../resources/offers.ts';
import { MATCH_HEADERS } from '../rules/match-headers.ts';
import { RECORDS_HEADERS } from '../rules/records-headers.ts';

const policy = dataPolicy('offers', { counts: 'success_with_results', resultsIn: 'comps' }, DEADLINE_MS.analytics, {
  userStatus: 401,
});

export const offers = defineEndpoint({
  operation: 'offers',
  service: 'valuation',
  audience: 'public',
  method: 'POST',
  path: '/v1/offers',
  aliases: ['/functions/v1/offers'],
  summary: 'The most to offer for a property',
  description:
    'The value after repair, the maximum offer under each rule (`rule * arv - repairs - assignment_fee`) with its range, the rent, and the prices that investors nearby paid. When `X-Value-Confidence` is `low`, read the range before the value. Counts like retail comps, under a separate allowance.',
  tag: 'Property data',
  request: { body: OffersRequest, rules: OFFERS_RULES },
  responses: { 200: OffersAnswer },
  responseHeaders: {
    ...MATCH_HEADERS,
    ...RECORDS_HEADERS,
    'X-Comps-Source': 'recorder for recorded deeds, mls for closed listings',
    'X-Value-Confidence': 'low, medium or high: how far to trust the values; low means to read the range first',
  },
  errors: errorsUnder(policy, INVALID_INPUT, {
    400: ['INVALID_ADDRESS', 'LOW_ADDRESS_CONFIDENCE', 'NON_RESIDENTIAL_PROPERTY_TYPE'],
    404: ['INSUFFICIENT_COMPARABLE_SALES'],
    502: ['UPSTREAM_ERROR'],
  }),
  policy,
  example: { address: '3043 W Monte Vista Trl, Phoenix, AZ 85019', repairs: 40_000, assignment_fee: 10_000 },
});
