const DELIMITERS = [',', '\t', ';', '|'];

export interface DelimitedHead {
  delimiter: string;
  header: string[];
  /** Physical lines before the first record. */
  linesToSkip: number;
}

/**
 * Reads the header record of a delimited text.
 * @param text the beginning of the file.
 * @param headerLine line of the header, from 1.
 * @returns null if the text has no such line.
 */
export function readDelimitedHead(text: string, headerLine: number, delimiter?: string): DelimitedHead | null {
  let at = 0;
  for (let line = 1; line < headerLine; line++) {
    const newline = text.indexOf('\n', at);
    if (newline < 0) return null;
    at = newline + 1;
  }
  const rest = text.slice(at).replace(/^\uFEFF/, '');
  if (rest.trim() === '') return null;
  const chosen = delimiter ?? likelyDelimiter(rest);
  const { cells, lines } = firstRecord(rest, chosen);
  return { delimiter: chosen, header: cells, linesToSkip: headerLine - 1 + lines };
}

/** The candidate that occurs most often outside quotes on the header line. */
function likelyDelimiter(text: string): string {
  const line = text.slice(0, text.search(/\r?\n|$/)).replace(/"[^"]*"/g, '');
  const counts = DELIMITERS.map((candidate) => line.split(candidate).length - 1);
  return DELIMITERS[counts.indexOf(Math.max(...counts))]!;
}

function firstRecord(text: string, delimiter: string): { cells: string[]; lines: number } {
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  let lines = 1;
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    if (isQuoted) {
      if (char === '\n') lines++;
      if (char !== '"') cell += char;
      else if (text[at + 1] === '"') {
        cell += '"';
        at++;
      } else isQuoted = false;
    } else if (char === '"' && cell === '') isQuoted = true;
    else if (char === delimiter) {
      cells.push(cell);
      cell = '';
    } else if (char === '\n') break;
    else if (char !== '\r') cell += char;
  }
  cells.push(cell);
  return { cells, lines };
}
