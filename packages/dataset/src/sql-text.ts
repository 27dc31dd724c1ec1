/** A text as a DuckDB string literal. */
export const sqlText = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** A name as a DuckDB identifier. */
export const sqlName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Texts as a DuckDB list literal, for `IN (...)` or `[...]`. */
export const sqlTexts = (texts: readonly string[]): string => texts.map(sqlText).join(', ');
