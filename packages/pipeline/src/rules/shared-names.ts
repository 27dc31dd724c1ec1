import { sqlTexts } from '@plat/dataset';
import { COMPANY_WORDS } from '@plat/records';

const MIN_WORD_LETTERS = 3;
/** Words that end most names. They carry no information, and half of all sales would match on them. */
const ENDINGS = "('LLC', 'INC', 'CORP', 'TRUST', 'TRUSTEE', 'AND', 'THE')";
/** Uses translate, ten times as fast as a regular expression over all recorded names. */
const PUNCTUATION = ',.&/;:-#()+*"_';
const wordsOf = (text: string): string =>
  `string_split(trim(regexp_replace(upper(${text}), '[^A-Z0-9]+', ' ', 'g')), ' ')`;

/**
 * Names that both sides of a deed share (docs/rules/arms-length.md, related parties) as SQL: `sale_with_parties`,
 * `party`, `recorded_name` -> `shared_name` (sale_id, bought_into_trust, party_on_both_sides, companies_alike, word_share). Sales
 * whose sides share no word, or are one cluster, have no row.
 *
 * A record names all who sign, also a person behind trustees and maiden names, so every party is compared.
 * - `party_on_both_sides`: a seller buys from a group that they belong to. Strangers among the sellers to a trust
 *   do not count: buyers who put the house into their trust that day.
 * - `companies_alike`: one company's name begins with the whole other name.
 * - `word_share`: share of the county's recorded names with the rarest shared word; null between companies, which
 *   are often named after places.
 */
export const SHARED_NAMES_SQL = `
  CREATE OR REPLACE TABLE party_words AS
    SELECT name, kind, list_filter(string_split(translate(upper(name), '${PUNCTUATION}', '${' '.repeat(PUNCTUATION.length)}'), ' '),
      lambda word: length(word) >= ${MIN_WORD_LETTERS} AND word NOT IN ${ENDINGS}) AS words
    FROM party WHERE kind <> 'withheld';
  CREATE OR REPLACE TABLE related_sale AS
    SELECT s.sale_id, coalesce(s.county, '') AS county, s.grantor, s.grantee, g.kind AS seller_kind, b.kind AS buyer_kind,
      list_distinct(list_intersect(g.words, b.words)) AS words
    FROM sale_with_parties s
    JOIN party_words g ON g.name = s.grantor
    JOIN party_words b ON b.name = s.grantee
    WHERE s.buyer_id IS DISTINCT FROM s.seller_id AND list_has_any(g.words, b.words);
  CREATE OR REPLACE TABLE party_parts AS
    SELECT name, parts[1] AS first_words, parts,
      list_transform(list_filter(parts, lambda part: len(part) > 1), lambda part: array_to_string(list_sort(part), ' ')) AS parties
    FROM (
      SELECT name, list_transform(string_split_regex(upper(name), '\\s*[&/;]\\s*|\\s+AND\\s+'),
        lambda part: list_filter(${wordsOf('part')}, lambda word: word NOT IN ('', 'TR', 'TRUSTEE', 'TRUSTEES', 'TTEE'))) AS parts
      FROM (SELECT grantor AS name FROM related_sale UNION SELECT grantee FROM related_sale)
    );
  CREATE OR REPLACE TABLE shared_name AS
    WITH compared AS (
      SELECT r.sale_id, list_has_any(g.parties, b.parties) AS is_shared,
        is_shared AND NOT list_has_all(b.parties, g.parties) AS somebody_leaves,
        buyer_kind = 'trust' AND is_shared AND
          len(list_filter(g.parts, lambda part: len(part) > 0 AND NOT list_has_any(part, flatten(b.parts)))) > 0 AS bought_into_trust,
        seller_kind NOT IN ('person', 'trust') AND buyer_kind NOT IN ('person', 'trust') AS between_companies,
        ${beginsWith('g', 'b')} OR ${beginsWith('b', 'g')} AS one_begins_with_the_other
      FROM related_sale r JOIN party_parts g ON g.name = r.grantor JOIN party_parts b ON b.name = r.grantee
    ), shared_word AS (
      SELECT r.sale_id, r.county, unnest(r.words) AS word FROM related_sale r JOIN compared USING (sale_id)
      WHERE NOT between_companies AND NOT bought_into_trust
    ), telling AS (
      FROM shared_word WHERE NOT regexp_matches(word, '[0-9]')
        AND word NOT IN (SELECT unnest([${sqlTexts([...COMPANY_WORDS])}]))
    ), carried AS (
      SELECT r.county, unnest(list_distinct(p.words)) AS word FROM recorded_name r JOIN party_words p USING (name)
    ), total AS (
      SELECT county, count(*) AS names FROM recorded_name GROUP BY county
    ), share AS (
      SELECT county, word, count(*) / any_value(names) AS share
      FROM carried SEMI JOIN telling USING (county, word) JOIN total USING (county) GROUP BY county, word
    ), rarest AS (
      SELECT sale_id, min(share) AS share FROM telling JOIN share USING (county, word) GROUP BY sale_id
    )
    SELECT sale_id, bought_into_trust, somebody_leaves AND NOT bought_into_trust AS party_on_both_sides,
      between_companies AND one_begins_with_the_other AS companies_alike, rarest.share AS word_share
    FROM compared LEFT JOIN rarest USING (sale_id);
  DROP TABLE party_words; DROP TABLE related_sale; DROP TABLE party_parts;
`;

/** SQL: the name of one side, without its legal form, opens the name of the other. */
function beginsWith(longer: string, shorter: string): string {
  const words = `list_filter(${shorter}.first_words, lambda word: word NOT IN ('LLC', 'LC', 'LP', 'LLP', 'INC', 'CORP', 'CO', 'LTD'))`;
  return `(len(${words}) > 1 AND ${longer}.first_words[1:len(${words})] = ${words})`;
}
