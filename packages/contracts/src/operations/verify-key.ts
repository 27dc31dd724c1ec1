import { type Static, Type } from '@sinclair/typebox';
import { Nullable, OptionalNullable, oneOf } from '../common.ts';
import { defineEndpoint, KEY_KINDS } from '../endpoint.ts';
import { internalErrors } from '../error-rows.ts';
import { INTERNAL_POLICY } from '../policies.ts';

export const SUBSCRIPTION_STATES = ['active', 'trial', 'lapsed'] as const;
export type SubscriptionState = (typeof SUBSCRIPTION_STATES)[number];

export const VerifiedKey = Type.Object({
  key_id: Type.String(),
  key_kind: oneOf(KEY_KINDS),
  company_id: Type.String(),
  active: Type.Boolean({ description: 'False once the key was revoked or deactivated' }),
  is_test: Type.Boolean({ description: 'Reads only the sample market; never counted against a monthly allowance' }),
  rate_limit: Type.Integer({ minimum: 0, description: 'Requests in any interval of rate_window_seconds' }),
  rate_window_seconds: Type.Integer({ minimum: 1, description: '60, or 1 for keys of the earlier API' }),
  allowed_addresses: Nullable(Type.Array(Type.String()), {
    description: 'IP addresses and CIDR blocks that the key may be used from; null: any',
  }),
  authorized_endpoints: Nullable(Type.Array(Type.String()), { description: 'Endpoint names; null allows all of them' }),
  subscription: Nullable(oneOf(SUBSCRIPTION_STATES), { description: 'For subscriber keys only' }),
  may_search_buyers: Type.Boolean({ description: 'Whether the seat may run buyer searches' }),
  covered_endpoints: Nullable(Type.Array(Type.String()), {
    description: "Endpoints covered by the end user's active subscriptions; null where plans do not apply",
  }),
  secret_good_ms: OptionalNullable(Type.Number(), {
    description: 'Remaining validity of a rotated secret in milliseconds; null: not rotated',
  }),
  user_known: Type.Boolean({ description: 'Whether user_id is an active end user of the key' }),
});
export type VerifiedKey = Static<typeof VerifiedKey>;

export const verifyKey = defineEndpoint({
  operation: 'verifyKey',
  service: 'accounts',
  audience: 'internal',
  method: 'POST',
  path: '/internal/verify-key',
  aliases: [],
  summary: 'Look up an API key by its hash',
  description: 'What the key may do and whether the end user may use it; null when there is no such key.',
  tag: 'Internal',
  request: {
    body: Type.Object({
      key_sha256: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'Lower-case hexadecimal SHA-256 of the key' }),
      user_id: Nullable(Type.String({ description: 'x-user-id as the caller sent it' })),
    }),
  },
  responses: { 200: Type.Object({ key: Nullable(VerifiedKey) }) },
  errors: internalErrors(),
  policy: INTERNAL_POLICY,
});
