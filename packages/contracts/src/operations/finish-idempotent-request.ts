import { Type } from '@sinclair/typebox';
import { Nullable, Uuid } from '../common.ts';
import { defineEndpoint } from '../endpoint.ts';
import { internalErrors } from '../error-rows.ts';
import { INTERNAL_POLICY } from '../policies.ts';
import { StoredAnswer } from '../resources/idempotency.ts';

export const finishIdempotentRequest = defineEndpoint({
  operation: 'finishIdempotentRequest',
  service: 'accounts',
  audience: 'internal',
  method: 'POST',
  path: '/internal/idempotency/finish',
  aliases: [],
  summary: 'Store the response of a request under an idempotency key, or forget the request',
  tag: 'Internal',
  request: {
    body: Type.Object({
      request_id: Uuid,
      answer: Nullable(StoredAnswer, { description: 'Null lets the next request with the key run again' }),
    }),
  },
  responses: { 200: Type.Object({ kept: Type.Boolean() }) },
  errors: internalErrors(),
  policy: INTERNAL_POLICY,
});
