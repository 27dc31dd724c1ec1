import type { LayerSpecification } from 'maplibre-gl';
import { loadGl } from './load-gl.ts';
import type { BaseLayers } from './style.ts';
import type { BaseMapSource, MapTheme } from './types.ts';

let hasProtocol = false;

/**
 * Sources and layers of the operator's base map. Vector tiles have the layers of the Protomaps basemap; its icons
 * are left out, because they would come from another host.
 */
export async function baseLayers(source: BaseMapSource, theme: MapTheme, origin: string): Promise<BaseLayers> {
  const attribution = source.attribution ?? '';
  const url = new URL(source.url, origin).href.replaceAll('%7B', '{').replaceAll('%7D', '}');
  if (source.kind === 'raster') {
    return {
      sources: { base: { type: 'raster', tiles: [url], tileSize: 256, attribution } },
      layers: [{ id: 'raster', type: 'raster', source: 'base' }],
    };
  }
  const { layers, namedFlavor } = await import('@protomaps/basemaps');
  if (source.kind === 'pmtiles') await addProtocol();
  return {
    sources: {
      base:
        source.kind === 'pmtiles'
          ? { type: 'vector', url: `pmtiles://${url}`, attribution }
          : { type: 'vector', tiles: [url], maxzoom: 15, attribution },
    },
    layers: (layers('base', namedFlavor(theme), { lang: 'en' }) as LayerSpecification[]).map(withoutIcon),
  };
}

async function addProtocol(): Promise<void> {
  if (hasProtocol) return;
  const [{ Protocol }, gl] = await Promise.all([import('pmtiles'), loadGl()]);
  gl.addProtocol('pmtiles', new Protocol().tile);
  hasProtocol = true;
}

function withoutIcon(layer: LayerSpecification): LayerSpecification {
  if (layer.type !== 'symbol' || layer.layout === undefined) return layer;
  const layout = Object.entries(layer.layout).filter(([name]) => !name.startsWith('icon-'));
  return { ...layer, layout: Object.fromEntries(layout) };
}
