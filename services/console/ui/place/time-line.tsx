import type { DealLine } from '../lib/deal-line.ts';
import { asDay, asDollars, asMonth, asName } from '../lib/format.ts';

const WIDTH = 600;
const ROW = 12;
const MAX_ROWS = 30;
const INSET = 8;
const DAY_MS = 86_400_000;

const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS;

/** Each deal as a line from purchase to resale; a home that is still held ends open. */
export function TimeLine({ deals }: { deals: readonly DealLine[] }) {
  const shown = [...deals].sort((one, other) => one.bought.localeCompare(other.bought)).slice(-MAX_ROWS);
  const [first] = shown;
  if (first === undefined) return null;
  const start = dayNumber(first.bought);
  const end = Math.max(...shown.map((deal) => dayNumber(deal.sold ?? deal.bought)), start + 30);
  const at = (date: string) => INSET + ((WIDTH - 2 * INSET) * (dayNumber(date) - start)) / (end - start);
  const height = shown.length * ROW + 6;
  const last = new Date(end * DAY_MS).toISOString();
  return (
    <figure>
      <svg
        viewBox={`0 0 ${WIDTH} ${height}`}
        className="w-full"
        role="img"
        aria-label={`${shown.length} deals from ${asMonth(first.bought)} to ${asMonth(last)}`}
      >
        {shown.map((deal, row) => {
          const y = row * ROW + 8;
          const isFlip = deal.type === 'flip';
          return (
            <g key={deal.key} className={isFlip ? 'stroke-accent' : 'stroke-second'}>
              <title>{`${asName(deal.address)}: bought ${asDay(deal.bought)} for ${asDollars(deal.paid)}${deal.sold === null ? '' : `, sold ${asDay(deal.sold)} for ${asDollars(deal.soldFor)}`}`}</title>
              {deal.sold === null ? (
                <line x1={at(deal.bought)} x2={WIDTH - INSET} y1={y} y2={y} strokeWidth="1.5" strokeDasharray="2 4" />
              ) : (
                <line x1={at(deal.bought)} x2={at(deal.sold)} y1={y} y2={y} strokeWidth="2" />
              )}
              <circle cx={at(deal.bought)} cy={y} r="3" className="fill-surface" strokeWidth="2" />
              {deal.sold === null ? null : (
                <circle cx={at(deal.sold)} cy={y} r="3" className="fill-accent" strokeWidth="2" />
              )}
            </g>
          );
        })}
      </svg>
      <figcaption className="flex justify-between text-2xs text-faint">
        <span>{asMonth(first.bought)}</span>
        <span>open: bought · filled: resold · dashed: held</span>
        <span>{asMonth(last)}</span>
      </figcaption>
    </figure>
  );
}
