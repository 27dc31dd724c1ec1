import { COMPANY_WORDS } from '../names/company-words.ts';
import { sqlTexts } from '../pipeline/sql-text.ts';

const COMPANY_WORD_LIST = `[${sqlTexts([...COMPANY_WORDS])}]`;
const MIN_WORD_LETTERS = 3;

/**
 * What the two sides of a deed have in common by name (C.1: the parties share an entity or a rare surname), as SQL:
 * `sale_with_parties`, `party`, `recorded_name` -> `shared_name` (sale_id, party_on_both_sides, companies_alike,
 * word_share). Sales whose sides have no word in common, or stand for one cluster, have no row.
 *
 * A record names all who sign, a person behind trustees and maiden names included, so every party of it is looked at:
 * `party_on_both_sides` when one of them buys from a group they belong to (a share changes hands), not when strangers are
 * among the sellers to a trust (buyers who put the house into their trust on the day); `companies_alike` when one company's name begins with all of the other's;
 * `word_share` is the share of the county's recorded names that have the rarest word in common, null between companies,
 * which are named after places.
 */
export const SHARED_NAMES_SQL = `
  CREATE OR REPLACE TABLE party_words AS
    WITH read AS (
      SELECT name, kind,
        list_transform(string_split_regex(upper(name), '\\s*[&/;]\\s*|\\s+AND\\s+'),
          lambda part: list_filter(string_split_regex(part, '[^A-Z0-9]+'), lambda word: word NOT IN ('', 'TR', 'TRUSTEE', 'TRUSTEES', 'TTEE'))) AS parts
      FROM party WHERE kind <> 'withheld'
    )
    SELECT name, kind, kind IN ('person', 'trust') AS are_people, parts[1] AS first_words, parts,
      list_transform(list_filter(parts, lambda part: len(part) > 1), lambda part: array_to_string(list_sort(part), ' ')) AS parties,
      list_filter(list_distinct(flatten(parts)), lambda word: length(word) >= ${MIN_WORD_LETTERS}
        AND NOT regexp_matches(word, '[0-9]') AND NOT list_contains(${COMPANY_WORD_LIST}, word)) AS words
    FROM read;
  CREATE OR REPLACE TABLE shared_word AS
    SELECT s.sale_id, coalesce(s.county, '') AS county, list_intersect(g.words, b.words) AS words,
      list_has_any(g.parties, b.parties) AS is_shared,
      is_shared AND NOT list_has_all(b.parties, g.parties) AS somebody_leaves,
      b.kind = 'trust' AND is_shared AND len(list_filter(g.parts, lambda part: len(part) > 0 AND NOT list_has_any(part, b.words))) > 0 AS bought_into_trust,
      NOT g.are_people AND NOT b.are_people AS between_companies,
      ${beginsWith('g', 'b')} OR ${beginsWith('b', 'g')} AS one_begins_with_the_other
    FROM sale_with_parties s
    JOIN party_words g ON g.name = s.grantor
    JOIN party_words b ON b.name = s.grantee
    WHERE s.buyer_id IS DISTINCT FROM s.seller_id AND len(list_intersect(g.words, b.words)) > 0;
  CREATE OR REPLACE TABLE shared_name AS
    WITH wanted AS (
      SELECT DISTINCT county, unnest(words) AS word FROM shared_word
    ), carried AS (
      SELECT r.county, unnest(p.words) AS word FROM recorded_name r JOIN party_words p USING (name)
    ), total AS (
      SELECT county, count(*) AS names FROM recorded_name GROUP BY county
    ), share AS (
      SELECT county, word, count(*) / any_value(names) AS share
      FROM carried SEMI JOIN wanted USING (county, word) JOIN total USING (county) GROUP BY county, word
    ), rarest AS (
      SELECT sale_id, min(share) AS share
      FROM (SELECT sale_id, county, unnest(words) AS word FROM shared_word) JOIN share USING (county, word) GROUP BY sale_id
    )
    SELECT sale_id, somebody_leaves AND NOT bought_into_trust AS party_on_both_sides,
      between_companies AND one_begins_with_the_other AS companies_alike,
      CASE WHEN NOT between_companies AND NOT bought_into_trust THEN share END AS word_share
    FROM shared_word JOIN rarest USING (sale_id);
  DROP TABLE party_words; DROP TABLE shared_word; DROP TABLE recorded_name;
`;

/** SQL: the name of one side, without its legal form, opens the name of the other. */
function beginsWith(longer: string, shorter: string): string {
  const words = `list_filter(${shorter}.first_words, lambda word: word NOT IN ('LLC', 'LC', 'LP', 'LLP', 'INC', 'CORP', 'CO', 'LTD'))`;
  return `(len(${words}) > 1 AND ${longer}.first_words[1:len(${words})] = ${words})`;
}
