import { Type } from '@sinclair/typebox';
import { Nullable } from '../common.ts';
import { defineEndpoint } from '../endpoint.ts';
import { errorsUnder, INVALID_INPUT } from '../error-rows.ts';
import { DEADLINE_MS, dataPolicy } from '../policies.ts';
import {
  AfterRepairValue,
  AutomatedValuation,
  RETAIL_COMPS_MAX_RESULTS,
  RETAIL_COMPS_RULES,
  RetailComp,
  RetailCompsExplanation,
  RetailCompsRequest,
  RetailCompsSubject,
} from '../resources/retail-comps.ts';
import { MATCH_HEADERS } from '../rules/match-headers.ts';
import { RECORDS_HEADERS } from '../rules/records-headers.ts';

const policy = dataPolicy(
  'retail_comps',
  { counts: 'success_with_results', resultsIn: 'comps' },
  DEADLINE_MS.analytics,
  {
    userStatus: 401,
  },
);

export const retailComps = defineEndpoint({
  operation: 'retailComps',
  service: 'valuation',
  audience: 'public',
  method: 'POST',
  path: '/v1/retail-comps',
  aliases: ['/functions/v1/retail-comps'],
  summary: 'Comparable sales of a property',
  description:
    "The subject and at most ten comparable arm's length sales, most similar first, with estimates of its current value and its value after repair.",
  tag: 'Property data',
  request: { body: RetailCompsRequest, rules: RETAIL_COMPS_RULES },
  responses: {
    200: Type.Object({
      subject: RetailCompsSubject,
      comps: Type.Array(RetailComp, { maxItems: RETAIL_COMPS_MAX_RESULTS }),
      avm: Nullable(AutomatedValuation),
      arv: Nullable(AfterRepairValue),
      explanation: Type.Optional(RetailCompsExplanation),
    }),
  },
  responseHeaders: {
    ...MATCH_HEADERS,
    ...RECORDS_HEADERS,
    'X-Comps-Source': 'recorder for recorded deeds, mls for closed listings',
  },
  errors: errorsUnder(policy, INVALID_INPUT, {
    400: ['INVALID_ADDRESS', 'LOW_ADDRESS_CONFIDENCE', 'NON_RESIDENTIAL_PROPERTY_TYPE'],
    404: ['INSUFFICIENT_COMPARABLE_SALES'],
    502: ['UPSTREAM_ERROR'],
  }),
  policy,
  example: { address: '3043 W Monte Vista Trl, Phoenix, AZ 85019', max_radius_miles: 1, max_days_back: 180 },
});
