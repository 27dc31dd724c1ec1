import { Type } from '@sinclair/typebox';
import { defineEndpoint } from '../endpoint.ts';
import { internalErrors } from '../error-rows.ts';
import { INTERNAL_POLICY } from '../policies.ts';
import { REQUEST_LOG_BATCH_MAX, RequestOfKey } from '../resources/request-log.ts';

export const recordRequests = defineEndpoint({
  operation: 'recordRequests',
  service: 'accounts',
  audience: 'internal',
  method: 'POST',
  path: '/internal/requests',
  aliases: [],
  summary: 'Add requests to the logs of their keys',
  description: 'The gateway sends at most one batch a second and repeats none.',
  tag: 'Internal',
  request: {
    body: Type.Object({ requests: Type.Array(RequestOfKey, { minItems: 1, maxItems: REQUEST_LOG_BATCH_MAX }) }),
  },
  responses: { 200: Type.Object({ recorded: Type.Integer({ minimum: 0 }) }) },
  errors: internalErrors(),
  policy: INTERNAL_POLICY,
});
