const NEWLINE = 10;
const CARRIAGE_RETURN = 13;
const QUOTE = 34;

enum At {
  FieldStart,
  Plain,
  Quoted,
  QuoteInQuoted,
}

/**
 * The physical lines on which records of a delimited file start, as DuckDB reads them: quotes may span lines,
 * blank lines are not records.
 * @param records wanted record numbers, ascending; the first record is 0.
 * @param linesToSkip lines before the first record.
 */
export async function recordLines(
  bytes: AsyncIterable<Uint8Array>,
  records: readonly number[],
  linesToSkip: number,
  delimiter: string,
): Promise<Map<number, number>> {
  const found = new Map<number, number>();
  const separator = delimiter.charCodeAt(0);
  let wanted = 0;
  let line = 1;
  let record = 0;
  let recordLine = linesToSkip + 1;
  let isBlank = true;
  let at = At.FieldStart;
  for await (const chunk of bytes) {
    for (let index = 0; index < chunk.length; index++) {
      const byte = chunk[index]!;
      if (line <= linesToSkip) {
        if (byte === NEWLINE) line++;
        continue;
      }
      if (at === At.Quoted) {
        if (byte === QUOTE) at = At.QuoteInQuoted;
        else if (byte === NEWLINE) line++;
        continue;
      }
      if (byte === NEWLINE) {
        if (!isBlank) {
          if (record === records[wanted]) {
            found.set(record, recordLine);
            if (++wanted === records.length) return found;
          }
          record++;
        }
        line++;
        recordLine = line;
        isBlank = true;
        at = At.FieldStart;
      } else if (byte === separator) {
        isBlank = false;
        at = At.FieldStart;
      } else if (byte === QUOTE && (at === At.FieldStart || at === At.QuoteInQuoted)) {
        isBlank = false;
        at = At.Quoted;
      } else if (byte !== CARRIAGE_RETURN) {
        isBlank = false;
        at = At.Plain;
      }
    }
  }
  if (!isBlank && record === records[wanted]) found.set(record, recordLine);
  return found;
}
