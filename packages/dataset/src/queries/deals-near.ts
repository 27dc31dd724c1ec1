import {
  type Buyer,
  DEAL_FIELDS,
  DEAL_TYPES,
  type Deal,
  INVESTOR_DEAL_FIELDS,
  type InvestorDeal,
  type NearbyDeal,
  selectDealField,
} from '../deal.ts';
import { cellsIn, coverCircle } from '../grid.ts';
import { NOT_HIDDEN_INSTITUTION, ON_MARKET } from '../rules/off-market.ts';
import type { Dataset, Parameter, RowsOf } from '../serving-dataset.ts';
import { distanceSql, haversineOf } from './distance-sql.ts';
import { ofEachRegion } from './of-each-region.ts';

/** Limits of an attribute, both inclusive. An open end is null or omitted; an unknown attribute fails any limit. */
export interface Bound {
  min?: number | null;
  max?: number | null;
}

export interface DealsNearQuery {
  /** Decimal degrees. */
  latitude: number;
  longitude: number;
  radiusMiles: number;
  /** First event day of the window, YYYY-MM-DD, inclusive. */
  fromDate: string;
  /** Last event day of the window, YYYY-MM-DD, inclusive. Deals that begin to count later are left out. */
  asOf: string;
  dealTypes: readonly Deal['dealType'][];
  propertyTypes: readonly string[];
  /** Leaves out purchases judged `non_arms_length`; `undetermined` ones stay (docs/rules/arms-length.md). */
  hideNonArmsLength: boolean;
  /** Leaves out large, listed and iBuyer landlords, and flippers of the curated list (docs/rules/institutions.md). */
  hideInstitutions: boolean;
  /** Includes flips held 366 to 730 days (docs/rules/flips.md). */
  includeExtended?: boolean;
  /** Leaves out rental purchases of this property: its owner's own. */
  withoutRentalOf?: number | null;
  bedrooms?: Bound;
  bathrooms?: Bound;
  /** Purchase price in US dollars. */
  purchasePrice?: Bound;
  /** Maximum number of deals, nearest first. At the same distance the newer event comes first, then the lower id. */
  nearest?: number;
}

export type DealField = keyof NearbyDeal;

const ALL_FIELDS: readonly DealField[] = [...DEAL_FIELDS, 'distanceMiles'];

/**
 * Deals within a radius and a window of days: one index range scan per grid cell, with distance and filters in the
 * same statement. In no particular order, unless `nearest` is set.
 * @param fields fields to read; in a wide circle, unused fields take most of the time.
 */
export async function dealsNear<Field extends DealField = DealField>(
  dataset: Dataset,
  query: DealsNearQuery,
  fields: readonly Field[] = ALL_FIELDS as readonly Field[],
): Promise<Pick<NearbyDeal, Field>[]> {
  const regions = dataset.regionsTouching(query, query.radiusMiles);
  if (regions.length === 0 || query.dealTypes.length === 0 || query.propertyTypes.length === 0) return [];
  const { text, parameters } = dealsNearStatement(dataset.rowsOf, query, regions, fields);
  return dataset.ask<Pick<NearbyDeal, Field>>(text, parameters);
}

const BUYER_FIELDS = [
  'buyerId',
  'buyerName',
  'buyerNameKey',
  'buyerIsEntity',
  'buyerMailingKey',
  'buyerMailingZip',
  'buyerMailingState',
  'reliability',
] as const satisfies readonly DealField[];
type BuyerField = (typeof BUYER_FIELDS)[number];

/** Nearby deals with their buyers. @param more fields to read in addition to those of an investor deal */
export async function investorDealsNear<Field extends Exclude<DealField, BuyerField> = never>(
  dataset: Dataset,
  query: DealsNearQuery,
  more: readonly Field[] = [],
): Promise<(InvestorDeal & Pick<NearbyDeal, Field>)[]> {
  const rows = await dealsNear(dataset, query, [...INVESTOR_DEAL_FIELDS, ...more, ...BUYER_FIELDS]);
  return rows.map(withBuyer);
}

function withBuyer<Row extends Pick<NearbyDeal, BuyerField>>(row: Row): Omit<Row, BuyerField> & { buyer: Buyer } {
  const {
    buyerId,
    buyerName: name,
    buyerNameKey: nameKey,
    buyerIsEntity: isEntity,
    buyerMailingKey: mailingKey,
    buyerMailingZip: mailingZip,
    buyerMailingState: mailingState,
    reliability,
    ...deal
  } = row;
  const buyer = { buyerId, name, nameKey, isEntity, mailingKey, mailingZip, mailingState, reliability };
  return Object.assign(deal, { buyer });
}

export interface Statement {
  text: string;
  parameters: Parameter[];
}

/** The statement behind `dealsNear`. Contains only filters that are set, so that equal queries share one plan. */
export function dealsNearStatement(
  rowsOf: RowsOf,
  query: DealsNearQuery,
  regions: readonly string[],
  fields: readonly DealField[] = ALL_FIELDS,
): Statement {
  const parameters: Statement['parameters'] = [];
  const bind = (value: Statement['parameters'][number], type: string): string => {
    parameters.push(value);
    return `$${parameters.length}::${type}`;
  };
  const latitude = bind(query.latitude, 'float8');
  const longitude = bind(query.longitude, 'float8');
  const distance = distanceSql(latitude, longitude, bind(haversineOf(query.radiusMiles), 'float8'));
  const conditions = [
    `cell = any(${bind(cellsIn(coverCircle(query, query.radiusMiles)), 'int[]')})`,
    `event_date between ${bind(query.fromDate, 'date')} and ${bind(query.asOf, 'date')}`,
    `visible_from <= ${bind(query.asOf, 'date')}`,
    ...(Object.values(DEAL_TYPES).every((type) => query.dealTypes.includes(type))
      ? []
      : [`deal_type = any(${bind([...query.dealTypes], 'text[]')})`]),
    `property_type = any(${bind([...query.propertyTypes], 'text[]')})`,
    ...(query.hideNonArmsLength ? [ON_MARKET] : []),
    ...(query.hideInstitutions ? [NOT_HIDDEN_INSTITUTION] : []),
    ...(query.includeExtended ? [] : ['not extended']),
    ...(query.withoutRentalOf == null
      ? []
      : [`not (deal_type = 'rental' and property_id = ${bind(query.withoutRentalOf, 'bigint')})`]),
    ...boundSql('bedrooms', 'real', query.bedrooms, bind),
    ...boundSql('bathrooms', 'real', query.bathrooms, bind),
    ...boundSql('purchase_price', 'bigint', query.purchasePrice, bind),
    distance.within,
  ];
  const selected = fields.map((field) =>
    field === 'distanceMiles' ? `${distance.miles} as "distanceMiles"` : selectDealField(field, 'deal'),
  );
  const near = (columns: readonly string[], region: readonly string[]) => `select ${columns.join(', ')}
    from ${rowsOf('deal', region)} deal where ${conditions.join('\n and ')}`;
  if (query.nearest === undefined) {
    return { text: ofEachRegion(regions, (region) => near(selected, region)), parameters };
  }
  const limit = bind(query.nearest, 'int');
  const order = `order by ${distance.miles}, event_date desc, deal_id limit ${limit}`;
  if (regions.length === 1) return { text: `${near(selected, regions)}\n${order}`, parameters };
  const ordered = [...selected, `${distance.miles} as near_miles`, 'event_date as near_day', 'deal_id as near_id'];
  const nearest = ofEachRegion(regions, (region) => `${near(ordered, region)}\n${order}`);
  const text = `select ${fields.map((field) => `"${field}"`).join(', ')} from (${nearest}) nearest
    order by near_miles, near_day desc, near_id limit ${limit}`;
  return { text, parameters };
}

export function boundSql(
  column: string,
  type: string,
  bound: Bound | undefined,
  bind: (value: number, type: string) => string,
): string[] {
  const { min, max } = bound ?? {};
  // Values too small for the column are 0 there, and PostgreSQL rejects them as literals.
  const fitting = (value: number) => (type === 'real' ? Math.fround(value) : value);
  return [
    ...(min == null ? [] : [`${column} >= ${bind(fitting(min), type)}`]),
    ...(max == null ? [] : [`${column} <= ${bind(fitting(max), type)}`]),
  ];
}
