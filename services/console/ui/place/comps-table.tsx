import type { RetailComp } from '@plat/client';
import {
  createColumnHelper,
  createSortedRowModel,
  rowSortingFeature,
  sortFns,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { ArrowDown, ArrowUp, Hammer } from 'lucide-react';
import { asCount, asDay, asDollars, asNumber, asPercent } from '../lib/format.ts';
import { compId } from './map-points.ts';

export const COMP_COLUMNS = [
  ...['address', 'miles', 'sold', 'price', 'bedrooms', 'bathrooms', 'living_square_feet', 'year_built', 'renovated'],
  ...['similarity', 'price_per_square_foot', 'adjustment_time', 'adjustment_living_area', 'adjusted_price'],
] as const;

export const compRow = (comp: RetailComp) => [
  ...[comp.address, comp.distance, comp.last_sale_date, comp.last_sale_amount, comp.bedrooms, comp.bathrooms],
  ...[comp.living_square_feet, comp.year_built, comp.explanation?.is_flip_resale, comp.explanation?.similarity],
  ...[comp.explanation?.price_per_square_foot, comp.explanation?.adjustments.time],
  ...[comp.explanation?.adjustments.living_area, comp.explanation?.adjusted_price],
];

const signed = (dollars: number | null | undefined): string =>
  dollars == null ? '–' : `${dollars > 0 ? '+' : ''}${asDollars(dollars)}`;

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel(), sortFns });
const column = createColumnHelper<typeof features, RetailComp>();

const columns = column.columns([
  column.accessor('address', {
    header: 'Sale',
    cell: ({ row: { original: comp } }) => (
      <>
        <span className="font-medium">{comp.address?.split(',')[0] ?? '–'}</span>
        {comp.explanation?.is_flip_resale ? (
          <span className="ml-2 inline-flex items-center gap-1 text-accent text-xs">
            <Hammer size={12} aria-hidden="true" />
            renovated
          </span>
        ) : null}
      </>
    ),
  }),
  column.accessor((comp) => comp.explanation?.similarity ?? 0, {
    id: 'similarity',
    header: 'Similar',
    cell: ({ getValue }) => asPercent(getValue()),
  }),
  column.accessor('distance', { header: 'Miles', cell: ({ getValue }) => getValue().toFixed(2) }),
  column.accessor('last_sale_date', { header: 'Sold', cell: ({ getValue }) => asDay(getValue()) }),
  column.accessor('bedrooms', {
    header: 'Bd / ba',
    cell: ({ row: { original } }) => `${asNumber(original.bedrooms)} / ${asNumber(original.bathrooms)}`,
  }),
  column.accessor('living_square_feet', { header: 'Sq ft', cell: ({ getValue }) => asCount(getValue()) }),
  column.accessor('year_built', { header: 'Built', cell: ({ getValue }) => getValue() ?? '–' }),
  column.accessor('last_sale_amount', { header: 'Price', cell: ({ getValue }) => asDollars(getValue()) }),
  column.accessor((comp) => comp.explanation?.adjustments.time ?? 0, {
    id: 'time',
    header: 'Time',
    cell: ({ row: { original } }) => signed(original.explanation?.adjustments.time),
  }),
  column.accessor((comp) => comp.explanation?.adjustments.living_area ?? 0, {
    id: 'area',
    header: 'Size',
    cell: ({ row: { original } }) => signed(original.explanation?.adjustments.living_area),
  }),
  column.accessor((comp) => comp.explanation?.adjusted_price ?? 0, {
    id: 'adjusted',
    header: 'Adjusted',
    cell: ({ getValue }) => <span className="font-semibold">{asDollars(getValue())}</span>,
  }),
]);

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const;

interface CompsTableProps {
  comps: RetailComp[];
  /** The sale under the pointer, here or on the map. */
  hoveredId: string | null;
  onHover: (id: string | null) => void;
}

/** The sales behind a value with their adjustments; each column sorts. */
export function CompsTable({ comps, hoveredId, onHover }: CompsTableProps) {
  const table = useTable({ features, columns, data: comps });
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region is reached by keyboard
      tabIndex={0}
      aria-label="Comparable sales"
      className="overflow-x-auto rounded-lg border border-line bg-surface"
    >
      <table className="figures w-full text-right text-xs">
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id} className="label">
              {group.headers.map((header) => {
                const sorted = header.column.getIsSorted();
                return (
                  <th
                    key={header.id}
                    aria-sort={sorted === false ? undefined : ARIA_SORT[sorted]}
                    className="whitespace-nowrap px-2 py-2 font-medium first:pl-4 first:text-left last:pr-4"
                  >
                    <button
                      type="button"
                      onClick={header.column.getToggleSortingHandler()}
                      className="inline-flex items-center gap-0.5 hover:text-ink"
                    >
                      <table.FlexRender header={header} />
                      {sorted === 'asc' ? <ArrowUp size={11} aria-hidden="true" /> : null}
                      {sorted === 'desc' ? <ArrowDown size={11} aria-hidden="true" /> : null}
                    </button>
                  </th>
                );
              })}
            </tr>
          ))}
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr
              key={row.id}
              onMouseEnter={() => onHover(compId(row.index))}
              onMouseLeave={() => onHover(null)}
              data-hovered={hoveredId === compId(row.index)}
              className="border-line border-t hover:bg-sunken data-[hovered=true]:bg-accent-soft"
            >
              {row.getAllCells().map((cell) => (
                <td key={cell.id} className="whitespace-nowrap px-2 py-2 first:pl-4 first:text-left last:pr-4">
                  <table.FlexRender cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
