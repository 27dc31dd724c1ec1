import type { BuyerFilters } from '@plat/contracts';
import {
  investorDealsNear,
  type RecordedPurchase,
  recordedHoldings,
  recordedPurchases,
  servingDataset,
} from '@plat/dataset';
import type { Sql } from '@plat/db';
import { addDays, filtersOf } from '../../deals/index.ts';
import { type HistoricPurchase, HOLD_DAYS } from '../domain/replay/buyer-history.ts';
import type { Purchase, RecordedMarket } from '../domain/replay/recorded-market.ts';

const FIELDS = ['region', 'propertyId', 'tests', 'institution'] as const;

/** The recorded deals of one region, limited to those that searches with the criteria show. */
export const recordedMarket = (sql: Sql, region: string, criteria: BuyerFilters): RecordedMarket => ({
  purchases: async ({ from, to }) => {
    const span = { from, to, propertyTypes: criteria.property_types };
    const rows = await recordedPurchases(sql, 'live', region, span);
    return rows.map(purchaseOf);
  },
  histories: async () => {
    const histories = new Map<number, HistoricPurchase[]>();
    for await (const batch of recordedHoldings(sql, 'live', region)) {
      for (const { buyerId, ...purchase } of batch) {
        const purchases = histories.get(buyerId) ?? [];
        purchases.push(purchase);
        histories.set(buyerId, purchases);
      }
    }
    return histories;
  },
  dealsAround: async ({ latitude, longitude }, { from, to }) => {
    // A flip held on the last day is in the dataset under its resale day, within a year.
    const span = { fromDate: from, asOf: addDays(to, HOLD_DAYS) };
    const place = { latitude, longitude, radiusMiles: criteria.radius_miles };
    const filters = { dealTypes: ['flip', 'rental'] as const, ...filtersOf(criteria) };
    const rows = await investorDealsNear(await servingDataset(sql, 'live'), { ...place, ...span, ...filters }, FIELDS);
    return rows
      .filter((row) => row.region === region)
      .map(({ region: _, tests, institution, ...deal }) => ({
        ...deal,
        isInstitution: institution !== null,
        isAbsentee: tests.includes('absentee_mailing') || tests.includes('entity_buyer'),
      }));
  },
});

const purchaseOf = ({
  dealId,
  propertyId,
  buyerId,
  purchaseDate,
  countyKey,
  ...subject
}: RecordedPurchase): Purchase => ({
  dealId,
  propertyId,
  buyerId,
  purchaseDate,
  countyKey,
  subject,
});
