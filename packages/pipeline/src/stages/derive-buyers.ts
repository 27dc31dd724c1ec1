import { ON_MARKET, sqlTexts } from '@plat/dataset';
import { INSTITUTION_WINDOW_DAYS } from '@plat/dataset/constants';
import { createTable, eachRow } from '../rules/duck-rows.ts';
import { institutionThresholds, judgeInstitution } from '../rules/institution.ts';
import { RELIABILITY } from '../rules/reliability.ts';
import { RESIDENTIAL_TYPES } from '../rules/rental.ts';
import type { RegionBuild } from './stage.ts';

/**
 * `buyer` and `buyer_alias` (docs/rules/buyers.md, institutions.md) of clusters with a deal and of large
 * institutions. Aliases keep every name and mailing address of a cluster, so that a query can match more widely.
 * Reads deal_fact, conveyance, roll_owner, name_fact, sale, norm_property, party, buyer_of_name, parcel_day.
 */
export async function deriveBuyers({ duck }: RegionBuild): Promise<void> {
  await duck.run(SIZE_SQL);
  await judgeInstitutions(duck);
  await duck.run(BUYER_SQL);
}

const IS_RESIDENTIAL = `property_type IN (${sqlTexts(RESIDENTIAL_TYPES)})`;

/**
 * Owners by the roll, otherwise by the last deed. A purchase from the own cluster does not count. A purchase
 * counts if it is in the last 12 months of its own county; purchases in several counties add up.
 */
const SIZE_SQL = `
  CREATE OR REPLACE TABLE buyer_size AS
    WITH last_deed AS (
      SELECT property_id, arg_max(holder_id, step) AS buyer_id FROM conveyance WHERE ${IS_RESIDENTIAL} GROUP BY property_id
    ), owned AS (
      SELECT coalesce(r.buyer_id, l.buyer_id) AS buyer_id
      FROM norm_property p LEFT JOIN roll_owner r USING (property_id) LEFT JOIN last_deed l USING (property_id)
      WHERE p.${IS_RESIDENTIAL}
    ), bought AS (
      SELECT holder_id AS buyer_id FROM conveyance JOIN parcel_day USING (property_id)
      WHERE ${IS_RESIDENTIAL} AND NOT coalesce(vacant_at_sale, false) AND holder_id IS DISTINCT FROM from_id
        AND sale_date > window_end - ${INSTITUTION_WINDOW_DAYS} AND sale_date <= window_end
    ), counted AS (
      SELECT buyer_id, 1 AS holding, 0 AS purchase FROM owned UNION ALL SELECT buyer_id, 0, 1 FROM bought
    )
    SELECT buyer_id, sum(holding)::BIGINT AS holdings, sum(purchase)::BIGINT AS purchases
    FROM counted WHERE buyer_id IS NOT NULL GROUP BY buyer_id;
`;

/** Classifies the clusters that have a deal or are large enough. */
async function judgeInstitutions(duck: RegionBuild['duck']): Promise<void> {
  let thresholds = institutionThresholds({ counties: 2, residentialProperties: 0 });
  await eachRow(
    duck,
    `SELECT count(DISTINCT coalesce(fips, county)), count(*) FILTER (WHERE ${IS_RESIDENTIAL}) FROM norm_property`,
    ([counties, residentialProperties]) => {
      thresholds = institutionThresholds({
        counties: Number(counties),
        residentialProperties: Number(residentialProperties),
      });
    },
  );
  await createTable(
    duck,
    'institution_of',
    'buyer_id BIGINT, institution VARCHAR, institution_name VARCHAR',
    async (append) => {
      await eachRow(
        duck,
        `SELECT buyer_id, string_agg(name_key, chr(10) ORDER BY name_key), coalesce(any_value(holdings), 0),
           coalesce(any_value(purchases), 0), bool_and(kind IN ('person', 'company', 'trust'))
         FROM buyer_of_name JOIN name_fact USING (name_key) LEFT JOIN buyer_size USING (buyer_id)
         WHERE buyer_id IN (SELECT buyer_id FROM deal_fact) OR holdings >= ${thresholds.minHoldings} OR purchases >= ${thresholds.minPurchases}
         GROUP BY buyer_id`,
        ([buyerId, nameKeys, holdings, purchases, mayBeLarge]) => {
          const size = { holdings: Number(holdings), purchases: Number(purchases) };
          const { kind, parent } = judgeInstitution(
            String(nameKeys).split('\n'),
            size,
            mayBeLarge === true,
            thresholds,
          );
          if (kind !== null) append([buyerId ?? null, kind, parent]);
        },
      );
    },
  );
}

const BUYER_SQL = `
  CREATE OR REPLACE TABLE name_seen AS
    WITH seen AS (
      SELECT grantee AS name, buyer_mailing_key AS mailing_key, buyer_mailing_building_key AS mailing_building_key FROM sale
      UNION ALL SELECT grantor, NULL, NULL FROM sale
      UNION ALL SELECT owner_name, mailing_key, mailing_building_key FROM norm_property
    )
    SELECT b.buyer_id, p.name_key, p.display_name, p.is_entity, s.mailing_key, s.mailing_building_key, count(*) AS occurrences
    FROM seen s JOIN party p USING (name) JOIN buyer_of_name b USING (name_key)
    GROUP BY ALL;
  CREATE OR REPLACE TABLE mailing_degree AS
    SELECT mailing_key, count(DISTINCT buyer_id)::INTEGER AS mailing_owners
    FROM name_seen WHERE mailing_key IS NOT NULL GROUP BY mailing_key;
  CREATE OR REPLACE TABLE sighting AS
    SELECT * FROM name_seen
    WHERE buyer_id IN (SELECT buyer_id FROM deal_fact UNION SELECT buyer_id FROM institution_of);
  CREATE OR REPLACE TABLE buyer_alias AS
    SELECT buyer_id, name_key, arg_max(display_name, (occurrences, display_name)) AS name, mailing_key, mailing_building_key,
      any_value(mailing_owners) AS mailing_owners, sum(occurrences)::INTEGER AS occurrences
    FROM sighting LEFT JOIN mailing_degree USING (mailing_key)
    GROUP BY buyer_id, name_key, mailing_key, mailing_building_key;
  CREATE OR REPLACE TABLE buyer AS
    WITH name_count AS (
      SELECT buyer_id, display_name, bool_or(is_entity) AS is_entity, sum(occurrences) AS occurrences
      FROM sighting GROUP BY buyer_id, display_name
    ), named AS (
      SELECT buyer_id, arg_max(display_name, (occurrences, display_name)) AS name,
        arg_max(is_entity, (occurrences, display_name)) AS is_entity
      FROM name_count GROUP BY buyer_id
    ), record AS (
      SELECT buyer_id, count(*) FILTER (WHERE deal_type = 'flip')::INTEGER AS flip_count,
        count(*) FILTER (WHERE deal_type = 'rental')::INTEGER AS rental_count, ${RELIABILITY} AS reliability
      FROM deal_fact WHERE NOT extended AND ${ON_MARKET} GROUP BY buyer_id
    )
    SELECT n.buyer_id, n.name, n.is_entity, i.institution, i.institution_name,
      coalesce(r.flip_count, 0) AS flip_count, coalesce(r.rental_count, 0) AS rental_count,
      coalesce(s.holdings, 0)::INTEGER AS holdings_in_coverage, coalesce(s.purchases, 0)::INTEGER AS purchases_last_12_months,
      coalesce(r.reliability, 0)::FLOAT AS reliability
    FROM named n LEFT JOIN institution_of i USING (buyer_id) LEFT JOIN record r USING (buyer_id) LEFT JOIN buyer_size s USING (buyer_id);
  DROP TABLE sighting; DROP TABLE name_seen; DROP TABLE mailing_degree; DROP TABLE buyer_size; DROP TABLE institution_of;
`;
