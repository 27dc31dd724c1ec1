import type { BuyerFilters, BuyerSearchSort } from '@plat/contracts';
import type { RecordsWindow } from '@plat/dataset';
import { lookbackStart } from '../../deals/index.ts';
import type { FoundBuyer } from './found-buyer.ts';
import { locateSubject, type SearchedSubject } from './locate-subject.ts';
import { pickBestDealPerBuyer } from './pick-best-deal-per-buyer.ts';
import type { BuyerSearchPorts } from './ports.ts';
import { rankReachable } from './rank-reachable.ts';
import { matchContext, matchScore } from './smart-match.ts';

export interface BuyerSearchQuestion {
  criteria: BuyerFilters;
  sort: BuyerSearchSort;
  /** The server's as-of day, `YYYY-MM-DD`. */
  asOf: string;
}

export interface BuyerSearchFindings {
  subject: SearchedSubject;
  buyers: FoundBuyer[];
  records: RecordsWindow;
}

/**
 * Investors who recently bought near a property, best match first: at most one result per buyer cluster and buyer
 * type, ranks 1 to n without gaps. Nobody in no imported county. The same question and dataset give the same answer.
 * @throws AppError ADDRESS_NOT_FOUND (404); UPSTREAM_ERROR (502) when the address service fails.
 */
export async function findBuyers(
  { criteria, sort, asOf }: BuyerSearchQuestion,
  ports: BuyerSearchPorts,
  signal: AbortSignal,
): Promise<BuyerSearchFindings> {
  const { facts: subject, searched } = await locateSubject(criteria, ports, signal);
  const records = await ports.records.at(searched.point, asOf, signal);
  if (records.county === null) return { subject: searched, buyers: [], records };
  const { end } = records;
  const window = { from: lookbackStart(end, criteria.lookback_years), to: end };
  const deals = await ports.deals.near(subject, criteria, window, signal);
  const context = matchContext({ subject, radiusMiles: criteria.radius_miles, asOf: end }, deals);
  const best = pickBestDealPerBuyer(deals.map((deal) => ({ deal, score: matchScore(deal, context) })));
  const ranked = await rankReachable(best, criteria, asOf, ports, signal);
  if (sort === 'distance') ranked.sort((a, b) => a.deal.distanceMiles - b.deal.distanceMiles || a.rank - b.rank);
  return { subject: searched, buyers: ranked, records };
}
