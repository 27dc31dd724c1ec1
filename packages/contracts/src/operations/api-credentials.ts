import { defineEndpoint, type EndpointPolicy } from '../endpoint.ts';
import { errorsUnder } from '../error-rows.ts';
import { accountPolicy } from '../policies.ts';
import { Account } from '../resources/account.ts';

/** No usage headers, and 403 for a deactivated key. */
const policy: EndpointPolicy = { ...accountPolicy('api_credentials'), usageHeaders: false, deactivatedKeyStatus: 403 };

export const apiCredentials = defineEndpoint({
  operation: 'apiCredentials',
  service: 'accounts',
  audience: 'public',
  method: 'GET',
  path: '/v1/api-credentials',
  aliases: ['/functions/v1/api-credentials'],
  summary: 'Read the account and its plans',
  description: 'The account of the key, the endpoints that the key may call, and the plans available for end users.',
  tag: 'Account',
  request: {},
  responses: { 200: Account },
  errors: errorsUnder(policy),
  policy,
});
