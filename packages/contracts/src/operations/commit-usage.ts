import { Type } from '@sinclair/typebox';
import { defineEndpoint } from '../endpoint.ts';
import { internalErrors } from '../error-rows.ts';
import { INTERNAL_POLICY } from '../policies.ts';
import { Allowance, ReservationRef } from '../resources/usage-ledger.ts';

export const commitUsage = defineEndpoint({
  operation: 'commitUsage',
  service: 'accounts',
  audience: 'internal',
  method: 'POST',
  path: '/internal/usage/commit',
  aliases: [],
  summary: 'Count a reserved request',
  description:
    'Counted is false when the reservation had lapsed or was released. A repeated call counts nothing twice.',
  tag: 'Internal',
  request: { body: ReservationRef },
  responses: { 200: Type.Object({ counted: Type.Boolean(), allowance: Allowance }) },
  errors: internalErrors({ 404: ['NOT_FOUND'] }),
  policy: INTERNAL_POLICY,
});
