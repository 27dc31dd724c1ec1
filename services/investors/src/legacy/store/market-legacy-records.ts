import {
  citiesOfZips,
  type DealPropertyRecord,
  dealCountsOfBuyers,
  dealPropertyRecords,
  type ReadDataset,
} from '@plat/dataset';
import type { LegacyDeal, PropertyRecord, PropertyRecordFinder, RecordedSale } from '../domain/ports.ts';

/** Records of properties in the market dataset. */
export const marketLegacyRecords = (read: ReadDataset): PropertyRecordFinder => ({
  recordsOf: async (deals, asOf, signal) => {
    const rows = await dealPropertyRecords(await read(signal), regionsOf(deals), deals, asOf);
    return new Map(rows.map((row) => [row.deal_id, recordFromRow(row)]));
  },
  dealCountsOf: async (deals, asOf, signal) => {
    const buyerIds = [...new Set(deals.map(({ buyer }) => buyer.buyerId))];
    return dealCountsOfBuyers(await read(signal), regionsOf(deals), buyerIds, asOf);
  },
  citiesOf: async (zips, signal) => citiesOfZips(await read(signal), zips),
});

const regionsOf = (deals: readonly LegacyDeal[]): string[] => [...new Set(deals.map(({ region }) => region))].sort();

const recordFromRow = (row: DealPropertyRecord): PropertyRecord => ({
  address: row.address,
  addressLine: row.address_line,
  city: row.city,
  state: row.state,
  zip: row.zip,
  county: row.county,
  fips: row.fips,
  apn: row.apn,
  subdivision: row.subdivision,
  landUse: row.land_use,
  floodZone: row.flood_zone,
  yearBuilt: row.year_built,
  assessedLandValue: row.assessed_land_value,
  assessedImprovementValue: row.assessed_improvement_value,
  currentValue: row.current_value,
  loanAmount: row.loan_amount,
  ownerMail: {
    line: row.mailing_address,
    city: row.mailing_city,
    state: row.mailing_state,
    zip: row.mailing_zip,
  },
  latestSale: saleOf(row.sale_date_1, row.price_1, row.deed_type_1, row.grantor_1, row.grantee_1),
  formerSale: saleOf(row.sale_date_2, row.price_2, row.deed_type_2, row.grantor_2, row.grantee_2),
});

function saleOf(
  date: string | null,
  price: number | null,
  deedType: string | null,
  sellerName: string | null,
  buyerName: string | null,
): RecordedSale | null {
  return date === null ? null : { date, price, deedType, sellerName, buyerName };
}
