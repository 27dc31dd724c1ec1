import { Type } from '@sinclair/typebox';
import { defineEndpoint } from '../endpoint.ts';
import { internalErrors } from '../error-rows.ts';
import { INTERNAL_POLICY } from '../policies.ts';
import { BuyerSearchItem } from '../resources/buyer-search-item.ts';
import { BUYER_SEARCH_MAX_RESULTS } from '../resources/buyer-search-request.ts';

const Buyers = Type.Array(BuyerSearchItem, { maxItems: BUYER_SEARCH_MAX_RESULTS });

export const withholdContacts = defineEndpoint({
  operation: 'withholdContacts',
  service: 'investors',
  audience: 'internal',
  method: 'POST',
  path: '/internal/withhold-contacts',
  aliases: [],
  summary: "Apply today's do-not-contact lists to buyers that were found earlier",
  tag: 'Internal',
  request: { body: Type.Object({ buyers: Buyers, hide_no_phone: Type.Boolean() }) },
  responses: { 200: Type.Object({ buyers: Buyers }) },
  errors: internalErrors(),
  policy: INTERNAL_POLICY,
});
