import { Type } from '@sinclair/typebox';
import { defineEndpoint } from '../endpoint.ts';
import { internalErrors } from '../error-rows.ts';
import { INTERNAL_POLICY } from '../policies.ts';
import { CrmDealDetails } from '../resources/crm-deal.ts';

export const readCrmDeal = defineEndpoint({
  operation: 'readCrmDeal',
  service: 'investors',
  audience: 'internal',
  method: 'GET',
  path: '/internal/crm-deals/details',
  aliases: [],
  summary: 'Read a CRM deal with its searches and buyers',
  tag: 'Internal',
  request: { query: Type.Object({ deal_id: Type.String({ minLength: 1 }) }) },
  responses: { 200: CrmDealDetails },
  errors: internalErrors({ 404: ['NOT_FOUND'] }),
  policy: INTERNAL_POLICY,
});
