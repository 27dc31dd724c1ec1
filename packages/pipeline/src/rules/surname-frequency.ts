/**
 * Surname frequencies as SQL: `party`, `norm_transfer`, `norm_property` -> `recorded_name` (county, name) and
 * `surname_share` (county, surname_key, share), the share of a county's distinct recorded people with a surname.
 * Below 1 in 2,000 a surname is rare (docs/rules/arms-length.md).
 */
export const SURNAME_SHARE_SQL = `
  CREATE OR REPLACE TABLE recorded_name AS
    SELECT coalesce(county, '') AS county, grantor AS name FROM norm_transfer WHERE grantor IS NOT NULL
    UNION SELECT coalesce(county, ''), grantee FROM norm_transfer WHERE grantee IS NOT NULL
    UNION SELECT coalesce(county, ''), owner_name FROM norm_property WHERE owner_name IS NOT NULL;
  CREATE OR REPLACE TABLE surname_share AS
    WITH person AS (
      SELECT DISTINCT county, name_key, surname_key FROM recorded_name JOIN party USING (name)
      WHERE surname_key IS NOT NULL AND kind = 'person'
    ), county_total AS (
      SELECT county, count(*) AS people FROM person GROUP BY county
    )
    SELECT county, surname_key, count(*) / any_value(people) AS share
      FROM person JOIN county_total USING (county) GROUP BY county, surname_key;
`;
