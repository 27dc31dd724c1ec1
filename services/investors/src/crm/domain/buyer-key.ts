import { createHash } from 'node:crypto';
import type { InvestorDeal } from '@plat/dataset';

/**
 * The key of a buyer in a deal: a hash of normalised owner name and mailing address. Cluster ids change when a market
 * is rebuilt. An owner without name and address is identified by the purchase.
 */
export function buyerKey({ dealId, buyer }: Pick<InvestorDeal, 'dealId' | 'buyer'>): string {
  const { nameKey, mailingKey } = buyer;
  const known = nameKey === null && mailingKey === null ? { dealId } : { nameKey, mailingKey };
  return createHash('sha256').update(JSON.stringify(known)).digest('base64url');
}
