import { Type } from '@sinclair/typebox';
import { defineEndpoint } from '../endpoint.ts';
import { internalErrors } from '../error-rows.ts';
import { INTERNAL_POLICY } from '../policies.ts';
import { ReservationAnswer, USAGE_BATCH_MAX, UsageReservation } from '../resources/usage-ledger.ts';

export const reserveUsage = defineEndpoint({
  operation: 'reserveUsage',
  service: 'accounts',
  audience: 'internal',
  method: 'POST',
  path: '/internal/usage/reserve',
  aliases: [],
  summary: 'Reserve requests of monthly allowances',
  description:
    'Granted while the allowance lasts, even under parallel calls; results are in the order of the reservations.' +
    'The caller chooses each id, so that a repeated call refers to the same reservation.',
  tag: 'Internal',
  request: {
    body: Type.Object({ reservations: Type.Array(UsageReservation, { minItems: 1, maxItems: USAGE_BATCH_MAX }) }),
  },
  responses: { 200: Type.Object({ answers: Type.Array(ReservationAnswer) }) },
  errors: internalErrors(),
  policy: INTERNAL_POLICY,
});
