import { type InvestorComp, type InvestorCompsCriteria, PROPERTY_TYPE_LABELS } from '@plat/contracts';
import type { CompDeal, RecordsWindow } from '@plat/dataset';
import { roundToHundredths } from '../../deals/index.ts';
import { isComparable, likeness } from './comp-likeness.ts';
import { lookbackMonthsStart } from './lookback-months.ts';
import type { CompFinder } from './ports.ts';

/**
 * Recent flips and rental purchases around a point, one item per deal. Without details of a subject, the nearest come
 * first. With details, comparable deals only, the most similar first, ranked 1 to n. Empty outside imported counties.
 */
export async function findInvestorComps(
  criteria: InvestorCompsCriteria,
  { end, county }: RecordsWindow,
  deals: CompFinder,
  signal: AbortSignal,
): Promise<InvestorComp[]> {
  const { subject_property_details: details, radius_miles: radiusMiles, limit } = criteria;
  if (county === null) return [];
  const window = { from: lookbackMonthsStart(end, criteria.lookback_months), to: end };
  const near = await deals.near(criteria, window, signal);
  if (details === null) {
    return near
      .sort(byDistance)
      .slice(0, limit)
      .map((deal) => compItem(deal, {}));
  }
  return near
    .filter((deal) => isComparable(deal, details))
    .map((deal) => ({ deal, score: likeness(deal, details, radiusMiles) }))
    .sort((a, b) => b.score - a.score || byDistance(a.deal, b.deal))
    .slice(0, limit)
    .map(({ deal }, index) => compItem(deal, { rank: index + 1, pricePerSqFt: pricePerSquareFoot(deal) }));
}

/** Total order: distance, then the later event, then the lower id. */
const byDistance = (a: CompDeal, b: CompDeal): number =>
  a.distanceMiles - b.distanceMiles ||
  (a.eventDate < b.eventDate ? 1 : a.eventDate > b.eventDate ? -1 : 0) ||
  a.dealId - b.dealId;

/** Purchase price per square foot in US dollars; null when price or living area is unknown. */
const pricePerSquareFoot = ({ purchasePrice, livingSquareFeet }: CompDeal): number | null =>
  purchasePrice === null || !livingSquareFeet ? null : roundToHundredths(purchasePrice / livingSquareFeet);

type Ranking = Pick<InvestorComp, 'rank' | 'pricePerSqFt'>;

/** A deal has the dates and prices of its own type only; a flip also shows its resale (docs/rules/comps.md). */
function compItem(deal: CompDeal, ranking: Ranking): InvestorComp {
  const property = {
    address: deal.address,
    bedrooms: deal.bedrooms,
    bathrooms: deal.bathrooms,
    livingsquarefeet: deal.livingSquareFeet,
    lotsquarefeet: deal.lotSquareFeet,
    propertytype: PROPERTY_TYPE_LABELS[deal.propertyType],
    latitude: deal.latitude,
    longitude: deal.longitude,
  };
  const distance = { miles_from_subject: roundToHundredths(deal.distanceMiles) };
  return deal.buyerType === 'flipper'
    ? {
        ...ranking,
        buyer_type: 'flipper',
        ...property,
        flip_sale_transaction_date: deal.saleDate,
        flip_sale_transaction_price: deal.salePrice,
        flip_purchase_transaction_date: deal.purchaseDate,
        flip_purchase_transaction_price: deal.purchasePrice,
        ...distance,
      }
    : {
        ...ranking,
        buyer_type: 'landlord',
        ...property,
        rental_purchase_transaction_date: deal.purchaseDate,
        rental_purchase_transaction_price: deal.purchasePrice,
        ...distance,
      };
}
