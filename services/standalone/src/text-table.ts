/** Lays rows out in columns for a terminal; columns of numbers are right-aligned. */
export function textTable(header: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const cells = [header, ...rows.map((row) => row.map(String))];
  const widths = header.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const isNumeric = header.map((_, column) => rows.length > 0 && rows.every((row) => typeof row[column] === 'number'));
  return cells
    .map((row) =>
      row
        .map((cell, column) => (isNumeric[column] ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Facts by name, one per line, for a terminal; undefined ones are left out, lists are joined, nothing is a dash. */
export function factTable(facts: Readonly<Record<string, unknown>>): string {
  const known = Object.entries(facts).filter(([, value]) => value !== undefined);
  const width = Math.max(...known.map(([name]) => name.length));
  const shown = (value: unknown): string => {
    if (Array.isArray(value)) return value.join(', ') || '-';
    return value === null || value === '' ? '-' : String(value);
  };
  return known.map(([name, value]) => `${name.replaceAll('_', ' ').padEnd(width)}  ${shown(value)}`).join('\n');
}
