import { createHash } from 'node:crypto';
import type { NearbyDeal } from '../../deals/index.ts';

/**
 * The name that a deal knows a buyer by: owner name and mailing address, normalised, as a hash of one length. Ids of
 * clusters do not serve, for they change when a market is rebuilt. An owner without both is known by the purchase.
 */
export function buyerKey({ dealId, buyer }: Pick<NearbyDeal, 'dealId' | 'buyer'>): string {
  const { nameKey, mailingKey } = buyer;
  const known = nameKey === null && mailingKey === null ? { dealId } : { nameKey, mailingKey };
  return createHash('sha256').update(JSON.stringify(known)).digest('base64url');
}
