import type { DuckDBConnection } from '@duckdb/node-api';
import { joinLineForm, lineFormSql } from './line-forms.ts';

/** Owner-occupied neighbours that must agree before a street's ZIP code is taken from them. */
const STREET_WITNESSES = 3;

/**
 * ZIP codes of properties whose roll has none, as `situs_zip` (row_key, zip). They come from owners whose mailing
 * address is the property itself: for their building, and for their street if all of it agrees. A city and its
 * villages count as one (LEBANON, WEST LEBANON).
 */
export async function createSitusZips(duck: DuckDBConnection, region: string): Promise<void> {
  await duck.run('CREATE OR REPLACE TEMP TABLE situs_zip (row_key BIGINT, zip VARCHAR)');
  const missing = await duck.runAndReadAll(`SELECT count(*)::INTEGER FROM current_property AS p
    LEFT JOIN zip_form AS z ON z.text = p.zip WHERE z.zip IS NULL AND p.situs_line IS NOT NULL`);
  if (Number(missing.getRows()[0]?.[0]) === 0) return;
  const situs = lineFormSql('situs', 'l');
  const mailing = lineFormSql('mailing', 'ml');
  await duck.run(`CREATE OR REPLACE TEMP TABLE zip_witness AS
    SELECT p.row_key, ${situs.mailingBuilding} AS building, l.street_key AS street, c.city_key AS city, z.zip AS own_zip,
      coalesce(z.zip, CASE WHEN ${mailing.mailingBuilding} = ${situs.mailingBuilding} AND ms.state = '${region}'
        AND (c.city_key IS NULL OR contains(' ' || mc.city_key || ' ', ' ' || c.city_key || ' ')
          OR contains(' ' || c.city_key || ' ', ' ' || mc.city_key || ' ')) THEN mz.zip END) AS zip
    FROM current_property AS p
    ${joinLineForm('situs', 'l')}
    LEFT JOIN city_form AS c ON c.text = p.city
    LEFT JOIN zip_form AS z ON z.text = p.zip
    ${joinLineForm('mailing', 'ml')}
    LEFT JOIN city_form AS mc ON mc.text = p.mailing_city
    LEFT JOIN zip_form AS mz ON mz.text = p.mailing_zip
    LEFT JOIN state_form AS ms ON ms.text = p.mailing_state`);
  await duck.run(`INSERT INTO situs_zip
    SELECT w.row_key, coalesce(w.zip, b.zip, s.zip) AS zip
    FROM zip_witness AS w
    LEFT JOIN (SELECT building, city, min(zip) AS zip FROM zip_witness GROUP BY ALL HAVING min(zip) = max(zip)) AS b
      ON b.building = w.building AND b.city IS NOT DISTINCT FROM w.city
    LEFT JOIN (SELECT street, city, min(zip) AS zip FROM zip_witness GROUP BY ALL
      HAVING min(zip) = max(zip) AND count(zip) >= ${STREET_WITNESSES}) AS s
      ON s.street = w.street AND s.city IS NOT DISTINCT FROM w.city
    WHERE w.own_zip IS NULL AND w.building IS NOT NULL`);
  await duck.run('DROP TABLE zip_witness');
}
