import { expect, test } from 'bun:test';
import { encodeTile } from '../domain/tile-features.ts';
import { BASE_MAX_ZOOM, createBaseMap } from './base-map.ts';

const baseMap = createBaseMap();

test('shows land, states and counties of Arizona', async () => {
  const { land, states, counties } = (await baseMap())({ z: 5, x: 6, y: 12 });
  expect(land).toHaveLength(1);
  expect(states!.length).toBeGreaterThan(0);
  expect(counties!.length).toBeGreaterThan(0);
});

test('leaves counties out of maps of the continent', async () => {
  expect(Object.keys((await baseMap())({ z: 3, x: 1, y: 3 })).sort()).toEqual(['land', 'states']);
});

test('is empty in the ocean and below its last zoom', async () => {
  expect(encodeTile((await baseMap())({ z: 6, x: 0, y: 32 }))).toHaveLength(0);
  expect((await baseMap())({ z: BASE_MAX_ZOOM + 1, x: 386, y: 825 })).toEqual({});
});
