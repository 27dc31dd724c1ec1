import { Flame, Maximize2, Minus, Plus } from 'lucide-react';
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { MarketGlMap } from './gl-map.ts';
import { Legend } from './legend.tsx';
import { PointList } from './point-list.tsx';
import type { MapTheme, MarketMapProps } from './types.ts';
import { useTileSet } from './use-tile-set.ts';

type State = 'loading' | 'shown' | 'unavailable';

const isMotionReduced = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Parcels, deals and the points of a list on a map. MapLibre is loaded when the first map is shown. */
export function MarketMap(props: MarketMapProps) {
  const { subject, radiusMiles, points, selectedId, hoveredId } = props;
  const container = useRef<HTMLDivElement>(null);
  const shown = useRef<MarketGlMap | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const [state, setState] = useState<State>('loading');
  const [hasHeat, setHasHeat] = useState(props.heat ?? false);
  const theme = useDeviceTheme(props.theme);
  const { tiles, isFailed, reload } = useTileSet();
  const summaryId = useId();

  useEffect(() => {
    if (tiles === null || container.current === null) return;
    let isGone = false;
    const host = container.current;
    void (async () => {
      try {
        const [{ loadGl }, { createGlMap }] = await Promise.all([import('./load-gl.ts'), import('./gl-map.ts')]);
        const gl = await loadGl();
        if (isGone) return;
        const made = await createGlMap(gl, {
          container: host,
          tiles,
          theme,
          showHeat: hasHeat,
          subject: latest.current.subject,
          radiusMiles: latest.current.radiusMiles,
          onRadiusChange: latest.current.onRadiusChange ? (miles) => latest.current.onRadiusChange?.(miles) : null,
          onSelect: (id) => latest.current.onSelect(id),
          onHover: (id) => latest.current.onHover(id),
          isMotionReduced: isMotionReduced(),
          onStaleTiles: reload,
        });
        if (isGone) return made.remove();
        shown.current = made;
        host.dispatchEvent(new CustomEvent('map-shown', { detail: made.map, bubbles: true }));
        setState('shown');
      } catch {
        if (!isGone) setState('unavailable');
      }
    })();
    return () => {
      isGone = true;
      shown.current?.remove();
      shown.current = null;
      setState('loading');
    };
  }, [tiles === null]);

  useEffect(() => shown.current?.setPoints(points), [points, state]);
  useEffect(
    () => shown.current?.setArea(subject, radiusMiles),
    [subject?.latitude, subject?.longitude, radiusMiles, state],
  );
  useEffect(() => shown.current?.setMarked('selected', selectedId), [selectedId, state]);
  useEffect(() => shown.current?.setMarked('hovered', hoveredId), [hoveredId, state]);
  useEffect(() => void shown.current?.setTheme(theme), [theme, state]);
  useEffect(() => shown.current?.setHeat(hasHeat), [hasHeat, state]);
  useEffect(() => void (tiles === null || shown.current?.setTiles(tiles)), [tiles, state]);

  const kinds = useMemo(() => [...new Set(points.map(({ kind }) => kind))], [points]);
  const isUnavailable = state === 'unavailable' || isFailed;
  return (
    <section
      aria-label="Map of parcels and deals"
      aria-describedby={summaryId}
      className="relative h-full min-h-64 w-full overflow-hidden bg-sunken"
      data-map={isUnavailable ? 'unavailable' : state}
    >
      <PointList {...props} summaryId={summaryId} />
      <div ref={container} className="absolute inset-0" />
      {isUnavailable ? (
        <p className="absolute inset-x-6 top-1/3 text-center text-soft">
          The map cannot be drawn in this browser. The list has the same entries.
        </p>
      ) : (
        <div className="absolute top-3 right-3 flex flex-col gap-2 print:hidden">
          <div className="flex flex-col overflow-hidden rounded-md border border-line bg-surface shadow-sm">
            <MapButton name="Zoom in" onClick={() => shown.current?.zoomBy(1)}>
              <Plus size={16} aria-hidden />
            </MapButton>
            <MapButton name="Zoom out" onClick={() => shown.current?.zoomBy(-1)}>
              <Minus size={16} aria-hidden />
            </MapButton>
            <MapButton name="Show the whole area" onClick={() => shown.current?.fitArea()}>
              <Maximize2 size={15} aria-hidden />
            </MapButton>
          </div>
          <div className="overflow-hidden rounded-md border border-line bg-surface shadow-sm">
            <MapButton name="Heat map of deals" isOn={hasHeat} onClick={() => setHasHeat(!hasHeat)}>
              <Flame size={16} aria-hidden />
            </MapButton>
          </div>
        </div>
      )}
      <Legend kinds={kinds} theme={theme} hasHeat={hasHeat} attribution={tiles?.base_map?.attribution ?? null} />
    </section>
  );
}

interface MapButtonProps {
  name: string;
  isOn?: boolean;
  onClick: () => void;
  children: ReactNode;
}

const MapButton = ({ name, isOn, onClick, children }: MapButtonProps) => (
  <button
    type="button"
    aria-label={name}
    title={name}
    aria-pressed={isOn}
    onClick={onClick}
    className={`grid size-9 place-items-center hover:bg-sunken focus-visible:-outline-offset-2 ${isOn ? 'bg-accent-soft text-accent' : 'text-soft'}`}
  >
    {children}
  </button>
);

/** The theme that is shown, also when the device changes. */
function useDeviceTheme(chosen: MarketMapProps['theme']): MapTheme {
  const [isDark, setIsDark] = useState(() => matchMedia('(prefers-color-scheme: dark)').matches);
  useEffect(() => {
    const query = matchMedia('(prefers-color-scheme: dark)');
    const changed = () => setIsDark(query.matches);
    query.addEventListener('change', changed);
    return () => query.removeEventListener('change', changed);
  }, []);
  if (chosen !== 'system') return chosen;
  return isDark ? 'dark' : 'light';
}
