import { paletteOf } from './palette.ts';
import type { MapTheme, PointKind } from './types.ts';

const NAMES: Readonly<Record<PointKind, string>> = {
  flip: 'Flip',
  rental: 'Rental purchase',
  comp: 'Comp',
  renovated: 'Renovated comp',
  deal: 'Deal',
};

interface LegendProps {
  kinds: readonly PointKind[];
  theme: MapTheme;
  hasHeat: boolean;
  attribution: string | null;
}

/** Names of the colours on the map. */
export function Legend({ kinds, theme, hasHeat, attribution }: LegendProps) {
  const palette = paletteOf(theme);
  const [, ...heat] = palette.heat;
  if (kinds.length === 0 && !hasHeat && attribution === null) return null;
  return (
    <div className="pointer-events-none absolute bottom-3 left-3 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md border border-line bg-surface px-2.5 py-1 text-2xs text-soft shadow-sm">
      {kinds.map((kind) => (
        <span key={kind} className="flex items-center gap-1.5">
          <svg viewBox="0 0 10 10" className="size-2.5" aria-hidden="true">
            <circle cx="5" cy="5" r="5" fill={palette.kinds[kind]} />
          </svg>
          {NAMES[kind]}
        </span>
      ))}
      {hasHeat && (
        <span className="flex items-center gap-1.5">
          <svg viewBox="0 0 30 8" className="h-2 w-8" aria-hidden="true">
            {heat.map((color, at) => (
              <rect key={color} x={at * 10} width="10" height="8" fill={color} />
            ))}
          </svg>
          few to many deals
        </span>
      )}
      {attribution !== null && <span className="text-faint">{attribution}</span>}
    </div>
  );
}
