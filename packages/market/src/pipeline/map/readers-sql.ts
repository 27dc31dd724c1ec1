import type { DuckDBConnection } from '@duckdb/node-api';

/** DuckDB macros that read one cell; null in, null out; what they cannot read is null. */
const MACROS = [
  // The slow path stands once and behind WHEN: a repeated expression would be computed for every row.
  `read_number(x) AS CASE
     WHEN TRY_CAST(x AS DOUBLE) IS NOT NULL THEN CASE WHEN isfinite(TRY_CAST(x AS DOUBLE)) THEN TRY_CAST(x AS DOUBLE) END
     WHEN x IS NULL THEN NULL
     ELSE TRY_CAST(regexp_replace(regexp_replace(x, '^\\((.*)\\)$', '-\\1'), '[$,\\s]|USD', '', 'g') AS DOUBLE) END`,
  `digits_of(x) AS regexp_replace(regexp_replace(x, '(?i)(ext|x)\\.?\\s*\\d+$', ''), '[^0-9]', '', 'g')`,
  `read_phone(x) AS nullif(regexp_extract(digits_of(x), '^1?([2-9]\\d{2}[2-9]\\d{6})$', 1), '')`,
  `read_email(x) AS CASE WHEN regexp_full_match(trim(x), '[^@\\s]+@[^@\\s]+\\.[^@\\s]+') THEN lower(trim(x)) END`,
] as const;

/** Defines the readers on a connection. */
export async function defineReaders(duck: DuckDBConnection): Promise<void> {
  for (const macro of MACROS) await duck.run(`CREATE OR REPLACE TEMP MACRO ${macro}`);
}
