import { UnreadableFileError } from '../read/raw-table.ts';
import { type ColumnExpression, closest, importColumns, missingColumns, type ProducedRows } from '../sources/index.ts';
import { type ColumnLookup, expressionHeaders, expressionSql, MissingColumnError } from './expression-sql.ts';
import { headerLookup, tidyHeader } from './header-lookup.ts';
import type { ImportFile } from './import-files.ts';

/** True if any of the rows that the file produces uses the column. */
export function usedHeaders(file: ImportFile): (header: string) => boolean {
  const wanted =
    file.reads.as === 'canonical'
      ? importColumns(file.reads.kind)
      : file.reads.input.produces.flatMap(({ columns }) => Object.values(columns).flatMap(expressionHeaders));
  const tidied = new Set(wanted.map(tidyHeader));
  return (header) => tidied.has(tidyHeader(header));
}

/**
 * The rows that a file produces, and the non-canonical columns of a canonical file.
 * @throws UnreadableFileError if the file lacks a needed column.
 */
export function fileProduces(
  file: ImportFile,
  headers: readonly string[],
): { produces: readonly ProducedRows[]; unknownColumns: string[] } {
  const lookup = headerLookup(headers);
  if (file.reads.as === 'mapping') {
    for (const [number, { columns }] of file.reads.input.produces.entries())
      for (const [column, expression] of Object.entries(columns)) {
        const missing = missingHeader(expression, lookup);
        if (missing !== null) throw lacksHeader(file, headers, { missing, column, produced: number });
      }
    return { produces: file.reads.input.produces, unknownColumns: [] };
  }
  const { kind } = file.reads;
  const known = importColumns(kind);
  const columns: Record<string, ColumnExpression> = {};
  for (const column of known) if (lookup(column) !== null) columns[column] = column;
  const missing = missingColumns(kind, (column) => Object.hasOwn(columns, column));
  if (missing.length > 0)
    throw new UnreadableFileError(
      file.path,
      `${kind} need the column ${missing.join(', ').replaceAll('"', '')}; it has ${listed(headers)}`,
    );
  const tidied = new Set<string>(known.map(tidyHeader));
  return { produces: [{ kind, columns }], unknownColumns: headers.filter((header) => !tidied.has(tidyHeader(header))) };
}

/** Maximum number of headers named in a message; a statewide roll has far more. */
const MAX_LISTED = 60;

const listed = (headers: readonly string[]): string =>
  headers.length <= MAX_LISTED
    ? headers.join(', ')
    : `${headers.slice(0, MAX_LISTED).join(', ')} and ${headers.length - MAX_LISTED} more`;

/** The first header that an expression needs and a file lacks. */
function missingHeader(expression: ColumnExpression, lookup: ColumnLookup): string | null {
  try {
    expressionSql(expression, { lookup, onOwnerPair: () => undefined });
    return null;
  } catch (error) {
    if (error instanceof MissingColumnError) return error.column;
    throw error;
  }
}

function lacksHeader(
  file: ImportFile,
  headers: readonly string[],
  { missing, column, produced }: { missing: string; column: string; produced: number },
): UnreadableFileError {
  const alike = closest(missing, headers);
  const question = alike === null ? '' : `; did you mean "${alike}"?`;
  const place = `/inputs/${file.inputNumber}/produces/${produced}/columns/${column}`;
  return new UnreadableFileError(
    file.path,
    `has no column "${missing}", which ${column} is read from; it has ${listed(headers)} (mapping: ${place})${question}`,
  );
}
