import { cellsIn, coverCircle } from '../grid.ts';
import type { Dataset, RowsOf } from '../serving-dataset.ts';
import type { DatasetRow } from '../tables.ts';
import { type CompSubject, similaritySql } from './comp-similarity.ts';
import { type Bound, boundSql, type Statement } from './deals-near.ts';
import { distanceSql, haversineOf } from './distance-sql.ts';
import { ofEachRegion } from './of-each-region.ts';

/** Recorded deeds, or closed listings where prices are not public (docs/rules/values.md). */
export type CompSource = 'recorder' | 'mls';

export interface CompsNearQuery {
  /** Miles; 0 means the subject's own building: other units, and every sale of the subject itself. */
  radiusMiles: number;
  /** First and last day of sale, YYYY-MM-DD, both inclusive. */
  fromDate: string;
  asOf: string;
  source: CompSource;
  /** Regions to search; at least those that the circle touches. */
  regions: readonly string[];
  bedrooms?: Bound;
  bathrooms?: Bound;
  /** Square feet. */
  livingSquareFeet?: Bound;
  yearBuilt?: Bound;
}

type CompColumn = keyof DatasetRow<'comp_sale'>;
/** A sale with its unrounded great-circle distance from the subject in miles. */
export type CompSale<C extends CompColumn = CompColumn> = Pick<DatasetRow<'comp_sale'>, C> & { distance_miles: number };

const SHOWN = [
  ...(['property_id', 'sale_date', 'price', 'latitude', 'longitude', 'bedrooms', 'bathrooms'] as const),
  ...(['living_square_feet', 'lot_square_feet', 'year_built', 'is_flip_resale', 'property_type'] as const),
  ...(['address', 'city', 'state', 'zip'] as const),
] as const satisfies readonly CompColumn[];
const PRICED = ['property_id', 'sale_date', 'price', 'living_square_feet', 'is_flip_resale'] as const;

/** Parts of the similarity by name, each 0 to 1; only those with a known fact of the subject. */
export type SimilarSale = CompSale<(typeof SHOWN)[number]> & { similarity: number; parts: Record<string, number> };
export type PricedSale = CompSale<(typeof PRICED)[number]>;

/** Maximum distance between units of one building, whose coordinates may differ. */
const BUILDING_MILES = 0.1;

/**
 * The sales most similar to the subject. For each property only its last sale in the window; the same type; never
 * the subject itself (except with `radiusMiles` 0). Ordered by similarity, then distance, sale date and property.
 * One index range scan.
 */
export async function similarSales(
  { ask, rowsOf }: Dataset,
  subject: CompSubject,
  query: CompsNearQuery,
  limit: number,
): Promise<SimilarSale[]> {
  if (query.regions.length === 0) return [];
  const { text, parameters } = similarSalesStatement(rowsOf, subject, query, limit);
  return ask<SimilarSale>(text, parameters);
}

/** Every such sale with the columns for its price per square foot, in no particular order. */
export async function pricedSales(
  { ask, rowsOf }: Dataset,
  subject: CompSubject,
  query: CompsNearQuery,
): Promise<PricedSale[]> {
  if (query.regions.length === 0) return [];
  const { text, parameters } = nearStatement(rowsOf, subject, query, PRICED);
  return ask<PricedSale>(text, parameters);
}

const reachOf = ({ radiusMiles }: CompsNearQuery): number => (radiusMiles === 0 ? BUILDING_MILES : radiusMiles);

/** The statement behind `similarSales`. */
export function similarSalesStatement(
  rowsOf: RowsOf,
  subject: CompSubject,
  query: CompsNearQuery,
  limit: number,
): Statement {
  const near = nearStatement(rowsOf, subject, query, SHOWN);
  const { parameters } = near;
  const bind = binderOf(parameters);
  const { similarity, parts } = similaritySql(subject, query.asOf, bind);
  const named = Object.entries(parts).map(([name, expression]) => `'${name}', ${expression}`);
  // OFFSET 0 prevents repeated computation of the distance.
  const text = `select *, ${similarity} as similarity, json_build_object(${named.join(', ')}) as parts
    from (${near.text} offset 0) near
    order by similarity desc, distance_miles, sale_date desc, property_id, price desc limit ${bind(limit, 'int')}`;
  return { text, parameters };
}

/** Contains only filters that are set, so that equal queries share one plan. */
function nearStatement(
  rowsOf: RowsOf,
  subject: CompSubject,
  query: CompsNearQuery,
  columns: readonly CompColumn[],
): Statement {
  const parameters: Statement['parameters'] = [];
  const bind = binderOf(parameters);
  const isBuilding = query.radiusMiles === 0;
  const reachMiles = reachOf(query);
  const [latitude, longitude] = [bind(subject.latitude, 'float8'), bind(subject.longitude, 'float8')];
  const distance = distanceSql(latitude, longitude, bind(haversineOf(reachMiles), 'float8'));
  const own = bind(subject.propertyId, 'bigint');
  const [from, to] = [bind(query.fromDate, 'date'), bind(query.asOf, 'date')];
  const isLatest = `(superseded_on is null or superseded_on > ${to})`;
  const conditions = [
    `cell = any(${bind(cellsIn(coverCircle(subject, reachMiles)), 'int[]')})`,
    `sale_date between ${from} and ${to}`,
    `property_type = ${bind(subject.propertyType, 'text')}`,
    `source = ${bind(query.source, 'text')}`,
    isBuilding
      ? `(property_id = ${own} or ${isLatest} and building_key = ${bind(subject.buildingKey ?? '', 'text')})`
      : `property_id <> ${own} and ${isLatest}`,
    ...boundSql('bedrooms', 'float8', query.bedrooms, bind),
    ...boundSql('bathrooms', 'float8', query.bathrooms, bind),
    ...boundSql('living_square_feet', 'float8', query.livingSquareFeet, bind),
    ...boundSql('year_built', 'float8', query.yearBuilt, bind),
    distance.within,
  ];
  const miles = isBuilding ? '0::float8' : distance.miles;
  const text = ofEachRegion(
    query.regions,
    (region) => `select ${columns.join(', ')}, ${miles} as distance_miles
    from ${rowsOf('comp_sale', region)} comp_sale where ${conditions.join('\n and ')}`,
  );
  return { text, parameters };
}

const binderOf = (parameters: Statement['parameters']) => (value: Statement['parameters'][number], type: string) => {
  parameters.push(value);
  return `$${parameters.length}::${type}`;
};
