import type { BuyerFilters, BuyerSearchSort } from '@plat/contracts';
import type { RecordsWindow } from '@plat/dataset';
import { lookbackStart } from '../../deals/index.ts';
import { explainBuyers } from './explain-buyers.ts';
import type { FoundBuyer } from './found-buyer.ts';
import { locateSubject } from './locate-subject.ts';
import { pickBestDealPerBuyer } from './pick-best-deal-per-buyer.ts';
import type { BuyerSearchPorts } from './ports.ts';
import { rankReachable } from './rank-reachable.ts';
import { type SearchFunnel, searchFunnel } from './search-funnel.ts';
import type { SearchedSubject } from './searched-subject.ts';
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
  /** Only with `explain: "full"`, and where the records cover the place. */
  funnel?: SearchFunnel;
}

/**
 * Investors who recently bought near a property, best match first: at most one result per buyer cluster and buyer type,
 * ranks 1 to n without gaps. Empty outside imported counties. Deterministic for the same input and dataset.
 * @throws AppError ADDRESS_NOT_FOUND (404); UPSTREAM_ERROR (502) when the address service fails
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
  const center = { ...searched.point, propertyId: searched.match.propertyId };
  const deals = await ports.deals.near(center, criteria, window, signal);
  const context = matchContext({ subject, radiusMiles: criteria.radius_miles, asOf: end }, deals);
  const best = pickBestDealPerBuyer(deals.map((deal) => ({ deal, score: matchScore(deal, context) })));
  const { buyers, results } = await rankReachable(best, criteria, asOf, ports, signal);
  if (sort === 'distance') buyers.sort((a, b) => a.deal.distanceMiles - b.deal.distanceMiles || a.rank - b.rank);
  if (criteria.explain !== 'full') return { subject: searched, buyers, records };
  const { radius_miles: radiusMiles, hide_non_arms_length: hideNonArmsLength } = criteria;
  const area = { subject, radiusMiles, window, asOf, hideNonArmsLength };
  const [explained, all] = await Promise.all([
    explainBuyers(buyers, context, area, ports.evidence, signal),
    ports.evidence.funnelNear(center, criteria, window, signal),
  ]);
  return { subject: searched, buyers: explained, records, funnel: searchFunnel(all, best, results, criteria) };
}
