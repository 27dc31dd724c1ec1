import { Type } from '@sinclair/typebox';
import { Nullable, oneOf, Timestamp } from '../common.ts';
import { ALLOWANCE_NAMES, defineEndpoint, type EndpointPolicy, KEY_KINDS } from '../endpoint.ts';
import { errorsUnder } from '../error-rows.ts';
import { DEADLINE_MS } from '../policies.ts';

/** Not counted; open to any key. For an enterprise key, the usage of the end user. */
const policy: EndpointPolicy = {
  name: null,
  keyKinds: KEY_KINDS,
  missingKeyStatus: 401,
  missingUserStatus: 401,
  metering: { counts: 'never' },
  allowance: null,
  deadlineMs: DEADLINE_MS.account,
  usageHeaders: true,
};

export const usage = defineEndpoint({
  operation: 'usage',
  service: 'accounts',
  audience: 'public',
  method: 'GET',
  path: '/v1/usage',
  aliases: ['/functions/v1/usage'],
  summary: 'Limits and usage of this month',
  description:
    'For each counted endpoint: the monthly limit, the requests counted so far, and the remainder. Test keys are never counted.',
  tag: 'Account',
  request: {},
  responses: {
    200: Type.Object({
      endpoints: Type.Array(
        Type.Object({
          endpoint: oneOf(ALLOWANCE_NAMES, { description: 'More may come', 'x-open-enum': true }),
          limit: Nullable(Type.Integer({ minimum: 0 }), { description: 'Per calendar month; null: unlimited' }),
          used: Type.Integer({ minimum: 0 }),
          remaining: Nullable(Type.Integer({ minimum: 0 })),
          resets_at: Timestamp,
        }),
      ),
    }),
  },
  errors: errorsUnder(policy),
  policy,
});
