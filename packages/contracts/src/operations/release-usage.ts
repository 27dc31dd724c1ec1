import { Type } from '@sinclair/typebox';
import { defineEndpoint } from '../endpoint.ts';
import { internalErrors } from '../error-rows.ts';
import { INTERNAL_POLICY } from '../policies.ts';
import { Allowance, ReservationRef } from '../resources/usage-ledger.ts';

export const releaseUsage = defineEndpoint({
  operation: 'releaseUsage',
  service: 'accounts',
  audience: 'internal',
  method: 'POST',
  path: '/internal/usage/release',
  aliases: [],
  summary: 'Give a reserved request back',
  description: 'Released is false when it was committed or released before.',
  tag: 'Internal',
  request: { body: ReservationRef },
  responses: { 200: Type.Object({ released: Type.Boolean(), allowance: Allowance }) },
  errors: internalErrors({ 404: ['NOT_FOUND'] }),
  policy: INTERNAL_POLICY,
});
