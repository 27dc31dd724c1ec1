import type { ReactNode } from 'react';

export interface Column<Row> {
  header: string;
  cell: (row: Row) => ReactNode;
  isNumber?: boolean;
}

interface DataTableProps<Row> {
  name: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
}

/** A list of records; it scrolls by itself on narrow screens. */
export function DataTable<Row>({ name, columns, rows, keyOf }: DataTableProps<Row>) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region is reached by keyboard
      tabIndex={0}
      aria-label={name}
      className="overflow-x-auto rounded-lg border border-line bg-surface"
    >
      <table className="figures w-full text-left text-xs">
        <thead className="label">
          <tr>
            {columns.map(({ header, isNumber }) => (
              <th key={header} className={`whitespace-nowrap px-3 py-2 font-medium ${isNumber ? 'text-right' : ''}`}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className="border-line border-t align-top hover:bg-sunken">
              {columns.map(({ header, cell, isNumber }) => (
                <td key={header} className={`px-3 py-2 ${isNumber ? 'whitespace-nowrap text-right' : ''}`}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
