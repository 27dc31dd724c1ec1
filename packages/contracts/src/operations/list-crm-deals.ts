import { Type } from '@sinclair/typebox';
import { Nullable } from '../common.ts';
import { defineEndpoint } from '../endpoint.ts';
import { internalErrors } from '../error-rows.ts';
import { INTERNAL_POLICY } from '../policies.ts';
import { CrmDeal } from '../resources/crm-deal.ts';

export const CRM_DEALS_PAGE_SIZE = 100;

export const listCrmDeals = defineEndpoint({
  operation: 'listCrmDeals',
  service: 'investors',
  audience: 'internal',
  method: 'GET',
  path: '/internal/crm-deals',
  aliases: [],
  summary: 'List CRM deals, most recently changed first',
  tag: 'Internal',
  request: {
    query: Type.Object({
      company_id: Type.Optional(Type.String({ minLength: 1 })),
      key_id: Type.Optional(Type.String({ minLength: 1 })),
      user_id: Type.Optional(Type.String({ minLength: 1 })),
      cursor: Type.Optional(Type.String({ minLength: 1, description: 'next_cursor of the previous page' })),
    }),
  },
  responses: {
    200: Type.Object({
      deals: Type.Array(CrmDeal, { maxItems: CRM_DEALS_PAGE_SIZE }),
      next_cursor: Nullable(Type.String({ description: 'Null on the last page' })),
    }),
  },
  errors: internalErrors(),
  policy: INTERNAL_POLICY,
});
