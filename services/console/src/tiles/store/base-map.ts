import type { Tile } from '@plat/dataset';
import type { feature as featureOf } from 'topojson-client';
import type { Feature, TileLayers } from '../domain/tile-features.ts';

/** The states and counties of us-atlas 3 (Census 2017, 1:10,000,000). */
export const BASE_VERSION = 'us-atlas-3';
/** Deeper tiles show no more of borders of this scale; maps scale up those of this zoom. */
export const BASE_MAX_ZOOM = 10;
const MIN_COUNTY_ZOOM = 4;

type BaseMap = (tile: Tile) => TileLayers;
type Topology = Parameters<typeof featureOf>[0];
type Geometry = Parameters<typeof featureOf>[1];
/** Line features, as `mesh` wants them. */
type Lines = Parameters<typeof import('topojson-client').mesh>[1];

/** Reads and indexes the borders at the first call, which takes some 0.3 s. */
export function createBaseMap(): () => Promise<BaseMap> {
  let loaded: Promise<BaseMap> | undefined;
  return () => {
    loaded ??= load();
    return loaded;
  };
}

async function load(): Promise<BaseMap> {
  const [{ default: atlas }, { feature, mesh }, { GeoJSONVT }] = await Promise.all([
    import('us-atlas/counties-10m.json'),
    import('topojson-client'),
    import('@maplibre/geojson-vt'),
  ]);
  const topology = atlas as unknown as Topology & {
    objects: Record<'nation' | 'states' | 'counties', Geometry & Lines>;
  };
  const { nation, states, counties } = topology.objects;
  const indexed = (data: GeoJSON.GeoJSON) =>
    new GeoJSONVT(data, { maxZoom: BASE_MAX_ZOOM, indexMaxZoom: 5, tolerance: 3, buffer: 64 });
  const inner = <T>(a: T, b: T) => a !== b;
  const layers = {
    land: indexed(feature(topology, nation)),
    counties: indexed(mesh(topology, counties, inner)),
    states: indexed(mesh(topology, states, inner)),
  };
  return ({ z, x, y }) => {
    if (z > BASE_MAX_ZOOM) return {};
    const features = (name: keyof typeof layers): readonly Feature[] => layers[name].getTile(z, x, y)?.features ?? [];
    return {
      land: features('land'),
      ...(z >= MIN_COUNTY_ZOOM ? { counties: features('counties') } : {}),
      states: features('states'),
    };
  };
}
