import { Type } from '@sinclair/typebox';
import { Uuid } from '../common.ts';
import { defineEndpoint } from '../endpoint.ts';
import { internalErrors } from '../error-rows.ts';
import { INTERNAL_POLICY } from '../policies.ts';
import { CommitAnswer, USAGE_BATCH_MAX } from '../resources/usage-ledger.ts';

export const commitUsage = defineEndpoint({
  operation: 'commitUsage',
  service: 'accounts',
  audience: 'internal',
  method: 'POST',
  path: '/internal/usage/commit',
  aliases: [],
  summary: 'Count reserved requests',
  description: 'Durable when the call returns. A repeated commit counts once. Results are in the order of the commits.',
  tag: 'Internal',
  request: {
    body: Type.Object({
      commits: Type.Array(
        Type.Object({
          reservation_id: Uuid,
          skiptraced: Type.Boolean({
            description: 'Whether a contact lookup ran; if so, the property is free for the company from then on',
          }),
          not_after: Type.Optional(
            Type.String({
              description: 'ISO 8601; after this time nothing is counted, because the caller got an error',
            }),
          ),
        }),
        { minItems: 1, maxItems: USAGE_BATCH_MAX },
      ),
    }),
  },
  responses: { 200: Type.Object({ answers: Type.Array(CommitAnswer) }) },
  errors: internalErrors(),
  policy: INTERNAL_POLICY,
});
