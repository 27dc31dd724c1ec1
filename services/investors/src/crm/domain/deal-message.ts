import type { DealChanged } from '@plat/contracts';
import { AppError } from '@plat/kit';
import type { WebhookWriter } from '../../webhooks/index.ts';
import { type ReadCrmDealDeps, readCrmDeal } from './read-crm-deal.ts';

/** Maximum searches in a message, the newest; a deal keeps more. */
export const MESSAGE_SEARCHES = 10;

/**
 * Writes `deal.changed`: the current deal with all its buyers, so that the newest message replaces all earlier ones.
 */
export const dealMessageWriter =
  (deps: ReadCrmDealDeps): WebhookWriter =>
  async (dealId, signal) => {
    const deal = await readCrmDeal(deps, { dealId }, signal).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'NOT_FOUND') return null;
      throw error;
    });
    if (deal === null) return null;
    const { deal_id, address, property_id, latitude, longitude, search_ids, buyers, created_at, updated_at } = deal;
    const body: DealChanged = {
      event: 'deal.changed',
      deal_id,
      address,
      property_id,
      latitude,
      longitude,
      search_ids: search_ids.slice(0, MESSAGE_SEARCHES),
      buyers,
      created_at,
      updated_at,
    };
    return { body, headers: {} };
  };
