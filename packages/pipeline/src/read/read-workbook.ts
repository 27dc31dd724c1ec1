import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { readSheet } from 'read-excel-file/node';
import { type RawTable, type ReadRequest, UnreadableFileError } from './raw-table.ts';
import { readDelimited } from './read-delimited.ts';

/**
 * Reads one worksheet of an .xlsx workbook through a CSV copy. Dates become ISO days; lines are worksheet rows.
 * @throws UnreadableFileError if the file is not a workbook or lacks the worksheet.
 */
export async function readWorkbook(request: ReadRequest): Promise<RawTable> {
  let rows: readonly (readonly unknown[])[];
  try {
    rows = await readSheet(request.path, request.sheet ?? 1);
  } catch (error) {
    throw new UnreadableFileError(request.path, error instanceof Error ? error.message : 'is not a workbook');
  }
  const copy = join(request.scratch, `${request.table}-${basename(request.path)}.csv`);
  const sheetRows: number[] = [];
  const lines: string[] = [];
  rows.forEach((cells, index) => {
    const line = cells.map(cellText).join(',');
    const isHeader = index + 1 === request.headerLine;
    if (index + 1 < request.headerLine || (!isHeader && line.replaceAll(',', '') === '')) return;
    lines.push(line);
    if (!isHeader) sheetRows.push(index + 1);
  });
  if (rows.length < request.headerLine)
    throw new UnreadableFileError(request.path, `there is no header on row ${request.headerLine}`);
  await writeFile(copy, `${lines.join('\n')}\n`);
  const raw = await readDelimited({ ...request, path: copy, headerLine: 1, delimiter: ',' }, 'delimited');
  const linesOf = async (records: readonly number[]) =>
    new Map(records.map((record) => [record, sheetRows[record] ?? 0]));
  return { ...raw, path: request.path, linesOf };
}

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  const text = cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""').replace(/[\r\n]+/g, ' ')}"` : text;
}
