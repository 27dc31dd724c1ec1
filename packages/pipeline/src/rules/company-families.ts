import type { DuckDBConnection } from '@duckdb/node-api';
import { sqlTexts } from '@plat/dataset';
import { BRAND_MIN_SHARE } from '@plat/dataset/constants';
import { COMPANY_WORDS } from '@plat/records';
import type { SimilarNames } from './buyer-clusters.ts';
import { eachRow } from './duck-rows.ts';

const LEGAL_FORM = '( (LLC|LC|LP|LLP|LLLP|PLLC|INC|CORP|CO|LTD))+$';
/** A shorter rest, such as the initials of ABC INC, may be two companies. */
const MIN_LETTERS = 8;

/** Companies of the state whose names differ in the legal form only. */
const LEGAL_FORM_SQL = `
  WITH company AS (
    SELECT name_number, regexp_replace(name_key, '${LEGAL_FORM}', '') AS rest FROM name_number WHERE kind = 'company'
  )
  SELECT NULL, min(name_number) OVER (PARTITION BY rest) AS first_number, name_number
  FROM company WHERE length(rest) >= ${MIN_LETTERS}
  QUALIFY first_number < name_number ORDER BY 2, 3`;

/** Companies at one mailing address that begin with the same word, which is rare as a first word elsewhere. */
const BRAND_SQL = `
  WITH company AS (
    SELECT DISTINCT o.mailing_key, o.name_number, split_part(regexp_replace(o.name_key, '^THE ', ''), ' ', 1) AS brand
    FROM owner_at_address o JOIN name_number n USING (name_number)
    WHERE n.kind = 'company' AND NOT regexp_matches(o.name_key, '[0-9]| [IVX]+( |$)')
  ), brands AS (
    SELECT brand, count(DISTINCT name_number) AS names FROM company
    WHERE length(brand) > 1 AND brand NOT IN (SELECT unnest([${sqlTexts([...COMPANY_WORDS])}])) GROUP BY brand
  )
  SELECT mailing_key, min(name_number) OVER here AS first_number, name_number
  FROM company JOIN brands USING (brand) SEMI JOIN shared_address USING (mailing_key)
  WINDOW here AS (PARTITION BY mailing_key, brand)
  QUALIFY first_number < name_number AND count(*) OVER here >= ${BRAND_MIN_SHARE} * names
  ORDER BY 1, 2, 3`;

/** Companies that belong together by their names (docs/rules/buyers.md): another legal form, or one brand at an address. */
export async function companyFamilies(duck: DuckDBConnection): Promise<SimilarNames[]> {
  const edges: SimilarNames[] = [];
  for (const sql of [LEGAL_FORM_SQL, BRAND_SQL]) {
    await eachRow(duck, sql, ([address, left, right]) => {
      edges.push({ address: address === null ? null : String(address), left: Number(left), right: Number(right) });
    });
  }
  return edges;
}
