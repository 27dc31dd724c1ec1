import { cellOf, cellSql, DATASET_TABLES, type DatasetRow, ensureMarketSchema } from '@plat/dataset';
import type { Sql } from '@plat/db';

export const AS_OF = '2026-06-30';
/** The center of all requests in these tests. */
export const CENTER = { latitude: 33.5, longitude: -112.1 };

/** 2 * pi * 3958.7613 / 360: miles per degree of latitude on the sphere used for distances. */
const MILES_PER_DEGREE = (2 * Math.PI * 3958.7613) / 360;
/** Latitude of a point this many miles due north of the center. */
export const north = (miles: number): number => CENTER.latitude + miles / MILES_PER_DEGREE;

export type GivenDeal = Partial<DatasetRow<'deal'>>;

let lastId = 0;
/** A rental purchase of a house this many miles north of the center, included in every count. */
export function rental(miles: number, changes: GivenDeal = {}): GivenDeal {
  lastId += 1;
  return {
    region: 'AZ',
    deal_id: lastId,
    deal_type: 'rental',
    event_date: '2026-06-01',
    visible_from: '2026-06-01',
    purchase_date: '2026-06-01',
    purchase_price: 100_000,
    purchase_method: 'cash',
    property_id: 1000 + lastId,
    parcel_id: `P${lastId}`,
    address: `${100 + lastId} N Alder St, Phoenix, AZ 85013`,
    address_line: `${100 + lastId} N Alder St`,
    city: 'Phoenix',
    state: 'AZ',
    zip: '85013',
    latitude: north(miles),
    longitude: CENTER.longitude,
    property_type: 'SFR',
    bedrooms: 3,
    bathrooms: 2,
    living_square_feet: 1000,
    lot_square_feet: 6000,
    arms_length: 'valid',
    buyer_id: lastId,
    ...changes,
  };
}

/** The same for a flip. */
export const flip = (miles: number, changes: GivenDeal = {}): GivenDeal =>
  rental(miles, {
    deal_type: 'flip',
    purchase_date: '2026-01-10',
    purchase_method: 'hard_money',
    sale_date: '2026-06-01',
    sale_price: 200_000,
    ...changes,
  });

const NEUTRAL: Readonly<Record<string, unknown>> = { 'text[]': [], date: '2000-01-01', boolean: false, text: '' };

/**
 * Serves the deals as version 1 of region AZ, among properties of Maricopa County.
 * @param recordsThrough last day of the county's records, `YYYY-MM-DD`; null without a sale
 */
export async function serveDeals(
  sql: Sql,
  deals: readonly GivenDeal[],
  recordsThrough: string | null = null,
): Promise<void> {
  await ensureMarketSchema(sql);
  await sql.unsafe("create table market.deal_az_v1 partition of market.deal for values in ('AZ')");
  for (const table of ['property', 'county'] as const)
    await sql.unsafe(`create table market.${table}_az_v1 partition of market.${table} for values in ('AZ')`);
  // A property every 3.5 miles: any point within 20 miles is in the county.
  await sql.unsafe(`
    insert into market.property (region, property_id, parcel_id, state, property_type, fips, latitude, longitude, cell)
    select 'AZ', 100 * y + x, 'P' || y || '-' || x, 'AZ', 'SFR', '04013', latitude, longitude,
      ${cellSql('latitude', 'longitude')}
    from generate_series(0, 16) y, generate_series(0, 16) x,
      lateral (select ${CENTER.latitude} + (y - 8) * 0.05 as latitude, ${CENTER.longitude} + (x - 8) * 0.05 as longitude) p`);
  await sql`insert into market.county (region, county_key, fips, name, state, is_sample, records_through, is_pinned,
      properties, sales, flips, rentals, buyers, share_with_price, share_with_owner, share_with_coordinates, has_prices,
      sources, imported_at)
    values ('AZ', '04013', '04013', 'Maricopa', 'AZ', false, ${recordsThrough}, false,
      1, 0, 0, 0, 0, 1, 1, 1, true, '{canonical}', '2026-06-30T00:00:00.000Z')`;
  for (const index of DATASET_TABLES.deal.indexes) await sql.unsafe(`create index on market.deal_az_v1 using ${index}`);
  const rows = deals.map((deal) => {
    const { latitude, longitude } = deal;
    const given: Record<string, unknown> = { ...deal };
    if (latitude != null && longitude != null) given.cell = cellOf({ latitude, longitude });
    return Object.fromEntries(
      Object.entries(DATASET_TABLES.deal.columns).map(([column, { type, nullable }]) => [
        column,
        given[column] ?? (nullable ? null : (NEUTRAL[type] ?? 0)),
      ]),
    );
  });
  for (let at = 0; at < rows.length; at += 500) await sql`insert into market.deal ${sql(rows.slice(at, at + 500))}`;
  await sql`insert into market.version (version, kind, as_of, imports, regions) values (1, 'import', ${AS_OF}, '[]', '{"AZ": 1}')`;
  await sql`insert into market.region (region, current, changed_in, south, north, west, east)
    values ('AZ', '{}', 1, 31, 37, -115, -109)`;
}
