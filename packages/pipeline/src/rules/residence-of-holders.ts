import type { DuckDBConnection } from '@duckdb/node-api';
import { LANE_MIN_UNITS, MAX_HOMES_BY_TOLERANCE } from '@plat/dataset/constants';
import { createTable, eachRow } from './duck-rows.ts';
import { compareResidence } from './same-residence.ts';

/**
 * SQL of a table `residence` (mailing_key, mailing_building_key, situs_key, situs_building_key, comparison) over
 * the distinct pairs of a table with those columns. Omits equal keys (the same home), and pairs whose ZIP codes
 * are of different sectional centres or whose cities differ (different homes).
 *
 * A house may have a second name, such as 7 ROSE LN for 50 ELM ST #7. Several owners of its flats then get mail
 * there, each with the number of the flat. A number with a letter (24C BRADBURY ST for 221 ELM ST #24C) proves the lane
 * alone.
 */
export async function compareResidences(duck: DuckDBConnection, input: string): Promise<void> {
  const columns = ['mailing_key', 'mailing_building_key', 'situs_key', 'situs_building_key'];
  const lanes = new Set<string>();
  await eachRow(duck, lanesSql(input), ([house, lane]) => {
    lanes.add(`${house}>${lane}`);
  });
  await createTable(
    duck,
    'residence',
    `${columns.map((column) => `${column} VARCHAR`).join(', ')}, comparison VARCHAR`,
    async (append) => {
      await eachRow(
        duck,
        `SELECT DISTINCT ${columns.join(', ')} FROM ${input}
         WHERE mailing_key <> situs_key AND (mailing_key LIKE 'PO BOX %' OR ${mayBeOnePlace('mailing_key', 'situs_key')})`,
        (row) => {
          const [key, buildingKey, situsKey, situsBuildingKey] = row as [string, string, string, string];
          const [number, lane] = numberAndStreet(key);
          const isLane =
            number === unitOf(situsKey) && (LETTERED.test(number) || lanes.has(`${situsBuildingKey}>${lane}`));
          const comparison = isLane
            ? 'same'
            : compareResidence({ key, buildingKey }, { key: situsKey, buildingKey: situsBuildingKey });
          append([key, buildingKey, situsKey, situsBuildingKey, comparison]);
        },
      );
    },
  );
}

const lanesSql = (input: string): string => `
  SELECT situs_building_key, split_part(substr(mailing_key, strpos(mailing_key, ' ') + 1), '|', 1) AS lane
  FROM ${input}
  WHERE split_part(mailing_key, ' ', 1) = regexp_extract(situs_key, '#(\\d+)\\|', 1)
    AND lane <> split_part(substr(situs_building_key, strpos(situs_building_key, ' ') + 1), '|', 1)
  GROUP BY ALL HAVING count(DISTINCT situs_key) >= ${LANE_MIN_UNITS}`;

const numberAndStreet = (key: string): [number: string, street: string] => {
  const blank = key.indexOf(' ');
  return [key.slice(0, blank), key.slice(blank + 1, key.lastIndexOf('|'))];
};
const unitOf = (key: string): string | undefined => /#(\d+[A-Z]?)\|/.exec(key)?.[1];
const LETTERED = /^\d+[A-Z]$/;

const mayBeOnePlace = (left: string, right: string): string => {
  const place = (key: string) => `split_part(${key}, '|', 2)`;
  const isZip = (key: string) => `regexp_full_match(${place(key)}, '\\d{5}')`;
  return `(left(${place(left)}, 3) = left(${place(right)}, 3) OR ${isZip(left)} <> ${isZip(right)})`;
};

/** SQL of the comparison of a row, left joined with `residence` as `r`. */
export const RESIDENCE = `CASE
  WHEN mailing_key IS NULL OR situs_key IS NULL THEN 'unknown'
  WHEN mailing_key = situs_key THEN 'same'
  ELSE coalesce(r.comparison, 'different') END`;

/**
 * SQL: `table` (mailing_key, situs_key, residence, and the column `owner`) -> the same table, where a mailing
 * address without a unit is the home of an owner of at most two flats of the building. An owner of more lets them.
 */
export const oneHomeSql = (table: string, owner: string): string => `
  UPDATE ${table} SET residence = 'different'
  WHERE residence = 'same' AND mailing_key <> situs_key AND (${owner}, mailing_key) IN (
    SELECT (${owner}, mailing_key) FROM ${table} WHERE residence = 'same' AND ${owner} IS NOT NULL
    GROUP BY ${owner}, mailing_key HAVING count(DISTINCT situs_key) > ${MAX_HOMES_BY_TOLERANCE});`;
