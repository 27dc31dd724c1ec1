import { expect, test } from 'bun:test';
import { VectorTile } from '@mapbox/vector-tile';
import { boxOfTile, type MapParcel, TILE_EXTENT } from '@plat/dataset';
import { PbfReader } from 'pbf';
import { dealFeatures, encodeTile, parcelFeatures, squareFeatures } from './tile-features.ts';

const TILE = { z: 14, x: 3091, y: 6607 };
const { south, north, west, east } = boxOfTile(TILE);
const MIDDLE = { latitude: (south + north) / 2, longitude: (west + east) / 2 };

const parcel = (propertyId: number, more: Partial<MapParcel> = {}): MapParcel => ({
  propertyId,
  ...MIDDLE,
  propertyType: 'SFR',
  addressLine: null,
  ...more,
});

const decoded = (bytes: Uint8Array) => new VectorTile(new PbfReader(bytes)).layers;

test('has each parcel with its id and type at its place', () => {
  const id = 2 ** 52 - 1;
  const { parcels: layer } = decoded(encodeTile(parcelFeatures(TILE, [parcel(id)])));
  const feature = layer!.feature(0);
  expect(layer!.extent).toBe(TILE_EXTENT);
  expect(feature.id).toBe(id);
  expect(feature.properties).toEqual({ type: 'SFR', parcels: 1 });
  const [at] = feature.loadGeometry()[0]!;
  expect(Math.abs(at!.x - 2_048)).toBeLessThan(2);
  expect(Math.abs(at!.y - 2_048)).toBeLessThan(2);
});

test('shows the units of a building as one point with their number', () => {
  const units = [1, 2, 3].map((id) => parcel(id, { propertyType: 'CONDO' }));
  const { parcels } = parcelFeatures(TILE, [...units, parcel(9, { latitude: south + 0.001 })]);
  expect(parcels.map(({ tags }) => tags)).toEqual([
    { type: 'CONDO', parcels: 3 },
    { type: 'SFR', parcels: 1 },
  ]);
});

test('leaves out parcels of the next tile, but draws streets up to them', () => {
  const street = [0.2, 0.5, 0.8, 1.03].map((share, at) =>
    parcel(at, { longitude: west + share * (east - west), addressLine: `${100 + at} Elm St` }),
  );
  const { parcels, streets } = parcelFeatures(TILE, street);
  expect(parcels).toHaveLength(3);
  expect(streets.map(({ tags }) => tags)).toEqual([{ name: 'Elm St' }]);
});

test('carries nothing but ids, types, counts and street names', () => {
  const street = [1, 2, 3].map((id) =>
    parcel(id, { longitude: west + id * 0.001, addressLine: `${id} Elm St`, ownerName: 'ADA SAMPLE' } as never),
  );
  const bytes = encodeTile({
    ...parcelFeatures(TILE, street),
    squares: squareFeatures([{ x: 1, y: 2, parcels: 3, flips: 1, rentals: 0 }]),
    deals: dealFeatures([{ x: 1, y: 2, flips: 1, rentals: 2 }]),
  });
  const keys = Object.values(decoded(bytes)).flatMap((layer) =>
    Array.from({ length: layer.length }, (_, at) => Object.keys(layer.feature(at).properties)).flat(),
  );
  expect([...new Set(keys)].sort()).toEqual(['deals', 'flips', 'name', 'parcels', 'rentals', 'type']);
  expect(new TextDecoder().decode(bytes)).not.toContain('ADA');
});

test('leaves out squares with deals but without parcels from the squares', () => {
  expect(squareFeatures([{ x: 1, y: 2, parcels: 0, flips: 1, rentals: 0 }])).toEqual([]);
});

test('is empty without features', () => {
  expect(encodeTile({ parcels: [], deals: [] })).toHaveLength(0);
});
