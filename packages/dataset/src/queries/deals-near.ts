import { cellsIn, coverCircle } from '../grid.ts';
import type { Dataset, Parameter, RowsOf } from '../serving-dataset.ts';
import { DATASET_TABLES, type DatasetRow } from '../tables.ts';
import { distanceSql, haversineOf } from './distance-sql.ts';

/** Bounds of an attribute, both included. An open end is null or left out; an unknown attribute fails any bound. */
export interface Bound {
  min?: number | null;
  max?: number | null;
}

export interface DealsNearQuery {
  /** Decimal degrees. */
  latitude: number;
  longitude: number;
  radiusMiles: number;
  /** First event day of the window, YYYY-MM-DD, included. */
  fromDate: string;
  /** Last event day of the window, YYYY-MM-DD, included; deals that start to count later are left out. */
  asOf: string;
  dealTypes: readonly (typeof DEAL_TYPES)[number][];
  propertyTypes: readonly string[];
  /** Leaves out purchases judged `non_arms_length`; `undetermined` ones stay (C.1). */
  hideNonArmsLength: boolean;
  /** Leaves out large, listed and iBuyer landlords, and flippers of the curated list (C.5). */
  hideInstitutions: boolean;
  /** Also flips held 366 to 730 days (C.2). */
  includeExtended?: boolean;
  bedrooms?: Bound;
  bathrooms?: Bound;
  /** US dollars that the buyer paid. */
  purchasePrice?: Bound;
  /** Only so many: the nearest first, of equally near ones the younger event, then the lower id. */
  nearest?: number;
}

export type DealColumn = keyof DatasetRow<'deal'>;

/** Columns of a deal with its unrounded great-circle distance from the point asked about. */
export type DealNear<C extends DealColumn = DealColumn> = Pick<DatasetRow<'deal'>, C> & { distance_miles: number };

const DEAL_TYPES = ['flip', 'rental'] as const;
const ALL_COLUMNS = Object.keys(DATASET_TABLES.deal.columns) as DealColumn[];

/**
 * Deals within a radius whose event lies in a window: one index range scan per grid cell, distance and filters in
 * the same statement. Rows come in no promised order, unless the nearest are asked for.
 * @param columns what to read of each deal; a wide circle spends most of its time on columns that nobody looks at.
 */
export async function dealsNear<C extends DealColumn = DealColumn>(
  dataset: Dataset,
  query: DealsNearQuery,
  columns: readonly C[] = ALL_COLUMNS as C[],
): Promise<DealNear<C>[]> {
  const regions = dataset.regionsTouching(query, query.radiusMiles);
  if (regions.length === 0 || query.dealTypes.length === 0 || query.propertyTypes.length === 0) return [];
  const { text, parameters } = dealsNearStatement(dataset.rowsOf, query, regions, columns);
  return dataset.ask<DealNear<C>>(text, parameters);
}

export interface Statement {
  text: string;
  parameters: Parameter[];
}

/** The statement behind `dealsNear`. Only filters that are set appear, so that equal questions share one plan. */
export function dealsNearStatement(
  rowsOf: RowsOf,
  query: DealsNearQuery,
  regions: readonly string[],
  columns: readonly DealColumn[] = ALL_COLUMNS,
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
    ...(DEAL_TYPES.every((type) => query.dealTypes.includes(type))
      ? []
      : [`deal_type = any(${bind([...query.dealTypes], 'text[]')})`]),
    `property_type = any(${bind([...query.propertyTypes], 'text[]')})`,
    ...(query.hideNonArmsLength ? ["arms_length <> 'non_arms_length'"] : []),
    ...(query.hideInstitutions ? ["(institution is null or deal_type = 'flip' and institution = 'large')"] : []),
    ...(query.includeExtended ? [] : ['not extended']),
    ...boundSql('bedrooms', 'real', query.bedrooms, bind),
    ...boundSql('bathrooms', 'real', query.bathrooms, bind),
    ...boundSql('purchase_price', 'bigint', query.purchasePrice, bind),
    distance.within,
  ];
  const text = `select ${columns.join(', ')}, ${distance.miles} as distance_miles
    from ${rowsOf('deal', regions)} deal where ${conditions.join('\n and ')}`;
  if (query.nearest === undefined) return { text, parameters };
  const order = `order by distance_miles, event_date desc, deal_id limit ${bind(query.nearest, 'int')}`;
  return { text: `${text}\n${order}`, parameters };
}

export function boundSql(
  column: string,
  type: string,
  bound: Bound | undefined,
  bind: (value: number, type: string) => string,
): string[] {
  const { min, max } = bound ?? {};
  // What is too small for the column is 0 there, and not a number at all for PostgreSQL.
  const fitting = (value: number) => (type === 'real' ? Math.fround(value) : value);
  return [
    ...(min == null ? [] : [`${column} >= ${bind(fitting(min), type)}`]),
    ...(max == null ? [] : [`${column} <= ${bind(fitting(max), type)}`]),
  ];
}
