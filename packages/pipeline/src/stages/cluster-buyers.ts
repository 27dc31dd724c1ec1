import { sqlText, sqlTexts } from '@plat/dataset';
import { LINKABLE_KINDS, normaliseOwnerName } from '@plat/records';
import { NAME_PAIRS_SQL, NameComparer } from '../rules/alike-names.ts';
import { clusterNames, type SimilarNames } from '../rules/buyer-clusters.ts';
import { createTable, eachRow } from '../rules/duck-rows.ts';
import { stableIdSql } from '../rules/stable-id.ts';
import type { RegionBuild, Stage } from './stage.ts';
import { WORKING_TABLES } from './working-tables.ts';

/**
 * Buyer clusters (decision C.6 strict): every recorded name is normalised once; equal normalised names of the region
 * are one buyer, and so are alike names at one mailing address. Names that the record withholds are nobody's.
 */
export const clusterBuyers: Stage = {
  name: 'cluster buyers',
  inputs: ['norm_property', 'norm_transfer'],
  outputs: ['party', 'buyer_of_name'],
  async run(build) {
    await normaliseParties(build);
    await build.duck.run(OWNERS_SQL);
    await build.duck.run(NAME_PAIRS_SQL);
    await createClusters(build);
    await build.duck.run(
      'DROP TABLE name_number; DROP TABLE owner_at_address; DROP TABLE shared_address; DROP TABLE name_pair; DROP TABLE linked_name',
    );
  },
};

async function normaliseParties({ duck }: RegionBuild): Promise<void> {
  await createTable(duck, 'party', WORKING_TABLES.party, async (append) => {
    await eachRow(
      duck,
      `SELECT grantor AS name FROM norm_transfer WHERE grantor IS NOT NULL
       UNION SELECT grantee FROM norm_transfer WHERE grantee IS NOT NULL
       UNION SELECT lender FROM norm_transfer WHERE lender IS NOT NULL
       UNION SELECT owner_name FROM norm_property WHERE owner_name IS NOT NULL`,
      ([name]) => {
        const { nameKey, kind, isEntity, surnameKey, displayName } = normaliseOwnerName(String(name));
        append([String(name), nameKey, nameKey === '' ? 'withheld' : kind, isEntity, surnameKey, displayName]);
      },
    );
  });
}

/** Numbers follow the alphabet of the keys, so that nothing later depends on the order of rows. */
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
    CREATE OR REPLACE TABLE buyer_of_name AS
      SELECT n.name_key, ${stableIdSql(sqlText(region), 'first.name_key')} AS buyer_id
      FROM name_number n
      LEFT JOIN linked_name l ON l.name_number = n.name_number
      JOIN name_number first ON first.name_number = coalesce(l.first_number, n.name_number)`);
}
