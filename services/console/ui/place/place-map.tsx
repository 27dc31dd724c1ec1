import { lazy, Suspense, useState } from 'react';
import { useCoordinates } from '../api/market-queries.ts';
import type { Place, UpdatePlace } from '../lib/place.ts';
import { useTheme } from '../lib/theme.ts';
import type { MarketMapProps } from '../map/index.ts';

const MarketMap = lazy(async () => ({ default: (await import('../map/index.ts')).MarketMap }));
const IGNORE = () => {};

interface PlaceMapProps extends Partial<Pick<MarketMapProps, 'selectedId' | 'hoveredId' | 'onSelect' | 'onHover'>> {
  place: Place;
  /** Lets the ring change the radius. */
  update?: UpdatePlace;
  points: MarketMapProps['points'];
  heat?: boolean;
}

/** The map around a place. Whoever gives no hover of its own gets one between the points and their list. */
export function PlaceMap({ place, update, points, heat = false, ...given }: PlaceMapProps) {
  const subject = useCoordinates(place);
  const theme = useTheme();
  const [hovered, setHovered] = useState<string | null>(null);
  return (
    <Suspense fallback={<div className="h-full w-full bg-sunken" />}>
      <MarketMap
        subject={subject}
        radiusMiles={place.radius}
        onRadiusChange={update === undefined ? undefined : (radius) => update({ radius })}
        points={points}
        selectedId={given.selectedId ?? null}
        hoveredId={given.hoveredId ?? hovered}
        onSelect={given.onSelect ?? IGNORE}
        onHover={given.onHover ?? setHovered}
        theme={theme}
        heat={heat}
      />
    </Suspense>
  );
}
