import type { BuyerType } from '@plat/contracts';
import type { WindowEnd } from '@plat/dataset';
import type { LegacyCriteria, LegacySubject } from '../../background/index.ts';
import { knownContacts } from '../../contacts/index.ts';
import type { DayWindow, Subject } from '../../deals/index.ts';
import { lookbackStart } from '../../deals/index.ts';
import { isSmartMatch, matchContext, matchScore, subjectAt } from '../../search/index.ts';
import { legacyFacts } from './legacy-facts.ts';
import type { LegacyFoundBuyer } from './legacy-found-buyer.ts';
import { hasEnough, oneDealPerBuyer, pickBuyersByType } from './pick-buyers-by-type.ts';
import type { LegacyDeal, LegacyDealFinder, LegacySearchPorts } from './ports.ts';

/** The radius grows until it holds as many buyers of either type as requested. */
const RADII_MILES = [2, 5, 10] as const;
const LOOKBACK_YEARS = 2;

export interface LegacyQuestion {
  criteria: LegacyCriteria;
  subject: LegacySubject;
  /** The server's as-of day, `YYYY-MM-DD`. */
  asOf: string;
}

/**
 * Buyers of a search of the earlier API, best match first, one result per buyer cluster, from the smallest circle with
 * enough of them. Runs one statement per circle and five in total for the buyers.
 */
export async function findLegacyBuyers(
  { criteria, subject, asOf }: LegacyQuestion,
  ports: LegacySearchPorts,
  signal: AbortSignal,
): Promise<LegacyFoundBuyer[]> {
  const compared = await subjectAt(subject, subject.propertyId, ports.properties, signal);
  const { end, county } = await ports.records.at(subject, asOf, signal);
  if (county === null) return [];
  const best = await bestNearby({ subject: compared, criteria, end }, ports.legacyDeals, signal);
  const picked = pickBuyersByType(best, criteria);
  const deals = picked.map(({ deal }) => deal);
  const buyers = deals.map(({ buyer }) => buyer);
  const zips = buyers.flatMap(({ mailingZip }) => mailingZip ?? []);
  const [records, dealCounts, cityOfZip, contacts] = await Promise.all([
    ports.propertyRecords.recordsOf(deals, end, signal),
    ports.propertyRecords.dealCountsOf(deals, asOf, signal),
    ports.propertyRecords.citiesOf(zips, signal),
    knownContacts(buyers, ports, signal),
  ]);
  const known = picked.flatMap(({ deal, score }, index) => {
    const record = records.get(deal.dealId);
    return record === undefined ? [] : [{ deal, score, record, contact: contacts[index]?.contact ?? null }];
  });
  return known.map(({ deal, score, record, contact }, index) => {
    const rank = index + 1;
    const linkedDealCount = dealCounts.get(deal.buyer.buyerId) ?? 1;
    const smartMatch = isSmartMatch(score, rank, best.length);
    return { facts: legacyFacts({ deal, record, linkedDealCount, cityOfZip, rank, smartMatch }), contact };
  });
}

interface Nearby {
  subject: Subject;
  criteria: LegacyQuestion['criteria'];
  end: WindowEnd;
}

/** One deal per buyer of the admitted types, within the first radius that holds enough of either. */
async function bestNearby({ subject, criteria, end }: Nearby, finder: LegacyDealFinder, signal: AbortSignal) {
  const window: DayWindow = { from: lookbackStart(end, LOOKBACK_YEARS), to: end };
  const buyerTypes = buyerTypesFor(criteria.flipperWeight);
  let best: { deal: LegacyDeal; score: number }[] = [];
  for (const radiusMiles of RADII_MILES) {
    const deals = await finder.near(subject, { radiusMiles, buyerTypes }, window, signal);
    const context = matchContext({ subject, radiusMiles, asOf: end }, deals);
    const scored = deals.map((deal) => ({ deal, score: matchScore(deal, context) }));
    best = oneDealPerBuyer(scored, criteria);
    if (hasEnough(best, criteria)) break;
  }
  return best;
}

const buyerTypesFor = (weight: number): BuyerType[] =>
  weight === 1 ? ['flipper'] : weight === 0 ? ['landlord'] : ['flipper', 'landlord'];
