import { Type } from '@sinclair/typebox';
import { defineEndpoint } from '../endpoint.ts';
import { internalErrors } from '../error-rows.ts';
import { INTERNAL_POLICY } from '../policies.ts';
import { ReservationAnswer, UsageRequest } from '../resources/usage-ledger.ts';

export const previewUsage = defineEndpoint({
  operation: 'previewUsage',
  service: 'accounts',
  audience: 'internal',
  method: 'POST',
  path: '/internal/usage/preview',
  aliases: [],
  summary: 'Report what a reservation would return, and change nothing',
  tag: 'Internal',
  request: { body: UsageRequest },
  responses: {
    200: Type.Composite([
      ReservationAnswer,
      Type.Object({
        counted_before: Type.Boolean({ description: 'The usage subject was counted in this month or an earlier one' }),
      }),
    ]),
  },
  errors: internalErrors(),
  policy: INTERNAL_POLICY,
});
