import type { PropertyType } from '@plat/contracts';
import {
  type BuyerDeal as BuyerDealRow,
  type DealRecord as DealRecordRow,
  dealRecords,
  dealsOfBuyers,
  type ReadDataset,
} from '@plat/dataset';
import type { BuyerDealFinder } from '../../search/index.ts';
import type { BuyerDeal, DealRecord } from '../domain/buyer-deal.ts';

/** Deals of buyers in the market dataset. */
export const marketBuyerDeals = (read: ReadDataset): BuyerDealFinder => ({
  dealsOf: async (owners, asOf, signal) => {
    const regions = regionsOf(owners);
    const buyerIds = owners.map(({ buyerId }) => buyerId);
    const rows = await dealsOfBuyers(await read(signal), regions, buyerIds, asOf);
    return rows.map(dealFromRow);
  },
  recordsOf: async (deals, signal) => {
    const ids = deals.map(({ dealId, propertyId }) => ({ deal_id: dealId, property_id: propertyId }));
    const rows = await dealRecords(await read(signal), regionsOf(deals), ids);
    return new Map(rows.map((row) => [row.deal_id, recordFromRow(row)]));
  },
});

const regionsOf = (owned: readonly { region: string }[]): string[] =>
  [...new Set(owned.map(({ region }) => region))].sort();

const dealFromRow = (row: BuyerDealRow): BuyerDeal => ({
  region: row.region,
  dealId: row.deal_id,
  propertyId: row.property_id,
  buyerId: row.buyer_id,
  dealType: row.deal_type === 'flip' ? 'flip' : 'rental',
  eventDate: row.event_date,
  propertyType: row.property_type as PropertyType,
  purchaseDate: row.purchase_date,
  purchasePrice: row.purchase_price,
  saleDate: row.sale_date,
  salePrice: row.sale_price,
  buyerNameKey: row.buyer_name_key,
  currentValue: row.current_value,
  holderId: row.holder_id,
  latestSaleId: row.latest_sale_id,
  loanAmount: row.loan_amount,
});

const recordFromRow = (row: DealRecordRow): DealRecord => ({
  buyerName: row.buyer_name,
  sellerName: row.seller_name,
  addressLine: row.address_line,
  city: row.city,
  state: row.state,
  zip: row.zip,
  latitude: row.latitude,
  longitude: row.longitude,
  bedrooms: row.bedrooms,
  bathrooms: row.bathrooms,
  livingSquareFeet: row.living_square_feet,
  lotSquareFeet: row.lot_square_feet,
  unitsCount: row.units_count,
  yearBuilt: row.year_built,
});
