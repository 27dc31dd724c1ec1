import { asShortDollars } from '../lib/format.ts';

interface RangeBarProps {
  low: number;
  value: number;
  high: number;
  /** Ends of the scale, US dollars. */
  from: number;
  to: number;
  tone?: 'accent' | 'second';
}

/** A value within its range, on a scale that several bars share. */
export function RangeBar({ low, value, high, from, to, tone = 'accent' }: RangeBarProps) {
  const at = (dollars: number) => `${(100 * (dollars - from)) / Math.max(1, to - from)}%`;
  const width = `${(100 * (high - low)) / Math.max(1, to - from)}%`;
  return (
    <div className="relative mt-2 h-7" aria-hidden="true">
      <div className="absolute inset-x-0 top-1.5 h-px bg-line" />
      <div
        className={`absolute top-0.5 h-2 rounded-full ${tone === 'accent' ? 'bg-accent/30' : 'bg-second/30'}`}
        style={{ left: at(low), width }}
      />
      <div
        className={`-ml-0.5 absolute top-0 h-3 w-1 rounded-sm ${tone === 'accent' ? 'bg-accent' : 'bg-second'}`}
        style={{ left: at(value) }}
      />
      <span className="figures absolute top-3 text-2xs text-faint" style={{ left: at(low) }}>
        {asShortDollars(low)}
      </span>
      <span className="figures -translate-x-full absolute top-3 text-2xs text-faint" style={{ left: at(high) }}>
        {asShortDollars(high)}
      </span>
    </div>
  );
}
