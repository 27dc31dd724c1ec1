import { describe, expect, test } from 'bun:test';
import { AppError } from '@plat/kit';
import { getResponse, HttpResponse, http } from 'msw';
import { type Fetch, peliasGeocoder } from './pelias-geocoder.ts';

const BASE = 'http://pelias.test:4000';
const feature = (coordinates: unknown, properties: object = {}) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates },
  properties: { label: '5 Alder Rd, Mesa, AZ, USA', confidence: 0.9, region_a: 'AZ', ...properties },
});

const answering = (reply: (url: URL) => Response | Promise<Response>): Fetch => {
  const handlers = [http.get(`${BASE}/v1/search`, ({ request }) => reply(new URL(request.url)))];
  return async (input, init) => (await getResponse(handlers, new Request(input, init))) ?? Response.error();
};
const geocoder = (fetch: Fetch, timeoutMs?: number) => peliasGeocoder({ baseUrl: `${BASE}/`, fetch, timeoutMs });

test('returns the first feature, with longitude before latitude as in GeoJSON', async () => {
  let asked: URL | null = null;
  const fetch = answering((url) => {
    asked = url;
    return HttpResponse.json({ type: 'FeatureCollection', features: [feature([-111.83, 33.41])] });
  });
  expect(await geocoder(fetch).geocode('5 Alder Rd, Mesa')).toEqual({
    address: '5 Alder Rd, Mesa, AZ, USA',
    latitude: 33.41,
    longitude: -111.83,
    confidence: 0.9,
    region: 'AZ',
  });
  const query = (asked as unknown as URL).searchParams;
  expect([query.get('text'), query.get('size'), query.get('boundary.country')]).toEqual([
    '5 Alder Rd, Mesa',
    '1',
    'USA',
  ]);
});

test('returns null for no result and for impossible coordinates', async () => {
  expect(await geocoder(answering(() => HttpResponse.json({ features: [] }))).geocode('x')).toBeNull();
  const broken = answering(() => HttpResponse.json({ features: [feature([33.41, -111.83])] }));
  expect(await geocoder(broken).geocode('x')).toBeNull();
});

describe('a failure is 502 without upstream details', () => {
  test.each<[string, Fetch]>([
    ['status 500', answering(() => new HttpResponse('secret stack trace', { status: 500 }))],
    ['status 403', answering(() => new HttpResponse(null, { status: 403 }))],
    ['no JSON', answering(() => new HttpResponse('<html>'))],
    ['other JSON', answering(() => HttpResponse.json({ results: [] }))],
    ['no coordinates', answering(() => HttpResponse.json({ features: [feature('here')] }))],
    ['connection refused', () => Promise.reject(new TypeError('connect ECONNREFUSED 10.0.0.7:4000'))],
  ])('%s', async (_, fetch) => {
    const error = await geocoder(fetch)
      .geocode('x')
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: 'UPSTREAM_ERROR', status: 502 });
    expect((error as AppError).message).not.toMatch(/secret|ECONN|10\.0/);
  });

  test('a slow upstream times out', async () => {
    const hanging: Fetch = (_, init) =>
      new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)));
    const failed = geocoder(hanging, 30)
      .geocode('x')
      .catch(({ status }) => status);
    // Both timers start now, so on a busy machine they are late together and in order.
    expect(await Promise.race([failed, Bun.sleep(1_000)])).toBe(502);
  });
});
