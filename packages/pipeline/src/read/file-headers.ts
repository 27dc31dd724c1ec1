import type { DuckDBConnection } from '@duckdb/node-api';
import { sqlText } from '@plat/dataset';
import { readDelimitedHead } from './delimited-head.ts';
import { fileFormat, headBytes } from './file-bytes.ts';
import { uniqueHeaders } from './raw-table.ts';

const HEAD_BYTES = 1 << 18;

/**
 * The headers of a file, from its beginning only.
 * @param duck reads Parquet; without it, a Parquet file has no headers.
 * @returns null for a workbook, which opens only as a whole, and for a file without a header; reading it explains
 *   why.
 */
export async function fileHeaders(
  duck: DuckDBConnection | null,
  path: string,
  { headerLine, delimiter }: { headerLine: number; delimiter?: string | undefined },
): Promise<string[] | null> {
  const format = await fileFormat(path);
  if (format === 'workbook') return null;
  try {
    if (format === 'parquet') {
      if (duck === null) return null;
      const described = await duck.runAndReadAll(`DESCRIBE SELECT * FROM read_parquet(${sqlText(path)})`);
      return uniqueHeaders(described.getRows().map((row) => String(row[0])));
    }
    const head = readDelimitedHead(decoded(await headBytes(path, format, HEAD_BYTES)), headerLine, delimiter);
    return head === null ? null : uniqueHeaders(head.header);
  } catch {
    return null;
  }
}

/** Text in UTF-16 by its byte order mark, in UTF-8, or otherwise in Windows-1252. */
function decoded(head: Uint8Array): string {
  const utf16 =
    head[0] === 0xff && head[1] === 0xfe ? 'utf-16le' : head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : null;
  if (utf16 !== null) return new TextDecoder(utf16).decode(head);
  const text = new TextDecoder().decode(head);
  // The last character may be cut in two.
  return text.slice(0, -1).includes('\uFFFD') ? new TextDecoder('windows-1252').decode(head) : text;
}
