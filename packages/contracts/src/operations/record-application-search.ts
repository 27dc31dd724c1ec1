import { Type } from '@sinclair/typebox';
import { Timestamp } from '../common.ts';
import { defineEndpoint } from '../endpoint.ts';
import { internalErrors } from '../error-rows.ts';
import { INTERNAL_POLICY } from '../policies.ts';
import { UsageSubject } from '../resources/usage-ledger.ts';

export const recordApplicationSearch = defineEndpoint({
  operation: 'recordApplicationSearch',
  service: 'accounts',
  audience: 'internal',
  method: 'POST',
  path: '/internal/usage/application-searches',
  aliases: [],
  summary: 'Record a search that a company made in its own application',
  description: 'Counts in the pool that the application shares with the API. Never refused.',
  tag: 'Internal',
  request: {
    body: Type.Object({
      search_id: Type.String({
        minLength: 1,
        description: 'Chosen by the application; a repeated call counts once',
      }),
      company_id: Type.String({ minLength: 1 }),
      counted_thing: UsageSubject,
      skiptraced: Type.Boolean({ description: 'Whether a contact lookup ran' }),
      searched_at: Timestamp,
    }),
  },
  responses: { 200: Type.Object({ counted: Type.Boolean() }) },
  errors: internalErrors({ 404: ['NOT_FOUND'] }),
  policy: INTERNAL_POLICY,
});
