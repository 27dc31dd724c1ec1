import type { FeatureCollection, GeoJSON } from 'geojson';
import type { Map as GlMap, MapMouseEvent } from 'maplibre-gl';
import type { MapPoint } from './types.ts';

/** How far beside a dot a tap still hits it, in pixels. */
const TAP_MARGIN = 8;

export interface PointLayer {
  setPoints(points: readonly MapPoint[]): void;
  /** @param ids ids in the state, of which each may have several points */
  mark(state: 'hovered' | 'selected', id: string | null): void;
  /** Draws the states again after a new style. */
  remark(): void;
}

export interface PointEvents {
  onSelect(id: string | null): void;
  onHover(id: string | null): void;
}

/** The dots of the list in source `points`. Hover and selection go both ways without new data for the map. */
export function createPointLayer(map: GlMap, { onSelect, onHover }: PointEvents): PointLayer {
  let indexes = new Map<string, number[]>();
  const marked: Record<'hovered' | 'selected', string | null> = { hovered: null, selected: null };
  let hovered: string | null = null;

  const put = (state: 'hovered' | 'selected', id: string | null, value: boolean) => {
    for (const index of id === null ? [] : (indexes.get(id) ?? [])) {
      map.setFeatureState({ source: 'points', id: index }, { [state]: value });
    }
  };
  const idAt = ({ point: { x, y } }: MapMouseEvent, margin: number): string | null => {
    const near = [
      [x - margin, y - margin],
      [x + margin, y + margin],
    ] as [[number, number], [number, number]];
    const [feature] = map.queryRenderedFeatures(near, { layers: ['points'] });
    return feature === undefined ? null : String(feature.properties.id);
  };
  const hover = (id: string | null) => {
    if (id === hovered) return;
    hovered = id;
    map.getCanvasContainer().classList.toggle('plat-over-point', id !== null);
    onHover(id);
  };

  map.on('mousemove', (event) => hover(idAt(event, 0)));
  map.on('mouseout', () => hover(null));
  map.on('click', (event) => onSelect(idAt(event, 0) ?? idAt(event, TAP_MARGIN)));

  return {
    setPoints(points) {
      for (const state of ['hovered', 'selected'] as const) put(state, marked[state], false);
      indexes = new Map();
      for (const [index, { id }] of points.entries()) {
        const known = indexes.get(id);
        if (known === undefined) indexes.set(id, [index]);
        else known.push(index);
      }
      const source = map.getSource('points') as { setData(data: GeoJSON): void } | undefined;
      source?.setData(featuresOf(points));
      for (const state of ['hovered', 'selected'] as const) put(state, marked[state], true);
    },
    mark(state, id) {
      if (marked[state] === id) return;
      put(state, marked[state], false);
      marked[state] = id;
      put(state, id, true);
    },
    remark() {
      for (const state of ['hovered', 'selected'] as const) put(state, marked[state], true);
    },
  };
}

/** Later points are drawn above earlier ones, so the best rank comes last. */
function featuresOf(points: readonly MapPoint[]): FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: points.map(({ id, kind, rank, latitude, longitude }, index) => ({
      type: 'Feature',
      id: index,
      properties: { id, kind, rank: rank ?? 0, strength: rank == null ? 0.75 : 0.95 },
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
    })),
  };
}
