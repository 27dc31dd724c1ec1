import { Type } from '@sinclair/typebox';
import { defineEndpoint } from '../endpoint.ts';
import { joinErrors } from '../error-rows.ts';
import { automationPolicy, DEADLINE_MS } from '../policies.ts';
import { API_KEY_PLACES, ApiKeyQuery, AUTOMATION_ERRORS } from '../resources/automation.ts';

const policy = automationPolicy(DEADLINE_MS.lookup);

export const automationAuth = defineEndpoint({
  operation: 'automationAuth',
  service: 'automation',
  audience: 'public',
  method: 'GET',
  path: '/automation/auth',
  aliases: ['/v1/automation/auth'],
  summary: 'Test an automation key',
  description: "Returns the e-mail address of the key's user. Automation platforms call it when a user connects.",
  tag: 'Automation',
  request: { query: ApiKeyQuery, queryAlsoIn: API_KEY_PLACES },
  responses: {
    200: Type.Object({ user: Type.Object({ email: Type.String({ description: 'Empty when the user has none' }) }) }),
  },
  errors: joinErrors({ 400: ['VALIDATION_ERROR'], 401: ['INVALID_API_KEY'] }, AUTOMATION_ERRORS),
  policy,
});
