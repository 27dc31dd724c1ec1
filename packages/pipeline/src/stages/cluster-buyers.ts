import type { DuckDBConnection } from '@duckdb/node-api';
import { sqlText, sqlTexts } from '@plat/dataset';
import {
  isIbuyer,
  LINKABLE_KINDS,
  type NameOrder,
  namedPeople,
  normaliseOwnerName,
  readNameOrder,
} from '@plat/records';
import { NAME_PAIRS_SQL, NameComparer } from '../rules/alike-names.ts';
import { clusterNames, type SimilarNames } from '../rules/buyer-clusters.ts';
import { companyFamilies } from '../rules/company-families.ts';
import { createTable, eachRow } from '../rules/duck-rows.ts';
import {
  NAMED_PERSON_COLUMNS,
  type NamedPersonRow,
  namedPersonRows,
  namesOfSamePeople,
} from '../rules/people-of-names.ts';
import { stableIdSql } from '../rules/stable-id.ts';
import { identifyBuyers } from './identify-buyers.ts';
import type { RegionBuild, Stage } from './stage.ts';
import { WORKING_TABLES } from './working-tables.ts';

/**
 * Buyer clusters (docs/rules/buyers.md, strict): every recorded name is normalised once. Equal names of the region
 * are one buyer, and so are alike names at one mailing address. Withheld names belong to nobody.
 */
export const clusterBuyers: Stage = {
  name: 'cluster buyers',
  inputs: ['norm_property', 'norm_transfer'],
  outputs: ['party', 'buyer_of_name', 'buyer_merge'],
  async run(build) {
    await normaliseParties(build);
    await build.duck.run(OWNERS_SQL);
    await build.duck.run(NAME_PAIRS_SQL);
    await createClusters(build);
    await identifyBuyers(build);
    await build.duck.run(
      'DROP TABLE name_number; DROP TABLE owner_at_address; DROP TABLE shared_address; DROP TABLE name_pair; DROP TABLE named_person; DROP TABLE linked_name; DROP TABLE cluster_of_name',
    );
  },
};

/** Names of a county that show in which order it writes people. */
const ORDER_NAMES = 5_000;

/** `recorded_party` (name, county): each recorded name once, with the first county that has it. */
const RECORDED_PARTY_SQL = `
  CREATE OR REPLACE TEMP TABLE recorded_party AS
    SELECT name, min(coalesce(county, '')) AS county FROM (
      SELECT grantor AS name, county FROM norm_transfer UNION ALL SELECT grantee, county FROM norm_transfer
      UNION ALL SELECT lender, county FROM norm_transfer UNION ALL SELECT owner_name, county FROM norm_property
    ) WHERE name IS NOT NULL GROUP BY name`;

async function normaliseParties({ duck }: RegionBuild): Promise<void> {
  await duck.run(RECORDED_PARTY_SQL);
  const orders = await nameOrders(duck);
  const mentioned: NamedPersonRow[] = [];
  await createTable(duck, 'party', WORKING_TABLES.party, async (append) => {
    await eachRow(duck, 'SELECT name, county FROM recorded_party', ([recorded, county]) => {
      const name = String(recorded);
      const order = orders.get(String(county));
      const normalised = normaliseOwnerName(name, order);
      const { nameKey, kind, isEntity, surnameKey, displayName } = normalised;
      append([name, nameKey, nameKey === '' ? 'withheld' : kind, isEntity, surnameKey, displayName, isIbuyer(nameKey)]);
      mentioned.push(...namedPersonRows(nameKey, namedPeople(name, normalised, order)));
    });
  });
  await createTable(duck, 'named_person', NAMED_PERSON_COLUMNS, (append) => {
    for (const row of mentioned) append(row);
  });
  await duck.run('DROP TABLE recorded_party');
}

/** The order in which each county writes people (docs/rules/buyers.md), from a sample that every import repeats. */
async function nameOrders(duck: DuckDBConnection): Promise<ReadonlyMap<string, NameOrder>> {
  const names = new Map<string, string[]>();
  await eachRow(
    duck,
    `SELECT county, name FROM recorded_party
     QUALIFY row_number() OVER (PARTITION BY county ORDER BY md5(name)) <= ${ORDER_NAMES} ORDER BY county, md5(name)`,
    ([county, name]) => {
      const known = names.get(String(county));
      if (known === undefined) names.set(String(county), [String(name)]);
      else known.push(String(name));
    },
  );
  return new Map([...names].map(([county, known]) => [county, readNameOrder(known)]));
}

/** Numbers follow the alphabetical order of the keys, so that no result depends on row order. */
const OWNERS_SQL = `
  CREATE OR REPLACE TABLE name_number AS
    SELECT name_key, any_value(kind) AS kind, any_value(is_entity) AS is_entity,
      row_number() OVER (ORDER BY name_key) - 1 AS name_number
    FROM party WHERE kind <> 'withheld' GROUP BY name_key;
  CREATE OR REPLACE TABLE owner_at_address AS
    WITH seen AS (
      SELECT buyer_mailing_key AS mailing_key, grantee AS name FROM norm_transfer WHERE buyer_mailing_key IS NOT NULL
      UNION SELECT mailing_key, owner_name FROM norm_property WHERE mailing_key IS NOT NULL
    )
    SELECT DISTINCT mailing_key, name_number, name_key, n.is_entity
    FROM seen JOIN party p USING (name) JOIN name_number n USING (name_key)
    WHERE n.kind IN (${sqlTexts(LINKABLE_KINDS)});
`;

async function createClusters({ duck, region }: RegionBuild): Promise<void> {
  const edges: SimilarNames[] = [];
  const comparer = new NameComparer();
  await eachRow(
    duck,
    'SELECT left_number, left_key, right_number, right_key, is_entity, mailing_key FROM name_pair ORDER BY mailing_key, left_number, right_number',
    ([left, leftKey, right, rightKey, isEntity, address]) => {
      if (!comparer.areAlike(Number(left), String(leftKey), Number(right), String(rightKey), isEntity === true)) return;
      edges.push({ address: String(address), left: Number(left), right: Number(right) });
    },
  );
  edges.push(...(await namesOfSamePeople(duck)), ...(await companyFamilies(duck)));
  const namesAtAddress = new Map<string, number>();
  await eachRow(duck, 'SELECT mailing_key, names FROM shared_address', ([address, names]) => {
    namesAtAddress.set(String(address), Number(names));
  });
  await createTable(duck, 'linked_name', 'name_number BIGINT, first_number BIGINT', (append) => {
    for (const cluster of clusterNames(edges, namesAtAddress)) {
      const first = Math.min(...cluster);
      for (const number of cluster) append([number, first]);
    }
  });
  await duck.run(`
    CREATE OR REPLACE TABLE cluster_of_name AS
      SELECT n.name_key, first.name_number AS cluster, ${stableIdSql(sqlText(region), 'first.name_key')} AS first_id
      FROM name_number n
      LEFT JOIN linked_name l ON l.name_number = n.name_number
      JOIN name_number first ON first.name_number = coalesce(l.first_number, n.name_number)`);
}
