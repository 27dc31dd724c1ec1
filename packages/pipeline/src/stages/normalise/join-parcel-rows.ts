import type { DuckDBConnection } from '@duckdb/node-api';
import { CANONICAL_FILES } from '../../canonical/canonical.ts';
import { MAPS, mapsColumnSql, mapsTexts } from './mapped-columns.ts';

const COLUMNS = Object.keys(CANONICAL_FILES.properties).filter((column) => column !== 'parcel_id');

/** Columns that need each other: a new owner does not keep the co-owner of the previous one. */
const LEADER_OF: Readonly<Record<string, string>> = {
  unit: 'address',
  owner_name_2: 'owner_name_1',
  mailing_city: 'mailing_address',
  mailing_state: 'mailing_address',
  mailing_zip: 'mailing_address',
};
const LEADERS = [...new Set(Object.values(LEADER_OF))];

const FIPS = `lpad(fips, 5, '0')`;
const COUNTY = String.raw`regexp_replace(upper(trim(county)), '\s+(COUNTY|PARISH|BOROUGH)$', '')`;
const sameText = (one: string, other: string): string =>
  `upper(trim(${one})) IS NOT DISTINCT FROM upper(trim(${other}))`;

/**
 * Joins the rows of `fact_properties` for one parcel into table `joined_parcel`, column by column, and lists their
 * `row_key` in `joined_row`. Rows of the same identifier in another county than the newest row's are left out.
 *
 * Within one import the row with most columns comes first and the others fill its gaps; of several rows of one
 * file only the fullest counts. Between imports the newest one that maps a column decides it, even if empty.
 * Geocoded coordinates, which no mapping names, count where no import has coordinates.
 */
export async function joinParcelRows(duck: DuckDBConnection): Promise<void> {
  await duck.run(`CREATE OR REPLACE TEMP TABLE repeated_parcel AS
    SELECT parcel_id FROM fact_properties GROUP BY parcel_id HAVING count(*) > 1`);
  await duck.run(`CREATE OR REPLACE TEMP TABLE joined_row AS
    SELECT row_key FROM fact_properties SEMI JOIN repeated_parcel USING (parcel_id)`);
  await chooseRows(duck);
  await joinWithinImports(duck);
  await joinImports(duck);
  for (const table of ['repeated_parcel', 'parcel_row', 'parcel_of_import']) await duck.run(`DROP TABLE ${table}`);
}

/** `parcel_row`: the fullest row of each file, in the parcel's newest county. `place` ranks the rows of one import. */
async function chooseRows(duck: DuckDBConnection): Promise<void> {
  const filled = COLUMNS.map((column) => `(${column} IS NOT NULL)::INTEGER`).join(' + ');
  const newest = (value: string): string =>
    `first_value(${value} IGNORE NULLS) OVER (PARTITION BY parcel_id ORDER BY import_number DESC, filled DESC, row_key DESC
      ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)`;
  await duck.run(`CREATE OR REPLACE TEMP TABLE parcel_row AS
    WITH fullest AS (
      SELECT *, row_key >> 50 AS import_number, ${filled} AS filled, ${FIPS} AS own_fips, ${COUNTY} AS own_county
      FROM fact_properties SEMI JOIN repeated_parcel USING (parcel_id)
      QUALIFY row_number() OVER (PARTITION BY parcel_id, row_key >> 36, ${MAPS} ORDER BY filled DESC, row_key DESC) = 1
    ), placed AS (
      SELECT *, ${newest('own_fips')} AS newest_fips, ${newest('own_county')} AS newest_county FROM fullest
    )
    SELECT * EXCLUDE (filled, own_fips, own_county, newest_fips, newest_county),
      row_number() OVER (PARTITION BY parcel_id, import_number ORDER BY filled, row_key) AS place
    FROM placed
    WHERE CASE WHEN own_fips IS NOT NULL AND newest_fips IS NOT NULL THEN own_fips = newest_fips
      ELSE own_county IS NULL OR newest_county IS NULL OR own_county = newest_county END`);
}

/** `parcel_of_import`: one row per parcel and import; `maps_<column>` is true if the import maps the column. */
async function joinWithinImports(duck: DuckDBConnection): Promise<void> {
  const texts = await mapsTexts(duck, 'parcel_row');
  const values = COLUMNS.map((column) => {
    const leader = LEADER_OF[column];
    const beside = leader === undefined ? '' : ` FILTER (${leader} IS NULL OR ${sameText(leader, `chosen_${leader}`)})`;
    return `arg_max(${column}, place)${beside} AS ${column}, bool_or(${mapsColumnSql(column, texts)}) AS maps_${column}`;
  });
  const chosen = LEADERS.map(
    (leader) => `last_value(${leader} IGNORE NULLS) OVER (PARTITION BY parcel_id, import_number ORDER BY place
      ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS chosen_${leader}`,
  );
  await duck.run(`CREATE OR REPLACE TEMP TABLE parcel_of_import AS
    SELECT parcel_id, import_number, max(row_key) AS row_key, ${values.join(', ')}
    FROM (SELECT *, ${chosen.join(', ')} FROM parcel_row) GROUP BY parcel_id, import_number`);
}

/** `joined_parcel`: one row per parcel; the newest import that maps a column decides it. */
async function joinImports(duck: DuckDBConnection): Promise<void> {
  const before = LEADERS.map(
    (
      leader,
    ) => `last_value(CASE WHEN maps_${leader} THEN {'value': ${leader}} END IGNORE NULLS) OVER (PARTITION BY parcel_id
      ORDER BY import_number ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS earlier_${leader}`,
  );
  const values = COLUMNS.map((column) => {
    const leader = LEADER_OF[column];
    const isChanged = (lead: string): string =>
      `maps_${lead} AND earlier_${lead} IS NOT NULL AND NOT (${sameText(lead, `earlier_${lead}.value`)})`;
    const says = leader === undefined ? `maps_${column}` : `(maps_${column} OR (${isChanged(leader)}))`;
    return `coalesce((arg_max({'value': ${column}}, import_number) FILTER (${says})).value,
      arg_max(${column}, import_number) FILTER (NOT ${says})) AS ${column}`;
  });
  await duck.run(`CREATE OR REPLACE TEMP TABLE joined_parcel AS
    SELECT parcel_id, max(row_key) AS row_key, ${values.join(', ')}
    FROM (SELECT *, ${before.join(', ')} FROM parcel_of_import) GROUP BY parcel_id`);
}
