import { milesBetween } from './circle.ts';
import { radiusText } from './radius.ts';
import type { MarketMapProps } from './types.ts';

/** Entries for screen readers and keys; the page shows the whole list beside the map. */
const MAX_ENTRIES = 50;

type PointListProps = Pick<
  MarketMapProps,
  'points' | 'subject' | 'radiusMiles' | 'selectedId' | 'onSelect' | 'onHover'
> & { summaryId: string };

/** The map in words: what it shows, and each point as a button that selects it. */
export function PointList({ points, subject, radiusMiles, selectedId, onSelect, onHover, summaryId }: PointListProps) {
  const entries = points.slice(0, MAX_ENTRIES);
  const area = subject === null ? '' : ` within ${radiusText(radiusMiles)} of the address`;
  return (
    <div className="sr-only">
      <p id={summaryId}>
        {points.length === 0 ? `No points${area}.` : `${points.length} points${area}.`}
        {points.length > entries.length ? ` The first ${entries.length} can be selected here.` : ''}
      </p>
      {entries.length > 0 && (
        <ul aria-label="Points on the map">
          {entries.map((point, at) => (
            <li key={`${point.id} ${at}`}>
              <button
                type="button"
                aria-pressed={point.id === selectedId}
                onFocus={() => onHover(point.id)}
                onBlur={() => onHover(null)}
                onClick={() => onSelect(point.id === selectedId ? null : point.id)}
              >
                {point.label}
                {subject === null ? '' : `, ${milesBetween(subject, point).toFixed(1)} miles away`}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
