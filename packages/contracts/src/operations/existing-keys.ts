import { Type } from '@sinclair/typebox';
import { defineEndpoint } from '../endpoint.ts';
import { internalErrors } from '../error-rows.ts';
import { INTERNAL_POLICY } from '../policies.ts';

/** Maximum number of hashes in one lookup of existing keys. */
export const EXISTING_KEYS_MAX = 500;

export const existingKeys = defineEndpoint({
  operation: 'existingKeys',
  service: 'accounts',
  audience: 'internal',
  method: 'POST',
  path: '/internal/existing-keys',
  aliases: [],
  summary: 'Report which of many API keys exist, by their hashes',
  description:
    'Results are in the order of the hashes. A revoked key exists; a rotated secret after its overlap does not.',
  tag: 'Internal',
  request: {
    body: Type.Object({
      key_sha256s: Type.Array(Type.String({ pattern: '^[0-9a-f]{64}$' }), {
        minItems: 1,
        maxItems: EXISTING_KEYS_MAX,
        description: 'Lower-case hexadecimal SHA-256 of each key',
      }),
    }),
  },
  responses: { 200: Type.Object({ exist: Type.Array(Type.Boolean()) }) },
  errors: internalErrors(),
  policy: INTERNAL_POLICY,
});
