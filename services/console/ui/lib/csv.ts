import { downloadText } from './download.ts';

export type CsvCell = string | number | boolean | null | undefined;

/** Spreadsheets run cells that begin with these as formulas. */
const FORMULA_START = /^[=+\-@\t\r]/;

function cellText(cell: CsvCell): string {
  if (cell === null || cell === undefined) return '';
  const text = typeof cell === 'string' && FORMULA_START.test(cell) ? `'${cell}` : String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** RFC 4180 text with a header line. Texts that spreadsheets would run as formulas get a leading apostrophe. */
export const csvText = (header: readonly string[], rows: readonly (readonly CsvCell[])[]): string =>
  [header, ...rows]
    .map((row) => row.map(cellText).join(','))
    .join('\r\n')
    .concat('\r\n');

/** Offers the rows as a file. */
export const downloadCsv = (name: string, header: readonly string[], rows: readonly (readonly CsvCell[])[]): void =>
  downloadText(name, csvText(header, rows), 'text/csv;charset=utf-8');
