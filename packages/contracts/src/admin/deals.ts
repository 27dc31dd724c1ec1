import { type Static, Type } from '@sinclair/typebox';
import { Nullable, oneOf, Timestamp, Uuid } from '../common.ts';
import { BuyerSearchItem } from '../resources/buyer-search-item.ts';
import { defineAdminOperation, EVERYONE } from './operation.ts';
import { PAGE_QUERY, pageOf } from './paging.ts';

/** How far a deal is. */
export const DEAL_STAGES = ['new', 'marketing', 'under_contract', 'closed', 'lost'] as const;
export type DealStage = (typeof DEAL_STAGES)[number];
/** How far one buyer of a deal is. */
export const BUYER_STAGES = ['found', 'contacted', 'interested', 'offered', 'accepted', 'declined'] as const;
export type BuyerStage = (typeof BUYER_STAGES)[number];

/** Who may change deals: a viewer changes nothing. */
const DEAL_MAKERS = ['owner', 'operator', 'member'] as const;

const DealDocument = Type.Object({
  deal_id: Uuid,
  company_id: Type.String(),
  address: Type.String(),
  latitude: Nullable(Type.Number()),
  longitude: Nullable(Type.Number()),
  stage: oneOf(DEAL_STAGES),
  buyer_count: Type.Integer({ minimum: 0 }),
  active_buyer_count: Type.Integer({ minimum: 0, description: 'Buyers beyond found that did not decline' }),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type DealDocument = Static<typeof DealDocument>;

const DealBuyerDocument = Type.Object({
  buyer: Type.String({ description: 'Names the buyer within the deal' }),
  stage: oneOf(BUYER_STAGES),
  found: BuyerSearchItem,
});
export type DealBuyerDocument = Static<typeof DealBuyerDocument>;

const shared = { tag: 'Deals', path: '/admin/v1/deals' } as const;
const DEAL_QUERY = { deal_id: Uuid };

export const listDeals = defineAdminOperation({
  ...shared,
  operation: 'listDeals',
  method: 'GET',
  summary: 'List deals, most recently searched first',
  description: 'A member sees those of the company, without those of end users of its enterprise keys.',
  roles: EVERYONE,
  request: { query: Type.Object({ ...PAGE_QUERY, stage: Type.Optional(oneOf(DEAL_STAGES)) }) },
  status: 200,
  answer: pageOf('deals', DealDocument),
});

export const readDeal = defineAdminOperation({
  ...shared,
  operation: 'readDeal',
  method: 'GET',
  path: '/admin/v1/deals/details',
  summary: 'Read a deal with its buyers and their stages',
  description: 'The do-not-contact lists are applied at each read.',
  roles: EVERYONE,
  request: { query: Type.Object(DEAL_QUERY) },
  status: 200,
  answer: Type.Object({ ...DealDocument.properties, buyers: Type.Array(DealBuyerDocument) }),
  errors: ['NOT_FOUND'],
});

export const changeDeal = defineAdminOperation({
  ...shared,
  operation: 'changeDeal',
  method: 'PATCH',
  summary: 'Change the stage of a deal',
  roles: DEAL_MAKERS,
  request: { query: Type.Object(DEAL_QUERY), body: Type.Object({ stage: oneOf(DEAL_STAGES) }) },
  status: 200,
  answer: DealDocument,
  errors: ['NOT_FOUND'],
});

export const changeDealBuyer = defineAdminOperation({
  ...shared,
  operation: 'changeDealBuyer',
  method: 'PATCH',
  path: '/admin/v1/deals/buyers',
  summary: 'Change the stage of a buyer in a deal',
  roles: DEAL_MAKERS,
  request: {
    query: Type.Object({ ...DEAL_QUERY, buyer: Type.String({ minLength: 1, maxLength: 200 }) }),
    body: Type.Object({ stage: oneOf(BUYER_STAGES) }),
  },
  status: 200,
  answer: DealDocument,
  errors: ['NOT_FOUND'],
});
