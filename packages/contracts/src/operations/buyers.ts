import { Type } from '@sinclair/typebox';
import { defineEndpoint } from '../endpoint.ts';
import { errorsUnder, INVALID_INPUT } from '../error-rows.ts';
import { DEADLINE_MS, dataPolicy } from '../policies.ts';
import { BuyerProfile } from '../resources/buyer-profile.ts';

const policy = dataPolicy('linked_deals', { counts: 'each_success' }, DEADLINE_MS.analytics, { userStatus: 400 });

export const buyers = defineEndpoint({
  operation: 'buyers',
  service: 'investors',
  audience: 'public',
  method: 'GET',
  path: '/v1/buyers',
  aliases: ['/functions/v1/buyers'],
  summary: 'Profile of one buyer',
  description:
    'The names, counties, buy box, holdings and linked names of a buyer. Buyer search returns the id with `explain: "full"`. The id stays the same through later imports. The id of a merged buyer returns the buyer that it was merged into. Counts against the allowance of linked deals.',
  tag: 'Property data',
  request: {
    query: Type.Object({
      buyer_id: Type.String({ description: 'Id of the buyer, from a buyer search with explain: `buy_…`' }),
    }),
  },
  responses: { 200: BuyerProfile },
  errors: errorsUnder(policy, INVALID_INPUT, { 404: ['NOT_FOUND'], 504: ['TIMEOUT'] }),
  policy,
});
