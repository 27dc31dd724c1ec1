import type { BuyerFilters, PropertyType } from '@plat/contracts';
import { dealsNear, schemaOf, servingDataset } from '@plat/dataset';
import type { Sql } from '@plat/db';
import { addDays, DEAL_COLUMNS, dealFromRow, filtersOf } from '../../deals/index.ts';
import { type HistoricPurchase, HOLD_DAYS } from '../domain/replay/buyer-history.ts';
import type { Purchase, RecordedMarket } from '../domain/replay/recorded-market.ts';

const COLUMNS = [...DEAL_COLUMNS, 'region', 'tests', 'institution'] as const;
const COUNTS = "not extended and arms_length <> 'non_arms_length'";

/** The deals of one region of the market dataset as history, as far as searches by the criteria show them. */
export const recordedMarket = (sql: Sql, region: string, criteria: BuyerFilters): RecordedMarket => ({
  purchases: async ({ from, to }) => {
    const rows = await sql<PurchaseRow[]>`
      select deal_id, buyer_id, purchase_date, latitude, longitude, property_type, bedrooms, bathrooms,
        living_square_feet, estimated_value
      from ${schemaOf(sql, 'live')}.deal
      where region = ${region} and ${sql.unsafe(COUNTS)} and cell is not null
        and (institution is null or deal_type = 'flip' and institution = 'large')
        and property_type in ${sql(criteria.property_types)}
        and purchase_date between ${from} and ${to}
      order by purchase_date, deal_id`;
    return rows.map(purchaseFromRow);
  },
  histories: async () => {
    const histories = new Map<number, HistoricPurchase[]>();
    const rows = sql<HistoryRow[]>`
      select buyer_id, purchase_date, purchase_price, purchase_method, sale_date, sale_price
      from ${schemaOf(sql, 'live')}.deal where region = ${region} and ${sql.unsafe(COUNTS)}`.cursor(10_000);
    for await (const batch of rows) {
      for (const row of batch) {
        const purchases = histories.get(row.buyer_id) ?? [];
        purchases.push(historyFromRow(row));
        histories.set(row.buyer_id, purchases);
      }
    }
    return histories;
  },
  dealsAround: async ({ latitude, longitude }, { from, to }) => {
    // A flip that was held on the last day is in the dataset under the day of its resale, within a year.
    const span = { fromDate: from, asOf: addDays(to, HOLD_DAYS) };
    const place = { latitude, longitude, radiusMiles: criteria.radius_miles };
    const filters = { dealTypes: ['flip', 'rental'] as const, ...filtersOf(criteria) };
    const rows = await dealsNear(await servingDataset(sql, 'live'), { ...place, ...span, ...filters }, COLUMNS);
    return rows
      .filter((row) => row.region === region)
      .map((row) => ({
        ...dealFromRow(row),
        isInstitution: row.institution !== null,
        isAbsentee: row.tests.includes('absentee_mailing') || row.tests.includes('entity_buyer'),
      }));
  },
});

interface PurchaseRow {
  deal_id: number;
  buyer_id: number;
  purchase_date: string;
  latitude: number;
  longitude: number;
  property_type: string;
  bedrooms: number | null;
  bathrooms: number | null;
  living_square_feet: number | null;
  estimated_value: number | null;
}

const purchaseFromRow = (row: PurchaseRow): Purchase => ({
  dealId: row.deal_id,
  buyerId: row.buyer_id,
  purchaseDate: row.purchase_date,
  subject: {
    latitude: row.latitude,
    longitude: row.longitude,
    propertyType: row.property_type as PropertyType,
    bedrooms: row.bedrooms,
    bathrooms: row.bathrooms,
    livingSquareFeet: row.living_square_feet,
    estimatedValue: row.estimated_value,
  },
});

interface HistoryRow {
  buyer_id: number;
  purchase_date: string;
  purchase_price: number | null;
  purchase_method: string | null;
  sale_date: string | null;
  sale_price: number | null;
}

const historyFromRow = (row: HistoryRow): HistoricPurchase => ({
  purchaseDate: row.purchase_date,
  purchasePrice: row.purchase_price,
  purchaseMethod: row.purchase_method,
  saleDate: row.sale_date,
  salePrice: row.sale_price,
});
