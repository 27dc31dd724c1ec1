import { type BuyerExplanation, EVIDENCE_MAX_DEALS, encodePropertyId, MATCH_PART_NAMES } from '@plat/contracts';
import type { EvidenceDeal, InvestorDeal } from '@plat/dataset';
import { roundToHundredths } from '../../deals/index.ts';
import type { FoundBuyer } from './found-buyer.ts';
import type { FoundExplanation } from './found-explanation.ts';
import { comparesAnything, type MatchContext, type MatchParts, matchParts } from './match-parts.ts';
import { MATCH_WEIGHTS } from './match-weights.ts';
import type { EvidenceFinder, SearchedArea } from './ports.ts';

/** The found buyers with what speaks for each; one reading of the dataset for all of them. */
export async function explainBuyers(
  found: readonly FoundBuyer[],
  context: MatchContext,
  area: SearchedArea,
  evidence: EvidenceFinder,
  signal: AbortSignal,
): Promise<FoundBuyer[]> {
  const facts = await evidence.about(
    found.map(({ deal }) => deal),
    area,
    EVIDENCE_MAX_DEALS,
    signal,
  );
  return found.map((buyer): FoundBuyer => {
    const { buyerId } = buyer.deal.buyer;
    const parcel = facts.parcels.get(buyer.deal.dealId);
    if (parcel === undefined) return buyer;
    const explanation: FoundExplanation = {
      ...parcel,
      mailing: facts.mailings.get(buyerId) ?? null,
      match: explainMatch(buyer.deal, context),
      evidence: (facts.newest.get(buyerId) ?? []).map(evidenceItem),
      deals_in_radius: facts.dealsInRadius.get(buyerId) ?? 0,
    };
    return { ...buyer, explanation };
  });
}

const PARTS: Readonly<Record<(typeof MATCH_PART_NAMES)[number], keyof MatchParts>> = {
  proximity: 'distance',
  recency: 'recency',
  similarity: 'similarity',
  activity: 'activity',
  reliability: 'reliability',
};

/** The score as a sum of points; see docs/rules/smart-match.md. */
function explainMatch(deal: InvestorDeal, context: MatchContext): BuyerExplanation['match'] {
  const values = matchParts(deal, context);
  const parts = MATCH_PART_NAMES.map((name) => {
    const [value, weight] = [values[PARTS[name]], MATCH_WEIGHTS[PARTS[name]]];
    const part = { name, value, weight, points: value * weight };
    return name === 'similarity' && !comparesAnything(deal, context) ? { ...part, judged: false as const } : part;
  });
  return { score: parts.reduce((sum, { points }) => sum + points, 0), parts };
}

const evidenceItem = (deal: EvidenceDeal): BuyerExplanation['evidence'][number] => ({
  deal_type: deal.dealType,
  property_id: encodePropertyId(deal.propertyId),
  address: deal.address,
  purchase_date: deal.purchaseDate,
  purchase_price: deal.purchasePrice,
  sale_date: deal.saleDate,
  sale_price: deal.salePrice,
  miles_from_subject: deal.distanceMiles === null ? null : roundToHundredths(deal.distanceMiles),
});
