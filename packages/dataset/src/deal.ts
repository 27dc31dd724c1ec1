import type { BuyerType, PropertyType } from '@plat/contracts';
import { DATASET_TABLES, type DatasetRow } from './tables.ts';

type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

type DealRow = DatasetRow<'deal'>;

/** A flip or a rental purchase of an investor: the columns of table `deal`, with names in camel case. */
export type Deal = { [Column in keyof DealRow as CamelCase<Column>]: DealRow[Column] } & {
  dealType: 'flip' | 'rental';
  /** `flipper` for flips, `landlord` for rental purchases. */
  buyerType: BuyerType;
  propertyType: PropertyType;
};

/** The deal type of each buyer type. */
export const DEAL_TYPES = { flipper: 'flip', landlord: 'rental' } as const satisfies Record<
  BuyerType,
  Deal['dealType']
>;

/** A deal near a point, with its unrounded great-circle distance in miles. */
export type NearbyDeal = Deal & { distanceMiles: number; latitude: number; longitude: number };

/** The recorded owner of a deal, as one cluster of names. */
export interface Buyer {
  buyerId: number;
  /** As recorded. */
  name: string | null;
  /** Normalised. */
  nameKey: string | null;
  isEntity: boolean;
  mailingKey: string | null;
  mailingZip: string | null;
  mailingState: string | null;
  /** 0 to 1, see docs/rules/buyers.md. */
  reliability: number;
}

/** Fields for ranking and showing a nearby deal, in the order in which found buyers are stored. */
export const COMP_FIELDS = [
  'dealId',
  'buyerType',
  'distanceMiles',
  'eventDate',
  'address',
  'propertyType',
  'bedrooms',
  'bathrooms',
  'livingSquareFeet',
  'lotSquareFeet',
  'latitude',
  'longitude',
  'purchaseDate',
  'purchasePrice',
  'saleDate',
  'salePrice',
] as const satisfies readonly (keyof NearbyDeal)[];
export const INVESTOR_DEAL_FIELDS = [
  ...COMP_FIELDS,
  'estimatedValue',
  'purchaseMethod',
] as const satisfies readonly (keyof NearbyDeal)[];

/** A nearby deal as a comp, without its buyer. */
export type CompDeal = Pick<NearbyDeal, (typeof COMP_FIELDS)[number]>;

/** A nearby deal with its buyer, as a buyer search ranks it. */
export type InvestorDeal = Pick<NearbyDeal, (typeof INVESTOR_DEAL_FIELDS)[number]> & { buyer: Buyer };

/** A deal in the portfolio of its buyer. */
export type PortfolioDeal = Pick<Deal, (typeof PORTFOLIO_FIELDS)[number]> & {
  /** Current value in US dollars: from the value model, otherwise from the roll; null without either. */
  currentValue: number | null;
  /** Buyer cluster of the property's latest deed; null when that deed names no buyer. */
  holderId: number | null;
  /** Sale of that deed. The sale id of a purchase is its deal id. Null when no deed is known by the given day. */
  latestSaleId: number | null;
  /** Loan of the latest deed in US dollars, 0 for a cash purchase; null when not recorded. */
  loanAmount: number | null;
};

export const PORTFOLIO_FIELDS = [
  'region',
  'dealId',
  'propertyId',
  'buyerId',
  'dealType',
  'eventDate',
  'propertyType',
  'purchaseDate',
  'purchasePrice',
  'saleDate',
  'salePrice',
  'buyerNameKey',
] as const satisfies readonly (keyof Deal)[];

const camelCase = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Every field of a deal. */
export const DEAL_FIELDS = [...Object.keys(DATASET_TABLES.deal.columns).map(camelCase), 'buyerType'] as (keyof Deal)[];

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** SQL that selects a field of a deal under its camel-case name. @param table alias of the table, such as `d` */
export const selectDealField = (field: keyof Deal, table: string): string =>
  field === 'buyerType'
    ? `case ${table}.deal_type when 'flip' then 'flipper' else 'landlord' end as "buyerType"`
    : `${table}.${snakeCase(field)} as "${field}"`;
