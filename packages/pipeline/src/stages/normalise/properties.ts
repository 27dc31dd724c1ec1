import type { DuckDBConnection } from '@duckdb/node-api';
import { sqlText } from '@plat/dataset';
import { joinOwnerNames } from '@plat/records';
import { readPropertyType } from '../../codes/index.ts';
import { stableIdSql } from '../../rules/stable-id.ts';
import { WORKING_TABLES } from '../working-tables.ts';
import { createTextTable } from './append-rows.ts';
import { createCountyForms } from './county-forms.ts';
import { joinParcelRows } from './join-parcel-rows.ts';
import { joinLineForm, lineFormSql, splitLineSql } from './line-forms.ts';
import { mailingKeySql } from './place-forms.ts';
import { knownRoomsSql } from './rooms.ts';
import { createSitusZips } from './situs-zips.ts';

/** Situs line of a property fact, with its unit in a form that parses as a unit. */
const SITUS_LINE = `CASE
  WHEN unit IS NULL OR regexp_full_match(unit, '[0 -]*') OR ends_with(upper(address), ' ' || upper(unit)) THEN address
  WHEN regexp_matches(unit, '^(#|[A-Za-z]{2,}\\.? )') THEN address || ' ' || unit
  ELSE address || ' # ' || unit END`;

/** `fact_properties` -> `current_property`: one row per parcel, joined from all its files and imports. */
export async function chooseCurrentProperties(duck: DuckDBConnection): Promise<void> {
  await joinParcelRows(duck);
  await duck.run(`CREATE OR REPLACE TEMP TABLE current_property AS
    SELECT *, ${SITUS_LINE} AS situs_line, ${splitLineSql('situs_line', 'situs')}, ${splitLineSql('mailing_address', 'mailing')}
    FROM (SELECT * EXCLUDE (source_file, source_row, maps) FROM fact_properties ANTI JOIN joined_row USING (row_key)
      UNION ALL BY NAME SELECT * FROM joined_parcel)`);
  await duck.run('DROP TABLE joined_row; DROP TABLE joined_parcel');
}

/** `current_property` and the forms of its lines and places -> `norm_property`. */
export async function createNormProperty(duck: DuckDBConnection, region: string): Promise<void> {
  await createPropertyTypes(duck, region);
  await createOwnerNames(duck);
  await createSitusZips(duck, region);
  await createCountyForms(duck, region, 'SELECT fips, county FROM current_property');
  const zip = 'coalesce(z.zip, i.zip)';
  const propertyType = "coalesce(t.property_type, 'OTHER')";
  const rooms = knownRoomsSql('p', propertyType);
  const situs = lineFormSql('situs', 'l');
  const mailing = lineFormSql('mailing', 'ml');
  await duck.run(`CREATE OR REPLACE TABLE norm_property (${WORKING_TABLES.norm_property})`);
  await duck.run(`INSERT INTO norm_property BY NAME
    SELECT ${stableIdSql(sqlText(region), 'p.parcel_id')} AS property_id, p.parcel_id, coalesce(k.fips, lpad(p.fips, 5, '0')) AS fips, p.apn, coalesce(p.county, k.name) AS county,
      CASE WHEN l.display_line IS NOT NULL THEN concat_ws(', ', ${situs.displayLine}, c.city, concat_ws(' ', p.state, ${zip})) END AS address,
      ${situs.displayLine} AS address_line, ${situs.houseNumber} AS house_number, ${situs.streetKey} AS street_key,
      ${situs.streetNameKey} AS street_name_key, ${situs.unitKey} AS unit_key,
      CASE WHEN l.line_key IS NOT NULL THEN concat_ws(' ', ${situs.lineKey}, c.city_key, p.state, ${zip}) END AS address_key,
      ${mailingKeySql(situs.mailingLine, zip, 'c.city_key', 'p.state')} AS situs_key,
      ${mailingKeySql(situs.mailingBuilding, zip, 'c.city_key', 'p.state')} AS situs_building_key,
      c.city, p.state, ${zip} AS zip, p.latitude, p.longitude,
      ${propertyType} AS property_type, coalesce(p.land_use, p.property_type) AS land_use,
      ${rooms.bedrooms} AS bedrooms, ${rooms.bathrooms} AS bathrooms, p.living_square_feet, p.lot_square_feet, p.year_built, p.units_count,
      p.quality_grade, p.effective_year_built, p.waterfront, p.subdivision, p.flood_zone, p.owner_name_1, p.owner_name_2,
      CASE WHEN p.owner_name_2 IS NULL THEN p.owner_name_1 ELSE o.owner_name END AS owner_name,
      ${mailing.displayLine} AS mailing_address, mc.city AS mailing_city, ms.state AS mailing_state, mz.zip AS mailing_zip,
      ${mailingKeySql(mailing.mailingLine, 'mz.zip', 'mc.city_key', 'ms.state')} AS mailing_key,
      ${mailingKeySql(mailing.mailingBuilding, 'mz.zip', 'mc.city_key', 'ms.state')} AS mailing_building_key,
      p.homestead, p.assessed_land_value, p.assessed_improvement_value, p.estimated_value, p.estimated_rent
    FROM current_property AS p
    ${joinLineForm('situs', 'l')}
    ${joinLineForm('mailing', 'ml')}
    LEFT JOIN city_form AS c ON c.text = p.city
    LEFT JOIN city_form AS mc ON mc.text = p.mailing_city
    LEFT JOIN zip_form AS z ON z.text = p.zip
    LEFT JOIN situs_zip AS i ON i.row_key = p.row_key
    LEFT JOIN zip_form AS mz ON mz.text = p.mailing_zip
    LEFT JOIN state_form AS ms ON ms.text = p.mailing_state
    LEFT JOIN property_type_form AS t
      ON t.type_text = coalesce(p.property_type, '') AND t.use_text = coalesce(p.land_use, '')
    LEFT JOIN county_form AS k ON k.fips_text = coalesce(p.fips, '') AND k.name_text = coalesce(p.county, '')
    LEFT JOIN owner_form AS o ON o.first = coalesce(p.owner_name_1, '') AND o.second = p.owner_name_2`);
  await duck.run(
    'DROP TABLE property_type_form; DROP TABLE owner_form; DROP TABLE situs_zip; DROP TABLE county_form; DROP TABLE current_property',
  );
}

/** Without a readable column there is no type; the table then has OTHER. */
async function createPropertyTypes(duck: DuckDBConnection, region: string): Promise<void> {
  const found = await duck.runAndReadAll(
    `SELECT DISTINCT coalesce(property_type, ''), coalesce(land_use, '') FROM current_property`,
  );
  const forms = found.getRows().map(([type, use]) => {
    const texts = [String(type), String(use)];
    return [...texts, readPropertyType(texts[0]!, region) ?? readPropertyType(texts[1]!, region)];
  });
  await createTextTable(duck, 'property_type_form', ['type_text', 'use_text', 'property_type'], forms);
}

async function createOwnerNames(duck: DuckDBConnection): Promise<void> {
  const found = await duck.runAndReadAll(
    `SELECT DISTINCT coalesce(owner_name_1, ''), owner_name_2 FROM current_property WHERE owner_name_2 IS NOT NULL`,
  );
  const forms = found
    .getRows()
    .map(([first, second]) => [String(first), String(second), joinOwnerNames(String(first), String(second))]);
  await createTextTable(duck, 'owner_form', ['first', 'second', 'owner_name'], forms);
}
