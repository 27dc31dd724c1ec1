import type { DuckDBConnection } from '@duckdb/node-api';

/** DuckDB macros that read one cell; null in, null out; what they cannot read is null. */
const MACROS = [
  `finite(x) AS CASE WHEN isfinite(x) THEN x END`,
  `read_number(x) AS coalesce(finite(TRY_CAST(x AS DOUBLE)),
     finite(TRY_CAST(regexp_replace(regexp_replace(x, '^\\((.*)\\)$', '-\\1'), '[$,\\s]|USD', '', 'g') AS DOUBLE)))`,
  `digits_of(x) AS regexp_replace(regexp_replace(x, '(?i)(ext|x)\\.?\\s*\\d+$', ''), '[^0-9]', '', 'g')`,
  `read_phone(x) AS nullif(regexp_extract(digits_of(x), '^1?([2-9]\\d{2}[2-9]\\d{6})$', 1), '')`,
  `read_email(x) AS CASE WHEN regexp_full_match(trim(x), '[^@\\s]+@[^@\\s]+\\.[^@\\s]+') THEN lower(trim(x)) END`,
] as const;

/** Defines the readers on a connection. */
export async function defineReaders(duck: DuckDBConnection): Promise<void> {
  for (const macro of MACROS) await duck.run(`CREATE OR REPLACE TEMP MACRO ${macro}`);
}
