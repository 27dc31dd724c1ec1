import type { ColumnLookup } from './expression-sql.ts';

/** A header in a form in which equivalent spellings are equal. */
export const tidyHeader = (header: string): string =>
  header
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '_');

/** Finds a header's raw column: by exact spelling, then ignoring case and blanks. */
export function headerLookup(headers: readonly string[]): ColumnLookup {
  const exact = new Map(headers.map((header, index) => [header, `c${index}`]));
  const tidied = new Map([...headers].reverse().map((header) => [tidyHeader(header), exact.get(header)!]));
  return (header) => exact.get(header) ?? tidied.get(tidyHeader(header)) ?? null;
}
