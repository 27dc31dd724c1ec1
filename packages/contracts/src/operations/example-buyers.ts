import { Type } from '@sinclair/typebox';
import { defineEndpoint } from '../endpoint.ts';
import { joinErrors } from '../error-rows.ts';
import { automationPolicy, DEADLINE_MS } from '../policies.ts';
import { API_KEY_PLACES, ApiKeyQuery, AUTOMATION_ERRORS, AutomationBuyerRecord } from '../resources/automation.ts';

const policy = automationPolicy(DEADLINE_MS.lookup);

export const exampleBuyers = defineEndpoint({
  operation: 'exampleBuyers',
  service: 'automation',
  audience: 'public',
  method: 'GET',
  path: '/automation/sendBuyerInfo/example',
  aliases: ['/v1/automation/sendBuyerInfo/example'],
  summary: 'Sample buyer records',
  description:
    'Records with every field that a buyer record can have, so that an automation platform can offer them for mapping. The people are invented.',
  tag: 'Automation',
  request: { query: ApiKeyQuery, queryAlsoIn: API_KEY_PLACES },
  responses: { 200: Type.Array(AutomationBuyerRecord) },
  errors: joinErrors({ 400: ['VALIDATION_ERROR'], 404: ['NOT_FOUND'] }, AUTOMATION_ERRORS),
  policy,
});
