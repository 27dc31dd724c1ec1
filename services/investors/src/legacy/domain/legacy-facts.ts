import { PROPERTY_TYPE_LABELS } from '@plat/contracts';
import { roundToHundredths } from '../../deals/index.ts';
import { buyerMail } from './buyer-mail.ts';
import type { LegacyFoundBuyer } from './legacy-found-buyer.ts';
import type { LegacyDeal, PropertyRecord } from './ports.ts';

const SQUARE_FEET_PER_ACRE = 43_560;
/** Four decimals: a ten-thousandth of an acre is four square feet. */
const ACRE_DECIMALS = 10_000;

/** A buyer that a search found, with its records. */
export interface RankedLegacyBuyer {
  deal: LegacyDeal;
  record: PropertyRecord;
  /** Counted deals of the buyer, including this one. */
  linkedDealCount: number;
  cityOfZip: ReadonlyMap<string, string>;
  /** 1 is the best. */
  rank: number;
  smartMatch: boolean;
}

/** Every documented field except those of the contact; null only where the records have no value. */
export function legacyFacts(buyer: RankedLegacyBuyer): LegacyFoundBuyer['facts'] {
  const { deal, record, linkedDealCount, cityOfZip, rank, smartMatch } = buyer;
  const { latestSale, formerSale } = record;
  const mail = buyerMail(deal.buyer, record.ownerMail, cityOfZip);
  return {
    buyer_id: deal.dealId,
    buyer_address: mail.line,
    buyer_city: mail.city,
    buyer_state: mail.state,
    buyer_zip: mail.zip,
    buyer_type: deal.buyerType,
    linked_deal_count: linkedDealCount,
    full_address: record.address,
    address: record.addressLine,
    city: record.city,
    state: record.state,
    zip: record.zip,
    county: record.county,
    fips: record.fips === null ? null : Number(record.fips),
    latitude: deal.latitude,
    longitude: deal.longitude,
    subdivision: record.subdivision,
    property_use: PROPERTY_TYPE_LABELS[deal.propertyType],
    apn: record.apn,
    land_use: record.landUse,
    flood_zone: record.floodZone,
    lot_acres: acres(deal.lotSquareFeet),
    year_built: record.yearBuilt,
    living_square_feet: deal.livingSquareFeet,
    bedrooms: deal.bedrooms === null ? null : Math.round(deal.bedrooms),
    bathrooms: deal.bathrooms,
    assessed_improvement_value: record.assessedImprovementValue,
    assessed_land_value: record.assessedLandValue,
    estimated_equity: equity(record),
    estimated_value: record.currentValue,
    cash_buyer: deal.purchaseMethod === null ? null : deal.purchaseMethod === 'cash',
    sale_date1: latestSale?.date ?? null,
    sale_date2: formerSale?.date ?? null,
    sale_price1: latestSale?.price ?? null,
    sale_price2: formerSale?.price ?? null,
    buyer_names1: latestSale?.buyerName ?? null,
    buyer_names2: formerSale?.buyerName ?? null,
    seller_names2: formerSale?.sellerName ?? null,
    transaction_type1: latestSale?.deedType ?? null,
    transaction_type2: formerSale?.deedType ?? null,
    smart_match: smartMatch,
    miles_from_subject: roundToHundredths(deal.distanceMiles),
    smart_match_rank: rank,
  };
}

const acres = (squareFeet: number | null): number | null =>
  squareFeet === null ? null : Math.round((squareFeet / SQUARE_FEET_PER_ACRE) * ACRE_DECIMALS) / ACRE_DECIMALS;

/** Equity in US dollars, as in linked deals: the current value minus the loan of the latest deed; may be negative. */
const equity = ({ currentValue, loanAmount }: PropertyRecord): number | null =>
  currentValue === null || loanAmount === null ? null : currentValue - loanAmount;
