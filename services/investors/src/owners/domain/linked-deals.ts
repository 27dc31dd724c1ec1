import {
  LINKED_DEALS_MAX_RESULTS,
  type LinkedDeal,
  type LinkedDealsCriteria,
  type PortfolioStatistics,
} from '@plat/contracts';
import type { PortfolioDeal } from '@plat/dataset';
import { normaliseOwnerName } from '@plat/records';
import { roundToHundredths } from '../../deals/index.ts';
import { linkedDealItem } from './linked-deal-item.ts';
import { matchMailing } from './match-mailing.ts';
import { matchName } from './match-name.ts';
import type { OwnerMatch } from './owner-match.ts';
import { portfolioStatistics } from './portfolio-statistics.ts';
import type { LinkedDealsPorts } from './ports.ts';

export interface LinkedDeals {
  metadata: PortfolioStatistics;
  results: LinkedDeal[];
}

/**
 * The flips and rental purchases of one owner, found by name or mailing address: statistics over all of them and
 * records of the latest 250. Off-market purchases are left out (docs/rules/linked-deals.md).
 * @param asOf the server's as-of day, `YYYY-MM-DD`
 */
export async function findLinkedDeals(
  criteria: LinkedDealsCriteria,
  asOf: string,
  { owners, deals }: LinkedDealsPorts,
  signal: AbortSignal,
): Promise<LinkedDeals> {
  const { search_state } = criteria;
  const matches =
    criteria.is_entity_name && search_state !== null
      ? await matchName({ ...criteria, search_state }, owners, signal)
      : await matchMailing(criteria, owners, signal);
  const all = await deals.dealsOf(matches, asOf, signal);
  const matched = new Map(matches.map((match) => [match.buyerId, match]));
  const shown = [...all].sort(byLatestDeed).slice(0, LINKED_DEALS_MAX_RESULTS);
  const records = await deals.recordsOf(shown, signal);
  return {
    metadata: portfolioStatistics(all, new Set(matched.keys())),
    results: shown.flatMap((deal) => {
      const record = records.get(deal.dealId);
      if (record === undefined) return [];
      return [linkedDealItem(deal, record, criteria.explain ? evidenceOf(deal, matched, criteria) : {})];
    }),
  };
}

/** Total order: latest deed first, then the higher id. */
const byLatestDeed = (a: PortfolioDeal, b: PortfolioDeal): number =>
  (a.eventDate < b.eventDate ? 1 : a.eventDate > b.eventDate ? -1 : 0) || b.dealId - a.dealId;

/** Similar names at one address share a cluster, so a deal under another name is slightly less certain. */
const LINKED_NAME_SHARE = 0.95;

function evidenceOf(
  { buyerId, buyerNameKey }: PortfolioDeal,
  matched: ReadonlyMap<number, OwnerMatch>,
  { search_string }: LinkedDealsCriteria,
): Pick<LinkedDeal, 'match_reason' | 'match_confidence'> {
  const match = matched.get(buyerId);
  if (match === undefined) return {};
  const isOtherName = match.reason === 'exact_name' && buyerNameKey !== normaliseOwnerName(search_string).nameKey;
  return {
    match_reason: isOtherName ? 'linked_name' : match.reason,
    match_confidence: roundToHundredths(match.confidence * (isOtherName ? LINKED_NAME_SHARE : 1)),
  };
}
