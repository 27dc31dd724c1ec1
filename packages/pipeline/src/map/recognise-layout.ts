import { basename } from 'node:path';
import { readSheet } from 'read-excel-file/node';
import { CANONICAL_KINDS } from '../canonical/canonical.ts';
import { fileFormat } from '../read/file-bytes.ts';
import { fileHeaders } from '../read/file-headers.ts';
import { uniqueHeaders } from '../read/raw-table.ts';
import { builtInSources, type ColumnExpression, importColumns, missingColumns } from '../sources/index.ts';
import { expressionSql } from './expression-sql.ts';
import { headerLookup } from './header-lookup.ts';

/** Minimum share of a layout's needed columns in a file of it; publishers rename one now and then. */
const MIN_SHARE = 0.8;
/** Fewer common columns prove nothing: many files have an owner and a date. */
const MIN_COLUMNS = 4;

interface Layout {
  name: string;
  /** Position of the source's input. */
  input: number;
  columns: readonly string[];
}

const LAYOUTS: readonly Layout[] = builtInSources.flatMap(({ name, inputs }) =>
  inputs.map(({ produces }, input) => ({
    name,
    input,
    columns: [...new Set(produces.flatMap(({ columns }) => Object.values(columns).flatMap(neededHeaders)))],
  })),
);
export const HEADER_LINES = [
  ...new Set([1, ...builtInSources.flatMap(({ inputs }) => inputs.map(({ headerLine }) => headerLine ?? 1))]),
];

/** The built-in source whose files have these headers, or `canonical` with the kind; null if none fits. */
export const recogniseLayout = (headers: readonly string[]): string | null => recogniseInput(headers)?.name ?? null;

/** As `recogniseLayout`, with the position of the source's input. */
export function recogniseInput(headers: readonly string[]): { name: string; input: number } | null {
  const lookup = headerLookup(headers);
  const has = (column: string): boolean => lookup(column) !== null;
  const sources = LAYOUTS.map(({ name, input, columns }) => ({
    name,
    input,
    columns: columns.length,
    found: columns.filter(has).length,
  }));
  const canonical = CANONICAL_KINDS.filter((kind) => missingColumns(kind, has).length === 0).map((kind) => {
    const found = importColumns(kind).filter(has).length;
    return { name: `canonical ${kind}`, input: 0, columns: Math.max(found, headers.length), found };
  });
  const [best] = [...sources, ...canonical]
    .filter(({ columns, found }) => found >= MIN_COLUMNS && found >= MIN_SHARE * columns)
    .sort((a, b) => b.found / b.columns - a.found / a.columns || b.found - a.found);
  return best === undefined ? null : { name: best.name, input: best.input };
}

/**
 * The end of a message about the actual source of a file; empty if unknown.
 * @param given name of the requested source; null without one.
 * @param name name of the file in the message.
 */
export async function layoutHint(path: string, given: string | null, name = basename(path)): Promise<string> {
  for (const headerLine of HEADER_LINES) {
    const headers = await headersOf(path, headerLine).catch(() => null);
    const layout = headers === null ? null : recogniseLayout(headers);
    if (layout === null || layout === given) continue;
    const place = `the columns of ${name} are those of ${layout}`;
    if (!layout.startsWith('canonical ')) return `; ${place}: did you mean the source "${layout}"?`;
    const kind = layout.slice('canonical '.length);
    return `; ${given === 'canonical' ? `its columns are those of ${layout}` : place}; name it ${kind}.csv and import it as canonical`;
  }
  return '';
}

/** Headers of a delimited file or a workbook. @returns null without that line. */
export async function headersOf(path: string, headerLine: number): Promise<string[] | null> {
  if ((await fileFormat(path)) !== 'workbook') return fileHeaders(null, path, { headerLine });
  const rows = await readSheet(path, 1);
  return uniqueHeaders((rows[headerLine - 1] ?? []).map((cell) => String(cell ?? '')));
}

function neededHeaders(expression: ColumnExpression): string[] {
  const headers: string[] = [];
  const lookup = (header: string): string => {
    headers.push(header);
    return 'NULL';
  };
  expressionSql(withoutOptional(expression), { lookup, onOwnerPair: () => undefined });
  return headers;
}

/** `expressionSql` treats a missing optional column as null; here it must be skipped. */
function withoutOptional(expression: ColumnExpression): ColumnExpression {
  return JSON.parse(
    JSON.stringify(expression, (_, part) =>
      typeof part === 'object' && part !== null && part.optional === true ? { constant: 'none' } : part,
    ),
  );
}
