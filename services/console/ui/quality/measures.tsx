import type { LinkingAccuracy, MatchingAccuracy, ValuationAccuracy } from '@plat/contracts';
import { asCount, asDay, asNumber, asPercent } from '../lib/format.ts';
import { DataTable } from '../parts/data-table.tsx';
import { Figure } from '../parts/figure.tsx';

/** A median error of so many percent fills its bar. */
const WORST_ERROR_PERCENT = 25;

interface MeterProps {
  /** 0 to 1 */
  share: number;
  tone?: 'accent' | 'second';
  children: string;
}

/** A figure with a bar that shows its share. */
function Meter({ share, tone = 'accent', children }: MeterProps) {
  return (
    <span className="flex min-w-32 items-center gap-2">
      <span className="w-12 text-right">{children}</span>
      <span className="h-2 flex-1 rounded-full bg-sunken" aria-hidden="true">
        <span
          className={`block h-2 rounded-full ${tone === 'accent' ? 'bg-accent' : 'bg-second'}`}
          style={{ width: `${Math.min(100, 100 * share)}%` }}
        />
      </span>
    </span>
  );
}

const none = <p className="text-soft">Not measured yet: an import measures once it has enough sales.</p>;

/** The error of values by county and property type. */
export function ValuationTable({ rows }: { rows: readonly ValuationAccuracy[] }) {
  if (rows.length === 0) return none;
  return (
    <DataTable
      name="Accuracy of values"
      rows={rows}
      keyOf={(one) => `${one.state} ${one.county} ${one.property_type}`}
      columns={[
        {
          header: 'County',
          cell: (one) => (
            <span className="font-medium">
              {one.county}, {one.state}
            </span>
          ),
        },
        { header: 'Type', cell: (one) => one.property_type.replaceAll('_', ' ') },
        { header: 'Sales', cell: (one) => asCount(one.sample_size), isNumber: true },
        {
          header: 'Median error',
          cell: (one) => (
            <Meter share={one.mdape / WORST_ERROR_PERCENT} tone="second">{`${asNumber(one.mdape)}%`}</Meter>
          ),
        },
        {
          header: 'Within 10%',
          cell: (one) => <Meter share={one.within_10_percent}>{asPercent(one.within_10_percent)}</Meter>,
        },
        {
          header: 'Inside the stated range',
          cell: (one) => <Meter share={one.range_coverage}>{asPercent(one.range_coverage)}</Meter>,
        },
        { header: 'COD', cell: (one) => asNumber(one.cod), isNumber: true },
        { header: 'PRD', cell: (one) => asNumber(one.prd), isNumber: true },
        { header: 'Measured to', cell: (one) => asDay(one.evaluated_on) },
      ]}
    />
  );
}

/** How often the actual buyer was among the first, compared with two simple orders. */
export function MatchingTable({ rows }: { rows: readonly MatchingAccuracy[] }) {
  if (rows.length === 0) return none;
  return (
    <DataTable
      name="Accuracy of matches"
      rows={rows}
      keyOf={({ region }) => region}
      columns={[
        { header: 'Region', cell: ({ region }) => <span className="font-medium">{region}</span> },
        { header: 'Purchases', cell: (one) => asCount(one.sample_size), isNumber: true },
        { header: 'First 10', cell: (one) => <Meter share={one.smart_match.hit_at_10}>{hit(one.smart_match)}</Meter> },
        {
          header: 'Nearest first',
          cell: (one) => (
            <Meter share={one.nearest_first.hit_at_10} tone="second">
              {hit(one.nearest_first)}
            </Meter>
          ),
        },
        {
          header: 'Most active first',
          cell: (one) => (
            <Meter share={one.most_active.hit_at_10} tone="second">
              {hit(one.most_active)}
            </Meter>
          ),
        },
        { header: 'First 30', cell: (one) => asPercent(one.smart_match.hit_at_30), isNumber: true },
        { header: 'Measured to', cell: (one) => asDay(one.evaluated_on) },
      ]}
    />
  );
}

const hit = ({ hit_at_10 }: MatchingAccuracy['smart_match']): string => asPercent(hit_at_10);

/** Precision and recall of joined names. */
export function Linking({ measured }: { measured: LinkingAccuracy | null }) {
  if (measured === null) return none;
  return (
    <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
      <Figure label="Precision" note="of the joined pairs, joined rightly">
        {asPercent(measured.precision)}
      </Figure>
      <Figure label="Recall" note="of the pairs of one owner, joined">
        {asPercent(measured.recall)}
      </Figure>
      <Figure label="Labelled names">{asCount(measured.sample_size)}</Figure>
      <Figure label="Measured to">{asDay(measured.evaluated_on)}</Figure>
    </dl>
  );
}
