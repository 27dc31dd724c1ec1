import { LINE_WIDTH } from '@plat/standalone/wrap-text';
import Table from 'cli-table3';

const GAP = '  ';
/** Shorter words, such as ids and instants, stay whole for copying. */
const UNBROKEN_LENGTH = 36;
const MIN_WIDTH = 8;

const PLAIN_BORDERS = Object.fromEntries(
  ['top', 'bottom', 'left', 'right', 'mid'].flatMap((side) =>
    [side, `${side}-mid`, `${side}-left`, `${side}-right`].map((name) => [name, '']),
  ),
);

const FRAMELESS = {
  chars: { ...PLAIN_BORDERS, middle: '' },
  style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [], compact: true },
};

const whole = new Intl.NumberFormat('en-US');

/**
 * Formats rows as columns for a terminal of 100 characters: text wraps between words, numbers have thousands
 * separators and align right. A cell may have several lines.
 */
export function textTable(header: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const cells = rows.map((row) => row.map((cell) => (typeof cell === 'number' ? whole.format(cell) : cell)));
  const isNumeric = header.map((_, column) => rows.length > 0 && rows.every((row) => typeof row[column] === 'number'));
  const widths = columnWidths([header, ...cells]);
  const table = new Table({
    colWidths: widths.map((width, column) => width + (column === widths.length - 1 ? 0 : GAP.length)),
    colAligns: isNumeric.map((numeric) => (numeric ? 'right' : 'left')),
    ...FRAMELESS,
  });
  // The gap after a right-aligned column belongs to its cells.
  const last = header.length - 1;
  const spaced = (row: readonly string[]) =>
    row.map((cell, column) =>
      isNumeric[column] && column !== last ? { content: cell, style: { 'padding-right': GAP.length } } : cell,
    );
  // cli-table3 wraps too, but drops words that fill a column.
  const wrapped = (row: readonly string[]) =>
    row.map((cell, column) => Bun.wrapAnsi(cell, Math.max(1, widths[column]!), { hard: true }));
  table.push(...[header, ...cells].map((row) => spaced(wrapped(row))));
  return withoutTrailingSpace(table.toString());
}

const withoutTrailingSpace = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');

/** Formats rows as aligned columns without a header; long lines stay whole. */
export function alignedRows(rows: readonly (readonly string[])[]): string {
  const table = new Table({ ...FRAMELESS, chars: { ...PLAIN_BORDERS, middle: GAP } });
  table.push(...rows.map((row) => [...row]));
  return withoutTrailingSpace(table.toString());
}

/** Natural widths if they fit; otherwise the widest columns wrap, first between words, then within long words. */
function columnWidths(rows: readonly (readonly string[])[]): number[] {
  const columns = (rows[0] ?? []).map((_, column) => rows.map((row) => row[column] ?? ''));
  const longest = (texts: readonly string[]) => Math.max(0, ...texts.map((text) => Bun.stringWidth(text)));
  const widths = columns.map((texts) => longest(texts.flatMap((text) => text.split('\n'))));
  const words = columns.map((texts) => longest(texts.flatMap((text) => text.split(/\s+/))));
  const room = LINE_WIDTH - GAP.length * (columns.length - 1);
  narrow(widths, words, room);
  narrow(
    widths,
    words.map((width) => (width <= UNBROKEN_LENGTH ? width : MIN_WIDTH)),
    room,
  );
  return widths;
}

/** Narrows the widest column above its minimum until all fit or none can shrink. */
function narrow(widths: number[], least: readonly number[], room: number): void {
  for (let excess = widths.reduce((sum, width) => sum + width, 0) - room; excess > 0; excess--) {
    let widest = -1;
    for (const [column, width] of widths.entries()) {
      if (width > least[column]! && (widest < 0 || width > widths[widest]!)) widest = column;
    }
    if (widest < 0) return;
    widths[widest]!--;
  }
}

/** Formats named facts, one per line, for a terminal: omits undefined ones, joins lists, shows null as a dash. */
export function factTable(facts: Readonly<Record<string, unknown>>): string {
  const known = Object.entries(facts).filter(([, value]) => value !== undefined);
  const shown = (value: unknown): string => {
    if (Array.isArray(value)) return value.join(', ') || '-';
    return value === null || value === '' ? '-' : String(value);
  };
  return alignedRows(known.map(([name, value]) => [name.replaceAll('_', ' '), shown(value)]));
}
