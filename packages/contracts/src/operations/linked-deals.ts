import { Type } from '@sinclair/typebox';
import { defineEndpoint } from '../endpoint.ts';
import { errorsUnder, INVALID_INPUT } from '../error-rows.ts';
import { DEADLINE_MS, dataPolicy } from '../policies.ts';
import {
  LINKED_DEALS_MAX_RESULTS,
  LinkedDeal,
  LinkedDealsRequest,
  PortfolioStatistics,
  searchableOwner,
} from '../resources/linked-deals.ts';

const policy = dataPolicy(
  'linked_deals',
  { counts: 'success_with_results', resultsIn: 'results' },
  DEADLINE_MS.analytics,
  {
    userStatus: 400,
  },
);

export const linkedDeals = defineEndpoint({
  operation: 'linkedDeals',
  service: 'investors',
  audience: 'public',
  method: 'POST',
  path: '/v1/linked-deals',
  aliases: ['/functions/v1/linked-deals'],
  summary: 'Flips and rentals of one buyer',
  description:
    'Portfolio statistics over every matching deal, and at most 250 deals, most recent sale first. Strict: the buyer with exactly this name, including similar names at its mailing addresses, or exactly this address.' +
    'Wide adds owners at a mailing address of that buyer, similar names in its ZIP codes, or the other units of the building. Leaves out off-market purchases.',
  tag: 'Property data',
  request: { body: LinkedDealsRequest, rules: [searchableOwner] },
  responses: {
    200: Type.Object({
      metadata: PortfolioStatistics,
      results: Type.Array(LinkedDeal, { maxItems: LINKED_DEALS_MAX_RESULTS }),
    }),
  },
  errors: errorsUnder(policy, INVALID_INPUT, { 504: ['TIMEOUT'] }),
  policy,
  example: { search_string: 'Ocotillo Canyon Property Group LLC', search_state: 'AZ' },
});
