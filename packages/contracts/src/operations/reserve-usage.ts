import { Type } from '@sinclair/typebox';
import { Nullable, oneOf } from '../common.ts';
import { defineEndpoint } from '../endpoint.ts';
import { internalErrors } from '../error-rows.ts';
import { INTERNAL_POLICY } from '../policies.ts';
import { Allowance, LIMIT_REASONS, UsageReservation } from '../resources/usage-ledger.ts';

export const reserveUsage = defineEndpoint({
  operation: 'reserveUsage',
  service: 'accounts',
  audience: 'internal',
  method: 'POST',
  path: '/internal/usage/reserve',
  aliases: [],
  summary: 'Reserve one request of a monthly allowance',
  description:
    'Granted while the allowance lasts, also under parallel calls. A reservation that is neither committed nor released lapses at expires_at.',
  tag: 'Internal',
  request: { body: UsageReservation },
  responses: {
    200: Type.Object({
      granted: Type.Boolean(),
      covered: Type.Boolean({ description: 'False when no active subscription covers the endpoint' }),
      counted_before: Type.Boolean({ description: 'The thing was counted before, so the request is free' }),
      reason: Nullable(oneOf(LIMIT_REASONS), { description: 'Of a refused subscriber key' }),
      allowance: Allowance,
    }),
  },
  errors: internalErrors(),
  policy: INTERNAL_POLICY,
});
