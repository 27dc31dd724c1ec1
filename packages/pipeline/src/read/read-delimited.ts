import { createWriteStream } from 'node:fs';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { sqlText } from '@plat/dataset';
import { readDelimitedHead } from './delimited-head.ts';
import { type FileFormat, fileBytes, headBytes } from './file-bytes.ts';
import { mendQuotes } from './mend-quotes.ts';
import { type RawTable, type ReadRequest, tidyCellSql, UnreadableFileError, uniqueHeaders } from './raw-table.ts';
import { recordLines } from './record-lines.ts';

const HEAD_BYTES = 1 << 18;

/**
 * Reads CSV and similar formats, plain or gzip. DuckDB's parallel reader reads a clean file. A ragged file is read
 * again leniently: stray quotes are repaired, short rows filled with nulls, and the first cell beyond the header
 * kept in `too_long`. A file that is not UTF-8 is converted from UTF-16 (by its byte order mark) or Windows-1252.
 * @throws UnreadableFileError
 */
export async function readDelimited(request: ReadRequest, format: FileFormat): Promise<RawTable> {
  const head = await headBytes(request.path, format, HEAD_BYTES);
  const utf16 =
    head[0] === 0xff && head[1] === 0xfe ? 'utf-16le' : head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : null;
  if (utf16 !== null) return readUtf8(request, await converted(request, format, utf16), 'delimited');
  // DuckDB reads a truncated download without an error.
  const whole = format === 'gzip' ? readThrough(fileBytes(request.path, format)) : undefined;
  whole?.catch(() => {});
  try {
    const raw = await readUtf8(request, request.path, format);
    await whole;
    return raw;
  } catch (error) {
    if (!/unicode|utf-?8/i.test(String(error))) throw error;
    return readUtf8(request, await converted(request, format, 'windows-1252'), 'delimited');
  }
}

async function readUtf8(request: ReadRequest, path: string, format: FileFormat): Promise<RawTable> {
  const { duck, table } = request;
  const head = readDelimitedHead(
    new TextDecoder().decode(await headBytes(path, format, HEAD_BYTES)),
    request.headerLine,
    request.delimiter,
  );
  if (head === null) throw new UnreadableFileError(request.path, `there is no header on line ${request.headerLine}`);
  const headers = uniqueHeaders(head.header);
  const columns = headers.map((_, index) => `c${index}`);
  const used = columns.filter((_, index) => request.isUsed(headers[index]!));
  const cells = used.map((column) => `${tidyCellSql(column, request.emptyValues)} AS ${column}`);
  const read = (from: string, compression: string, names: readonly string[], options: string, tooLong: string) =>
    duck.run(`CREATE OR REPLACE TEMP TABLE ${table} AS
      SELECT ${[...cells, `${tooLong} AS too_long`].join(', ')}
      FROM read_csv(${sqlText(from)}, auto_detect = false, header = false, skip = ${head.linesToSkip},
        delim = ${sqlText(head.delimiter)}, quote = '"', escape = '"', max_line_size = 16777216,
        compression = '${compression}', ${options},
        columns = {${names.map((name) => `'${name}': 'VARCHAR'`).join(', ')}})`);
  let readable: string | null = null;
  try {
    await read(path, format === 'gzip' ? 'gzip' : 'none', columns, 'strict_mode = true', 'NULL::VARCHAR');
  } catch (error) {
    if (/unicode|utf-?8/i.test(String(error))) throw error;
    const options = 'strict_mode = false, null_padding = true, parallel = false';
    readable = await copied(request, 'mended', mendQuotes(fileBytes(path, format), head.delimiter));
    await read(readable, 'none', [...columns, 'too_long'], options, 'too_long').catch((second: unknown) => {
      throw new UnreadableFileError(request.path, firstLine(second));
    });
  }
  const counted = await duck.runAndReadAll(`SELECT count(*)::INTEGER FROM ${table}`);
  return {
    path: request.path,
    table,
    headers,
    rows: Number(counted.getRows()[0]?.[0] ?? 0),
    linesOf: (records) =>
      recordLines(
        readable === null ? fileBytes(path, format) : fileBytes(readable, 'delimited'),
        records,
        head.linesToSkip,
        head.delimiter,
      ),
  };
}

/** A UTF-8 copy of a file in another encoding, with the same lines. */
function converted(request: ReadRequest, format: FileFormat, encoding: 'utf-16le' | 'utf-16be' | 'windows-1252') {
  const decoder = new TextDecoder(encoding);
  async function* decoded() {
    for await (const chunk of fileBytes(request.path, format)) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  }
  return copied(request, 'utf8', decoded());
}

async function copied(request: ReadRequest, what: string, content: AsyncIterable<string | Uint8Array>) {
  const target = join(request.scratch, `${request.table}-${basename(request.path)}.${what}`);
  await pipeline(content, createWriteStream(target));
  return target;
}

async function readThrough(bytes: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of bytes);
}

const firstLine = (error: unknown): string => String(error instanceof Error ? error.message : error).split('\n')[0]!;
