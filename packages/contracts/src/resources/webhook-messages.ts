import { type Static, Type } from '@sinclair/typebox';
import { oneOf, Uuid } from '../common.ts';
import { BuyerSearchItem } from './buyer-search-item.ts';
import { CrmDealDetails } from './crm-deal.ts';
import type { WebhookEvent } from './webhooks.ts';

export const BuyerSearchCompleted = Type.Object({
  search_id: Uuid,
  status: Type.Literal('completed'),
  results: Type.Optional(Type.Array(BuyerSearchItem, { description: 'With results_in_webhook' })),
});
export type BuyerSearchCompleted = Static<typeof BuyerSearchCompleted>;

export const BuyerSearchFailed = Type.Object({
  search_id: Uuid,
  status: Type.Literal('failed'),
  error: Type.String({ description: 'Reason of the failure' }),
});
export type BuyerSearchFailed = Static<typeof BuyerSearchFailed>;

export const LegacySearchCompleted = Type.Object({ searchId: Uuid, status: oneOf(['complete', 'no buyers found']) });
export type LegacySearchCompleted = Static<typeof LegacySearchCompleted>;

const { deal_id, address, property_id, latitude, longitude, search_ids, buyers, created_at, updated_at } =
  CrmDealDetails.properties;
export const DealChanged = Type.Object({
  event: Type.Literal('deal.changed'),
  deal_id,
  address,
  property_id,
  latitude,
  longitude,
  search_ids,
  buyers,
  created_at,
  updated_at,
});
export type DealChanged = Static<typeof DealChanged>;

/** Body, trigger and subscribing operation of each call to a caller's URL. */
export const WEBHOOK_MESSAGES = {
  'buyer_search.completed': {
    askedFor: 'buyerSearch',
    operationId: 'buyerSearchCompleted',
    body: BuyerSearchCompleted,
    summary: 'A buyer search completed',
    description: 'To its `webhook_url`, even if it did not run in the background.',
    carriesSecret: true,
  },
  'buyer_search.failed': {
    askedFor: 'buyerSearch',
    operationId: 'buyerSearchFailed',
    body: BuyerSearchFailed,
    summary: 'A buyer search failed',
    description: 'To its `webhook_url`. The search is not counted.',
    carriesSecret: true,
  },
  'legacy_search.completed': {
    askedFor: 'legacySearch',
    operationId: 'legacySearchCompleted',
    body: LegacySearchCompleted,
    summary: 'A search of the earlier API completed',
    description: 'To its `notifyUrl`.',
    carriesSecret: false,
  },
  'deal.changed': {
    askedFor: 'updateWebhookSettings',
    operationId: 'dealChanged',
    body: DealChanged,
    summary: 'A deal was created, or its buyers changed',
    description:
      'To the `deal_url` of the settings: the complete current deal, so the newest call supersedes earlier ones.',
    carriesSecret: false,
  },
} as const satisfies Record<WebhookEvent, unknown>;
