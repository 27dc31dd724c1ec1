import { exampleBuyer, exampleDeal, SUBJECT } from '../examples.fixture.ts';
import type { HistoricPurchase } from './buyer-history.ts';
import type { RecordedDeal } from './deals-known-on.ts';
import type { RecordedMarket } from './recorded-market.ts';

/** An absentee's rental purchase at the subject, unless the changes say otherwise. */
export const recordedDeal = (
  dealId: number,
  buyerId: number,
  purchaseDate: string,
  changes: Partial<RecordedDeal> = {},
): RecordedDeal => ({
  ...exampleDeal({ dealId, purchaseDate, eventDate: changes.saleDate ?? purchaseDate }),
  buyerType: changes.saleDate ? 'flipper' : 'landlord',
  propertyId: dealId,
  isAbsentee: true,
  isInstitution: false,
  ...changes,
  buyer: exampleBuyer({ buyerId, reliability: 1 }),
});

/** The history of these deals, by buyer. */
export function historiesOf(deals: readonly RecordedDeal[]): Map<number, HistoricPurchase[]> {
  const histories = new Map<number, HistoricPurchase[]>();
  for (const deal of deals) {
    const { buyerId } = deal.buyer;
    histories.set(buyerId, [...(histories.get(buyerId) ?? []), deal]);
  }
  return histories;
}

/** A market of these deals alone: every deal is near every point, and every deal is a purchase to replay. */
export const marketOf = (deals: readonly RecordedDeal[]): RecordedMarket => ({
  purchases: async ({ from, to }) =>
    deals
      .filter(({ purchaseDate }) => purchaseDate >= from && purchaseDate <= to)
      .map(({ dealId, propertyId, buyer, purchaseDate }) => ({
        dealId,
        propertyId,
        buyerId: buyer.buyerId,
        purchaseDate,
        subject: SUBJECT,
        countyKey: String(10 + (dealId % 2)),
      }))
      .sort((a, b) => a.purchaseDate.localeCompare(b.purchaseDate) || a.dealId - b.dealId),
  histories: async () => historiesOf(deals),
  dealsAround: async () => [...deals],
});
