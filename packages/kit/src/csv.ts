import { stringify } from 'csv-stringify/sync';

export type CsvValue = string | number | boolean | null | undefined;

/**
 * Formats a CSV document (RFC 4180 quoting, LF line ends) with a header row. A text cell that a spreadsheet would
 * run as a formula gets a leading apostrophe; numbers stay numbers. null and undefined become empty cells.
 * @param columns names of the fields, in order; a name with a dot is one field, not a path.
 */
export const csvText = <Column extends string>(
  columns: readonly Column[],
  rows: ReadonlyArray<{ readonly [Name in Column]?: CsvValue }>,
): string =>
  stringify(
    rows.map((row) => columns.map((column) => row[column])),
    { header: true, columns: [...columns], escape_formulas: true, cast: { boolean: String } },
  );
