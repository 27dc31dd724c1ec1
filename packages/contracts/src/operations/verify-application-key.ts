import { Type } from '@sinclair/typebox';
import { Nullable, Uuid } from '../common.ts';
import { defineEndpoint } from '../endpoint.ts';
import { internalErrors } from '../error-rows.ts';
import { INTERNAL_POLICY } from '../policies.ts';
import { VerifiedKey } from './verify-key.ts';

export const verifyApplicationKey = defineEndpoint({
  operation: 'verifyApplicationKey',
  service: 'accounts',
  audience: 'internal',
  method: 'POST',
  path: '/internal/verify-application-key',
  aliases: [],
  summary: "Look up the key that stands for a company's own application",
  description:
    'The key has no secret: the console acts under it for signed-in members. Without a company: the key of operators. Null when there is no such company.',
  tag: 'Internal',
  request: { body: Type.Object({ company_id: Nullable(Uuid) }) },
  responses: { 200: Type.Object({ key: Nullable(VerifiedKey) }) },
  errors: internalErrors(),
  policy: INTERNAL_POLICY,
});
