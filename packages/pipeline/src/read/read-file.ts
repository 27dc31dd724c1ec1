import { fileFormat } from './file-bytes.ts';
import type { RawTable, ReadRequest } from './raw-table.ts';
import { readDelimited } from './read-delimited.ts';
import { readParquet } from './read-parquet.ts';
import { readWorkbook } from './read-workbook.ts';

/** Reads a file of any known format into a raw table. @throws UnreadableFileError */
export async function readFile(request: ReadRequest): Promise<RawTable> {
  const format = await fileFormat(request.path);
  if (format === 'workbook') return readWorkbook(request);
  if (format === 'parquet') return readParquet(request);
  return readDelimited(request, format);
}
