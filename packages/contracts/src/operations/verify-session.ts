import { type Static, Type } from '@sinclair/typebox';
import { Nullable, oneOf, Uuid } from '../common.ts';
import { defineEndpoint } from '../endpoint.ts';
import { internalErrors } from '../error-rows.ts';
import { INTERNAL_POLICY } from '../policies.ts';
import { ROLES } from '../resources/roles.ts';

export const VerifiedSession = Type.Object({
  person_id: Uuid,
  role: oneOf(ROLES),
  company_id: Nullable(Uuid, { description: 'Company of a member; null for people of the installation' }),
  realm: oneOf(['live', 'sample'] as const, { description: 'The records that the person reads' }),
});
export type VerifiedSession = Static<typeof VerifiedSession>;

export const verifySession = defineEndpoint({
  operation: 'verifySession',
  service: 'console',
  audience: 'internal',
  method: 'POST',
  path: '/internal/verify-session',
  aliases: [],
  summary: 'Look up a session of the console by the hash of its token',
  description: 'Null when the session is unknown, signed out or expired, or the person is deactivated.',
  tag: 'Internal',
  request: {
    body: Type.Object({
      token_sha256: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'Hexadecimal SHA-256 of the token' }),
    }),
  },
  responses: { 200: Type.Object({ session: Nullable(VerifiedSession) }) },
  errors: internalErrors(),
  policy: INTERNAL_POLICY,
});
