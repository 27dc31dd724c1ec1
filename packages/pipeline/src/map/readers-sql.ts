import type { DuckDBConnection } from '@duckdb/node-api';

/** DuckDB macros that read one cell. Null gives null; unreadable text gives null. */
const MACROS = [
  // The slow path appears once, behind WHEN: DuckDB would compute a repeated expression for every row.
  `read_number(x) AS CASE
     WHEN TRY_CAST(x AS DOUBLE) IS NOT NULL THEN CASE WHEN isfinite(TRY_CAST(x AS DOUBLE)) THEN TRY_CAST(x AS DOUBLE) END
     WHEN x IS NULL THEN NULL
     ELSE TRY_CAST(regexp_replace(regexp_replace(x, '^\\((.*)\\)$', '-\\1'), '[$,\\s]|USD', '', 'g') AS DOUBLE) END`,
  // A spreadsheet may turn a number into 6025550101.0 or 6.025550101E+09, which still has all digits.
  `digits_of(x) AS CASE
     WHEN regexp_full_match(x, '(?i)\\d\\.\\d{9,10}e\\+?\\d{1,2}') THEN CAST(TRY_CAST(TRY_CAST(x AS DOUBLE) AS BIGINT) AS VARCHAR)
     ELSE regexp_replace(
       regexp_replace(x, '(?i)(\\.0+|[\\s,;(]*(extension|ext|x|#)[.:\\s]*\\d{1,6}\\)?)\\s*$', ''), '[^0-9]', '', 'g') END`,
  `read_phone(x) AS CASE
     WHEN regexp_full_match(x, '[2-9]\\d{2}[2-9]\\d{6}') THEN x
     ELSE nullif(regexp_extract(digits_of(x), '^(?:001|1)?([2-9]\\d{2}[2-9]\\d{6})$', 1), '') END`,
  `bare_email(x) AS regexp_replace(regexp_replace(regexp_replace(lower(trim(x)),
     '^(.*<|mailto:)', ''), '[>;,.\\s]+$', ''), '\\s*([@.])\\s*', '\\1', 'g')`,
  `read_email(x) AS CASE
     WHEN regexp_full_match(bare_email(x), '[^@\\s<>]+@[^@\\s<>]+\\.[^@\\s<>]+') THEN bare_email(x) END`,
] as const;

/** Defines the readers on a connection. */
export async function defineReaders(duck: DuckDBConnection): Promise<void> {
  for (const macro of MACROS) await duck.run(`CREATE OR REPLACE TEMP MACRO ${macro}`);
}
