import { expect, test } from 'bun:test';
import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec';
import { mapStyle } from './style.ts';
import type { MapTheme } from './types.ts';

const TILES = {
  version: 'live-0011223344556677',
  tiles: '/console/tiles/live-0011223344556677/{z}/{x}/{y}.pbf',
  base: '/console/tiles/us-atlas-3/{z}/{x}/{y}.pbf',
  maxzoom: 16,
  base_maxzoom: 10,
  base_map: null,
  bounds: [-112.3, 33.2, -111.7, 33.7] as [number, number, number, number],
};
const style = (theme: MapTheme, showHeat = false) =>
  mapStyle({ theme, tiles: TILES, origin: 'https://plat.test', showHeat, base: null });

test.each(['light', 'dark'] as const)('is a valid style in the %s theme', (theme) => {
  expect(validateStyleMin(style(theme))).toEqual([]);
});

test('asks its own origin alone, and for no fonts or icons', () => {
  const text = JSON.stringify(style('light'));
  expect([...text.matchAll(/https?:\/\/[^/"]+/g)].map(([host]) => host)).toEqual([
    'https://plat.test',
    'https://plat.test',
  ]);
  expect(style('light').glyphs).toBeUndefined();
  expect(style('light').sprite).toBeUndefined();
});

test('has the same layers in both themes, so that a change of theme is one of colours', () => {
  const ids = (theme: MapTheme) => style(theme).layers.map(({ id }) => id);
  expect(ids('dark')).toEqual(ids('light'));
});

test('shows the heat map when asked', () => {
  const heat = (isShown: boolean) => style('light', isShown).layers.find(({ id }) => id === 'heat')?.layout;
  expect([heat(true), heat(false)]).toEqual([{ visibility: 'visible' }, { visibility: 'none' }]);
});

test('leaves borders and drawn streets to a base map of the operator', () => {
  const base = {
    sources: { base: { type: 'raster' as const, tiles: ['https://tiles.test/{z}/{x}/{y}.png'] } },
    layers: [],
  };
  const { layers, sources } = mapStyle({
    theme: 'light',
    tiles: TILES,
    origin: 'https://plat.test',
    showHeat: false,
    base,
  });
  const ids = layers.map(({ id }) => id);
  expect(ids).not.toContain('counties');
  expect(ids).not.toContain('streets');
  expect(ids).toContain('parcels');
  expect(sources.base).toEqual(base.sources.base);
});
