import { Type } from '@sinclair/typebox';
import { oneOf, Timestamp, Uuid } from '../common.ts';
import { defineEndpoint } from '../endpoint.ts';
import { internalErrors } from '../error-rows.ts';
import { INTERNAL_POLICY } from '../policies.ts';
import { IDEMPOTENCY_KEY_MAX_CHARACTERS, IdempotentCaller, StoredAnswer } from '../resources/idempotency.ts';

export const beginIdempotentRequest = defineEndpoint({
  operation: 'beginIdempotentRequest',
  service: 'accounts',
  audience: 'internal',
  method: 'POST',
  path: '/internal/idempotency/begin',
  aliases: [],
  summary: 'Begin a request under an idempotency key, or report the state of the first one',
  description:
    'Exactly one of several parallel calls with one key begins. An unfinished request can begin again after locked_until, under the same id.',
  tag: 'Internal',
  request: {
    body: Type.Composite([
      IdempotentCaller,
      Type.Object({
        idempotency_key: Type.String({ minLength: 1, maxLength: IDEMPOTENCY_KEY_MAX_CHARACTERS }),
        operation: Type.String({ minLength: 1, description: 'Name of the operation' }),
        request_sha256: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'Hash of method, path, query and body' }),
        locked_until: Timestamp,
      }),
    ]),
  },
  responses: {
    200: Type.Union([
      Type.Object({
        state: Type.Literal('begun'),
        request_id: Uuid,
      }),
      Type.Object({ state: oneOf(['in_flight', 'mismatch']) }),
      Type.Object({ state: Type.Literal('finished'), answer: StoredAnswer }),
    ]),
  },
  errors: internalErrors(),
  policy: INTERNAL_POLICY,
});
