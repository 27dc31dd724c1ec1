import { Type } from '@sinclair/typebox';
import { Nullable } from '../common.ts';
import { defineEndpoint } from '../endpoint.ts';
import { internalErrors } from '../error-rows.ts';
import { INTERNAL_POLICY } from '../policies.ts';

export const keyStanding = defineEndpoint({
  operation: 'keyStanding',
  service: 'accounts',
  audience: 'internal',
  method: 'POST',
  path: '/internal/key-standing',
  aliases: [],
  summary: 'Report whether a key may be used, by its id',
  description:
    'Active is false once the key or its company was revoked or deactivated; null when there is no such key.',
  tag: 'Internal',
  request: { body: Type.Object({ key_id: Type.String() }) },
  responses: { 200: Type.Object({ active: Nullable(Type.Boolean()) }) },
  errors: internalErrors(),
  policy: INTERNAL_POLICY,
});
