import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { baseMapFile, baseMapOrigins, baseMapSource, respondWithRange } from './base-map-source.ts';

const FILE_URL = '/console/tiles/base.pmtiles';
const folder = mkdtempSync(join(tmpdir(), 'plat-base-map-'));
const path = join(folder, 'base.pmtiles');
writeFileSync(path, 'PMTiles bytes');
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ['/srv/us.pmtiles', 'pmtiles', FILE_URL, []],
  ['https://maps.test/us.pmtiles', 'pmtiles', 'https://maps.test/us.pmtiles', ['https://maps.test']],
  ['https://maps.test/{z}/{x}/{y}.mvt', 'vector', 'https://maps.test/{z}/{x}/{y}.mvt', ['https://maps.test']],
  [
    'http://maps.test:81/{z}/{x}/{y}.png?k=1',
    'raster',
    'http://maps.test:81/{z}/{x}/{y}.png?k=1',
    ['http://maps.test:81'],
  ],
])('%s is of kind %s', (given, kind, url, origins) => {
  expect(baseMapSource({ PLAT_BASE_MAP: given }, FILE_URL)).toEqual({ kind, url, attribution: null } as never);
  expect(baseMapOrigins({ PLAT_BASE_MAP: given })).toEqual(origins);
  expect(baseMapFile({ PLAT_BASE_MAP: given })).toBe(origins.length === 0 ? given : null);
});

test('is none without the setting', () => {
  expect(baseMapSource({}, FILE_URL)).toBeNull();
  expect(baseMapOrigins({})).toEqual([]);
});

test('sends a range of the file', async () => {
  const part = await respondWithRange(path, 'bytes=0-6');
  expect(part.status).toBe(206);
  expect(await part.text()).toBe('PMTiles');
  expect(part.headers.get('content-range')).toBe('bytes 0-6/13');
  expect(await (await respondWithRange(path, 'bytes=8-')).text()).toBe('bytes');
});

test('sends the end of the file', async () => {
  const part = await respondWithRange(path, 'bytes=-5');
  expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 8-12/13']);
  expect(await part.text()).toBe('bytes');
  expect((await respondWithRange(path, 'bytes=-99')).headers.get('content-range')).toBe('bytes 0-12/13');
});

test.each(['bytes=99-100', 'bytes=13-', 'bytes=10-5', 'bytes=-0', 'bytes=-'])('cannot satisfy %p', async (range) => {
  const refusal = await respondWithRange(path, range);
  expect([refusal.status, refusal.headers.get('content-range')]).toEqual([416, 'bytes */13']);
});

test.each([null, 'lines=1-2', 'bytes=0-1,3-4'])('has no part for the range %p', (range) => {
  expect(respondWithRange(path, range)).rejects.toThrow('There is no such part');
});

test('has no part of a missing file', () => {
  expect(respondWithRange(join(folder, 'none'), 'bytes=0-1')).rejects.toThrow('There is no such part');
});
