import { Type } from '@sinclair/typebox';
import { defineEndpoint } from '../endpoint.ts';
import { automationPolicy, DEADLINE_MS } from '../policies.ts';
import { ApiKeyQuery, AutomationBuyerRecord } from '../resources/automation.ts';

const policy = automationPolicy(DEADLINE_MS.lookup);

export const exampleBuyers = defineEndpoint({
  operation: 'exampleBuyers',
  service: 'automation',
  audience: 'public',
  method: 'GET',
  path: '/automation/sendBuyerInfo/example',
  aliases: ['/v1/automation/sendBuyerInfo/example'],
  summary: 'Sample buyer records',
  tag: 'Automation',
  request: { query: ApiKeyQuery },
  responses: { 200: Type.Array(AutomationBuyerRecord) },
  errors: { 400: ['VALIDATION_ERROR'], 404: ['NOT_FOUND'], 429: ['RATE_LIMIT_EXCEEDED'], 500: ['INTERNAL'] },
  policy,
});
