import type * as MapLibre from 'maplibre-gl';
import { baseLayers } from './base-layers.ts';
import { circleBounds, type Point } from './circle.ts';
import { createPointLayer, type PointEvents } from './point-layer.ts';
import { createRadiusHandle } from './radius-handle.ts';
import { mapStyle } from './style.ts';
import type { MapPoint, MapTheme, TileSet } from './types.ts';

/** Around the ring, as a share of the map, so that a phone shows more than its middle. */
const EDGE_SHARE = 0.067;
/** A ring narrower than this share of the map is zoomed in to. */
const LEAST_SHARE = 0.3;

export interface GlMapOptions extends PointEvents {
  container: HTMLElement;
  tiles: TileSet;
  theme: MapTheme;
  showHeat: boolean;
  subject: Point | null;
  radiusMiles: number;
  /** Null keeps the ring as it is. */
  onRadiusChange: ((miles: number) => void) | null;
  isMotionReduced: boolean;
  /** The tiles are of records that were replaced. */
  onStaleTiles(): void;
}

/** The map on the page, told what to show. */
export interface MarketGlMap {
  setPoints(points: readonly MapPoint[]): void;
  setArea(subject: Point | null, radiusMiles: number): void;
  setMarked(state: 'hovered' | 'selected', id: string | null): void;
  setTheme(theme: MapTheme): Promise<void>;
  setHeat(isVisible: boolean): void;
  setTiles(tiles: TileSet): void;
  zoomBy(levels: number): void;
  fitArea(): void;
  remove(): void;
  /** MapLibre's own map, for tests. */
  map: MapLibre.Map;
}

/** @throws when the browser has no WebGL 2 */
export async function createGlMap(gl: typeof MapLibre, options: GlMapOptions): Promise<MarketGlMap> {
  let { tiles, theme, showHeat, subject, radiusMiles } = options;
  const styleNow = async () => {
    const { origin } = location;
    const base = tiles.base_map ? await baseLayers(tiles.base_map, theme, origin) : null;
    return mapStyle({ theme, tiles, origin, showHeat, base });
  };
  const areaBounds = () => (subject === null ? tiles.bounds : circleBounds(subject, radiusMiles));
  const bounds = areaBounds();
  const padding = () => Math.round(EDGE_SHARE * options.container.clientHeight);
  const map = new gl.Map({
    container: options.container,
    style: await styleNow(),
    ...(bounds === null ? { center: [-98, 39], zoom: 3.4 } : { bounds }),
    fitBoundsOptions: { padding: padding() },
    minZoom: 3,
    maxZoom: 18.5,
    attributionControl: false,
    locale: { 'Map.Title': 'Moving map: arrow keys move it, plus and minus zoom' },
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    fadeDuration: options.isMotionReduced ? 0 : 200,
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  map.on('error', ({ error }) => {
    if ((error as { status?: number }).status === 404) options.onStaleTiles();
    else console.warn(`map: ${error.message}`);
  });
  await new Promise<void>((resolve) => void map.once('style.load', () => resolve()));

  const points = createPointLayer(map, options);
  const ring = createRadiusHandle(
    map,
    (element) => new gl.Marker({ element }),
    (miles) => options.onRadiusChange?.(miles),
    options.onRadiusChange === null,
  );
  const pin = new gl.Marker({ element: subjectPin() });
  const drawArea = () => {
    ring.set(subject, radiusMiles);
    if (subject === null) pin.remove();
    else pin.setLngLat([subject.longitude, subject.latitude]).addTo(map);
  };
  const durationMs = (usual: number) => (options.isMotionReduced ? 0 : usual);
  const fitArea = () => {
    const area = areaBounds();
    if (area !== null) map.fitBounds(area, { padding: padding(), duration: durationMs(600) });
  };
  drawArea();

  return {
    map,
    fitArea,
    setPoints: (next) => points.setPoints(next),
    setMarked: (state, id) => points.mark(state, id),
    setArea(nextSubject, nextRadius) {
      const isElsewhere = nextSubject?.latitude !== subject?.latitude || nextSubject?.longitude !== subject?.longitude;
      subject = nextSubject;
      radiusMiles = nextRadius;
      drawArea();
      if (isElsewhere || !isWellShown(map, areaBounds())) fitArea();
    },
    async setTheme(next) {
      if (next === theme) return;
      theme = next;
      repaint(map, await styleNow());
      points.remark();
    },
    setHeat(isVisible) {
      showHeat = isVisible;
      map.setLayoutProperty('heat', 'visibility', isVisible ? 'visible' : 'none');
    },
    setTiles(next) {
      if (next.version === tiles.version) return;
      tiles = next;
      (map.getSource('parcels') as MapLibre.VectorTileSource).setTiles([`${location.origin}${tiles.tiles}`]);
    },
    zoomBy: (levels) => void map.zoomTo(map.getZoom() + levels, { duration: durationMs(250) }),
    remove() {
      ring.remove();
      map.remove();
    },
  };
}

/** True when a box is wholly on the map and not too small there. */
function isWellShown(map: MapLibre.Map, box: readonly [number, number, number, number] | null): boolean {
  if (box === null) return true;
  const [west, south, east, north] = box;
  const [low, high] = [map.project([west, south]), map.project([east, north])];
  const { clientWidth, clientHeight } = map.getContainer();
  const isInside = low.x >= 0 && high.x <= clientWidth && high.y >= 0 && low.y <= clientHeight;
  return isInside && high.x - low.x >= LEAST_SHARE * Math.min(clientWidth, clientHeight);
}

/** Gives the layers the colours of another style, and keeps their data. */
function repaint(map: MapLibre.Map, style: MapLibre.StyleSpecification): void {
  for (const { id, paint } of style.layers) {
    for (const [name, value] of Object.entries(paint ?? {})) map.setPaintProperty(id, name as never, value as never);
  }
}

function subjectPin(): HTMLElement {
  const pin = document.createElement('div');
  pin.className = 'plat-subject';
  pin.setAttribute('aria-hidden', 'true');
  return pin;
}
