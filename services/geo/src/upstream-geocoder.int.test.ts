import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createGeoApp } from './app.ts';
import type { Geocoder } from './domain/ports.ts';
import { resolveAddress as resolveIn } from './domain/resolve-address.ts';
import { type GeoUnderTest, principal, startGeo, tokens } from './geo-under-test.fixture.ts';
import { peliasGeocoder } from './sources/pelias-geocoder.ts';

let under: GeoUnderTest;
beforeAll(async () => {
  under = await startGeo();
});
afterAll(() => under.close());

describe('the upstream geocoder', () => {
  const upstream = (reply: () => Response) =>
    peliasGeocoder({ baseUrl: 'http://pelias.test', fetch: () => Promise.resolve(reply()) });
  const feature = {
    geometry: { coordinates: [-111.9, 33.5] },
    properties: { label: '1 Imaginary Pl, Phoenix, AZ, USA', confidence: 0.8, region_a: 'AZ' },
  };
  const withGeocoder = (geocoder: Geocoder) => ({ ...under.geo.deps.places('live'), geocoder });
  const found = () => Response.json({ features: [feature] });
  const down = () => new Response('', { status: 503 });

  test('answers for a house missing from the dataset', async () => {
    const match = await resolveIn('1 Imaginary Pl, Phoenix, AZ', withGeocoder(upstream(found)));
    expect(match).toMatchObject({
      precision: 'upstream',
      match_level: 'geocoded',
      property_id: null,
      latitude: 33.5,
      longitude: -111.9,
      region: 'AZ',
    });
  });

  test.each([
    ['another house number', '3 Imaginary Pl, Phoenix, AZ, USA'],
    ['another street', '1 Imagination Pl, Phoenix, AZ, USA'],
    ['another directional', '1 N Imaginary Pl, Phoenix, AZ, USA'],
    ['another state', '1 S Imaginary Pl, Reno, NV, USA'],
    ['only the street', 'S Imaginary Pl, Phoenix, AZ, USA'],
    ['only the city', 'Phoenix, AZ, USA'],
  ])('is ignored when it returns %s', async (_, label) => {
    const guess = () => Response.json({ features: [{ ...feature, properties: { ...feature.properties, label } }] });
    const deps = withGeocoder(upstream(guess));
    expect(await resolveIn('1 S Imaginary Pl, Phoenix, AZ', deps)).toBeNull();
  });

  test('is not called to choose between properties, nor for a unit that the building lacks', async () => {
    const deps = withGeocoder(upstream(down));
    expect(await resolveIn('123 Main St', deps)).toBeNull();
    expect(await resolveIn('123 Main St Apt 9, Phoenix, AZ 85043', deps)).toBeNull();
  });

  test('is not called for known addresses or places', async () => {
    const deps = withGeocoder(upstream(down));
    expect(await resolveIn('123 Main St, Phoenix, AZ 85043', deps)).toMatchObject({ precision: 'property' });
    expect(await resolveIn('Phoenix, AZ', deps)).toMatchObject({ precision: 'city' });
  });

  test('returns 502 when it fails', async () => {
    const app = createGeoApp({ ...under.geo.deps, places: () => withGeocoder(upstream(down)) });
    const response = await app.handle(
      new Request('http://geo.internal/internal/resolve-address', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${await tokens.sign({ ...principal }, 'geo')}`,
        },
        body: JSON.stringify({ address: '1 Imaginary Pl, Phoenix, AZ' }),
      }),
    );
    expect(response.status).toBe(502);
    expect(await response.json()).toMatchObject({ code: 'UPSTREAM_ERROR' });
  });
});
