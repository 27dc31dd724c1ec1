import { Type } from '@sinclair/typebox';
import { defineEndpoint } from '../endpoint.ts';
import { automationPolicy, DEADLINE_MS } from '../policies.ts';
import { ApiKeyQuery } from '../resources/automation.ts';

const policy = automationPolicy(DEADLINE_MS.lookup);

export const automationAuth = defineEndpoint({
  operation: 'automationAuth',
  service: 'automation',
  audience: 'public',
  method: 'GET',
  path: '/automation/auth',
  aliases: ['/v1/automation/auth'],
  summary: 'Test an automation key',
  tag: 'Automation',
  request: { query: ApiKeyQuery },
  responses: {
    200: Type.Object({ user: Type.Object({ email: Type.String({ description: 'Empty when the user has none' }) }) }),
  },
  errors: {
    400: ['VALIDATION_ERROR'],
    401: ['INVALID_API_KEY'],
    405: ['METHOD_NOT_ALLOWED'],
    429: ['RATE_LIMIT_EXCEEDED'],
    500: ['INTERNAL'],
  },
  policy,
});
