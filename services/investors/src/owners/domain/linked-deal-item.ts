import { type LinkedDeal, PROPERTY_TYPE_LABELS } from '@plat/contracts';
import type { DealRecord, PortfolioDeal } from '@plat/dataset';
import { roundToTenths } from '../../deals/index.ts';

type Evidence = Pick<LinkedDeal, 'match_reason' | 'match_confidence'>;

/** One record with every documented key. Buyer and seller are those of the purchase, also for a flip. */
export const linkedDealItem = (deal: PortfolioDeal, record: DealRecord, evidence: Evidence): LinkedDeal => ({
  id: deal.dealId,
  buyernames: record.buyerName,
  sellernames: record.sellerName,
  address: { street: record.addressLine, city: record.city, state: record.state, zip: record.zip },
  latitude: record.latitude,
  longitude: record.longitude,
  bedrooms: record.bedrooms,
  bathrooms: record.bathrooms,
  livingsquarefeet: record.livingSquareFeet,
  lotsquarefeet: record.lotSquareFeet,
  unitscount: record.unitsCount,
  yearbuilt: record.yearBuilt,
  propertytype: PROPERTY_TYPE_LABELS[deal.propertyType],
  estimatedvalue: deal.currentValue,
  equitypercent: equityPercent(deal.currentValue, deal.loanAmount),
  deal_type: deal.dealType,
  sale_date: deal.saleDate,
  sale_price: deal.salePrice,
  purchase_date: deal.purchaseDate,
  purchase_price: deal.purchasePrice,
  ...evidence,
});

/**
 * Equity in percent to one decimal: the share of the current value that the loan of the latest deed leaves. Negative
 * when the loan exceeds the value; null when either is unknown. Repayments are not on record.
 */
const equityPercent = (value: number | null, loan: number | null): number | null =>
  !value || loan === null ? null : roundToTenths((100 * (value - loan)) / value);
