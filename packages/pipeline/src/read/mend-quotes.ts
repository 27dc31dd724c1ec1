/** A cell with more lines than this has a stray quote. */
const MAX_LINES_OF_CELL = 20;

/**
 * Rewrites the records of a delimited text so that a stray quote spoils only its own cell. A quoted cell ends at
 * the quote before a delimiter or line end; quotes inside are doubled. An opening quote without such an end
 * becomes a blank. Line numbers stay the same.
 * @param bytes in an encoding with single-byte ASCII characters, such as UTF-8.
 */
export async function* mendQuotes(bytes: AsyncIterable<Uint8Array>, delimiter: string): AsyncGenerator<Uint8Array> {
  const ahead: string[] = [];
  const lines = linesOf(bytes);
  const more = async (): Promise<boolean> => {
    const { value, done } = await lines.next();
    if (done !== true) ahead.push(value);
    return done !== true;
  };
  while (ahead.length > 0 || (await more())) {
    const first = ahead[0]!;
    if (first.includes('"')) while (ahead.length <= MAX_LINES_OF_CELL && (await more()));
    const { text, lines: used } = mendRecord(ahead, delimiter);
    ahead.splice(0, used);
    yield Buffer.from(text, 'latin1');
  }
}

const WELL_FORMED = /"(?:[^"]|"")*"/y;

function mendRecord(ahead: readonly string[], delimiter: string): { text: string; lines: number } {
  const [first = ''] = ahead;
  if (!first.includes('"')) return { text: first, lines: 1 };
  const all = ahead.join('');
  const endOfLine = (at: number): number => (all.indexOf('\n', at) + 1 || all.length + 1) - 1;
  let text = '';
  let at = 0;
  let lineEnd = endOfLine(0);
  while (at < lineEnd) {
    if (all[at] === '"') {
      WELL_FORMED.lastIndex = at;
      const cell = WELL_FORMED.exec(all)?.[0];
      const close = closingQuote(all, at, lineEnd, delimiter);
      if (cell !== undefined && endsCell(all[at + cell.length], delimiter)) {
        text += cell;
        at += cell.length;
        lineEnd = endOfLine(at);
      } else if (close >= 0) {
        text += `"${all
          .slice(at + 1, close)
          .replaceAll('""', '"')
          .replaceAll('"', '""')}"`;
        at = close + 1;
      } else {
        text += ' ';
        at++;
      }
    }
    const next = all.indexOf(delimiter, at);
    const end = next < 0 || next >= lineEnd ? lineEnd : next + 1;
    text += all.slice(at, end);
    at = end;
  }
  const newline = all.slice(lineEnd, lineEnd + 1);
  return { text: text + newline, lines: all.slice(0, lineEnd).split('\n').length };
}

const endsCell = (next: string | undefined, delimiter: string): boolean =>
  next === undefined || next === delimiter || next === '\n' || next === '\r';

/** Position of the first quote on this line at the end of a cell, or -1. */
function closingQuote(text: string, open: number, lineEnd: number, delimiter: string): number {
  for (let at = text.indexOf('"', open + 1); at >= 0 && at < lineEnd; at = text.indexOf('"', at + 1)) {
    if (endsCell(text[at + 1], delimiter)) return at;
  }
  return -1;
}

/** Lines with their line ends; every byte is one character. */
async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string, undefined> {
  let rest = '';
  for await (const chunk of bytes) {
    const text = rest + Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).toString('latin1');
    let from = 0;
    for (let to = text.indexOf('\n'); to >= 0; to = text.indexOf('\n', from)) {
      yield text.slice(from, to + 1);
      from = to + 1;
    }
    rest = text.slice(from);
  }
  if (rest !== '') yield rest;
}
