import { Type } from '@sinclair/typebox';
import { Nullable, Uuid } from '../common.ts';
import { defineEndpoint } from '../endpoint.ts';
import { internalErrors } from '../error-rows.ts';
import { INTERNAL_POLICY } from '../policies.ts';
import { Allowance, USAGE_BATCH_MAX } from '../resources/usage-ledger.ts';

export const releaseUsage = defineEndpoint({
  operation: 'releaseUsage',
  service: 'accounts',
  audience: 'internal',
  method: 'POST',
  path: '/internal/usage/release',
  aliases: [],
  summary: 'Release reserved requests',
  description:
    'Released is false when the reservation was committed, released or lapsed before. Results are in the order of the ids.',
  tag: 'Internal',
  request: {
    body: Type.Object({ reservation_ids: Type.Array(Uuid, { minItems: 1, maxItems: USAGE_BATCH_MAX }) }),
  },
  responses: {
    200: Type.Object({
      answers: Type.Array(Type.Object({ released: Type.Boolean(), allowance: Nullable(Allowance) })),
    }),
  },
  errors: internalErrors(),
  policy: INTERNAL_POLICY,
});
