/** Words before a comma that name a person: no digits, no legal form alone. */
const SURNAME = "^[A-Z][A-Z ''-]+$";
const CAPACITIES =
  "('TR', 'TRS', 'TRUSTEE', 'TRUSTEES', 'TTEE', 'ESTATE', 'DECD', 'DECEASED', 'HEIR', 'EXEC', 'ADMIN')";
const MIN_GIVEN_LETTERS = 3;

/**
 * Surnames that a seller and a buyer share among all who sign (docs/rules/arms-length.md, related parties) as SQL:
 * `sale_with_parties`, `party`, `recorded_name`, `shared_name` -> `signer_share` (sale_id, share).
 *
 * `share` is the share of the county's recorded names with that surname; if the two people also share a given name,
 * the share with both. Only names written `SURNAME, GIVEN` tell a surname for certain. A seller who stays
 * under a longer or shorter first name sold nothing, and buyers who put the house into their trust that day sign as
 * sellers too: neither counts.
 */
export const SHARED_SIGNERS_SQL = `
  CREATE OR REPLACE TABLE signer AS
    SELECT DISTINCT name, trim(split_part(part, ',', 1)) AS surname,
      split_part(trim(split_part(part, ',', 2)), ' ', 1) AS first_name,
      list_filter(string_split(split_part(part, ',', 2), ' '),
        lambda word: length(word) >= ${MIN_GIVEN_LETTERS} AND word NOT IN ${CAPACITIES}) AS given
    FROM (
      SELECT name, unnest(string_split_regex(upper(name), '\\s*[&/;]\\s*')) AS part
      FROM party WHERE kind IN ('person', 'trust') AND contains(name, ',')
    ) WHERE contains(part, ',') AND regexp_full_match(surname, '${SURNAME}');
  CREATE OR REPLACE TABLE signer_share AS
    WITH pair AS (
      SELECT s.sale_id, coalesce(s.county, '') AS county, g.surname, list_intersect(g.given, b.given) AS given
      FROM sale_with_parties s
      JOIN signer g ON g.name = s.grantor
      JOIN signer b ON b.name = s.grantee AND b.surname = g.surname
        AND NOT starts_with(g.first_name, b.first_name) AND NOT starts_with(b.first_name, g.first_name)
      LEFT JOIN shared_name n USING (sale_id)
      WHERE s.buyer_id IS DISTINCT FROM s.seller_id AND NOT coalesce(n.bought_into_trust, false)
    ), carrier AS (
      SELECT r.county, r.name, surname, given FROM recorded_name r JOIN signer USING (name)
      SEMI JOIN pair USING (county, surname)
    ), total AS (
      SELECT county, count(*) AS names FROM recorded_name GROUP BY county
    ), by_surname AS (
      SELECT county, surname, count(DISTINCT name) AS names FROM carrier GROUP BY ALL
    ), by_both AS (
      SELECT county, surname, word, count(DISTINCT name) AS names
      FROM (SELECT county, name, surname, unnest(given) AS word FROM carrier) GROUP BY ALL
    ), shared AS (
      SELECT sale_id, county, names FROM pair JOIN by_surname USING (county, surname)
      UNION ALL
      SELECT sale_id, county, names FROM (SELECT sale_id, county, surname, unnest(given) AS word FROM pair)
      JOIN by_both USING (county, surname, word)
    )
    SELECT sale_id, min(shared.names / total.names) AS share FROM shared JOIN total USING (county) GROUP BY sale_id;
  DROP TABLE signer;
`;
