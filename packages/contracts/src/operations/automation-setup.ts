import { Type } from '@sinclair/typebox';
import { defineEndpoint } from '../endpoint.ts';
import { INVALID_INPUT, joinErrors } from '../error-rows.ts';
import { automationPolicy, DEADLINE_MS } from '../policies.ts';
import { AUTOMATION_ERRORS } from '../resources/automation.ts';

const policy = automationPolicy(DEADLINE_MS.lookup);

export const automationSetup = defineEndpoint({
  operation: 'automationSetup',
  service: 'automation',
  audience: 'public',
  method: 'POST',
  path: '/automation/setup',
  aliases: ['/v1/automation/setup'],
  summary: 'Create or replace the automation key of a user',
  description: 'Existing subscriptions stay. At most 5 times an hour for one user.',
  tag: 'Automation',
  request: {
    body: Type.Object({ uid: Type.String({ minLength: 1, description: "The identity provider's user id" }) }),
    headers: { authorization: { description: 'Bearer and an ID token of the user', required: false } },
  },
  responses: {
    200: Type.Object({
      message: Type.String(),
      zapKey: Type.String({ description: 'The new key; any earlier key stops working' }),
      webhookSecret: Type.String({
        description: 'Signs calls to the subscribed URLs (`webhook-signature` of Standard Webhooks); never changes',
      }),
    }),
  },
  errors: joinErrors(INVALID_INPUT, { 401: ['INVALID_API_KEY'], 404: ['NOT_FOUND'] }, AUTOMATION_ERRORS),
  policy,
  example: { uid: 'user-1042' },
});
