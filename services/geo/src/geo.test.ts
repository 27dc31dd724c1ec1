import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { autocomplete, resolveAddress } from '@plat/contracts';
import {
  createInternalTokens,
  createLogger,
  createServiceClient,
  hostTableTransport,
  type ServiceClient,
} from '@plat/kit';
import { type TestDatabase, testDatabase } from '@plat/test-kit';
import fc from 'fast-check';
import { createGeoApp } from './app.ts';
import { createGeoDeps } from './deps.ts';
import type { Geocoder } from './domain/ports.ts';
import { resolveAddress as resolveIn } from './domain/resolve-address.ts';
import { marketOf, publishTestMarket, type TestAddress } from './market.fixture.ts';
import { peliasGeocoder } from './sources/pelias-geocoder.ts';
import { followGazetteer } from './store/gazetteer-feed.ts';

const phoenix = (line: string, zip = '85043'): TestAddress => ({ line, city: 'Phoenix', state: 'AZ', zip });
const mesa = (line: string): TestAddress => ({ line, city: 'Mesa', state: 'AZ', zip: '85201', latitude: 33.415 });
const ADDRESSES: TestAddress[] = [
  phoenix('123 Main St'),
  phoenix('123 Main St Apt 4'),
  phoenix('123 Main St Apt 5'),
  phoenix('1230 Main St'),
  mesa('123 Main St'),
  mesa('500 N Saguaro Blvd'),
  mesa('502 N Saguaro Blvd'),
  mesa('77 W 5th Ave'),
  phoenix("9 O'Brien Way"),
  { ...phoenix('40 Unlocated Ln'), latitude: null, longitude: null },
  { ...mesa('41 Nowhere Ct'), city: 'Lost', zip: '85299', latitude: null, longitude: null },
  { line: '6 Lago Ct', city: "Coeur d'Alene", state: 'ID', zip: '83814' },
  phoenix('10 Cactus Dr Unit 1'),
  phoenix('10 Cactus Dr Unit 2'),
  phoenix('22-24 Kiva Rd'),
  phoenix('301 N Palo Verde Ave', '85031'),
  phoenix('301 S Palo Verde Ave', '85041'),
  { line: '8 Elm St', city: 'Springfield', state: 'MA', zip: '01103', latitude: 42.1, longitude: -72.58 },
  { line: '8 Elm St', city: null, state: 'NM', zip: '87501' },
];
const market = marketOf(ADDRESSES);
const idOf = (line: string): number => ADDRESSES.findIndex((one) => one.line === line) + 1;

const tokens = createInternalTokens('a secret of at least thirty-two bytes');
const principal = { keyId: 'key', keyKind: 'service', companyId: 'company', userId: null, realm: 'live' } as const;
let db: TestDatabase;
let geo: Awaited<ReturnType<typeof createGeoDeps>>;
let client: ServiceClient;

beforeAll(async () => {
  db = await testDatabase();
  await publishTestMarket(db.sql, market);
  const config = {
    DATABASE_URL: db.url,
    PLAT_INTERNAL_SECRET: 'x'.repeat(32),
    PLAT_PORT: 0,
    PLAT_HOST: '127.0.0.1',
    PLAT_LOG_LEVEL: 'silent',
    PLAT_GRACE_MS: 0,
    PLAT_GEOCODER_TIMEOUT_MS: 1_000,
  } as const;
  geo = await createGeoDeps(config, { tokens, log: createLogger({ name: 'geo', level: 'silent' }) });
  const app = createGeoApp(geo.deps);
  client = createServiceClient({
    tokens,
    transport: hostTableTransport(
      new Map([['geo.internal', (request: Request) => Promise.resolve(app.handle(request))]]),
    ),
  });
});
afterAll(async () => {
  await geo.close();
  await db.close();
});

const complete = async (search_string: string) =>
  await client.call(autocomplete, { body: { search_string }, principal, requestId: 'test' });
const addressesFor = async (search: string) => (await complete(search)).map(({ address }) => address);
const resolve = async (address: string) =>
  (await client.call(resolveAddress, { body: { address }, principal, requestId: 'test' })).match;

describe('autocomplete', () => {
  test.each([
    ['123 Main', '123 Main St, Phoenix, AZ 85043'],
    ['123 main street, mesa', '123 Main St, Mesa, AZ 85201'],
    ['123 MAIN ST. PHOENIX AZ', '123 Main St, Phoenix, AZ 85043'],
    ['123 Main 85201', '123 Main St, Mesa, AZ 85201'],
    ['123 Main St Apt 4', '123 Main St Apt 4, Phoenix, AZ 85043'],
    ['500 Saguaro', '500 N Saguaro Blvd, Mesa, AZ 85201'],
    ['500 North Saguaro Boulevard', '500 N Saguaro Blvd, Mesa, AZ 85201'],
    ['500 Saguaro Blvd N', '500 N Saguaro Blvd, Mesa, AZ 85201'],
    ['500 n sagauro blvd', '500 N Saguaro Blvd, Mesa, AZ 85201'],
    ['500 N Sagauro', '500 N Saguaro Blvd, Mesa, AZ 85201'],
    ['500 N Sagu', '500 N Saguaro Blvd, Mesa, AZ 85201'],
    ['500 sag mesa', '500 N Saguaro Blvd, Mesa, AZ 85201'],
    ['123 mai mes', '123 Main St, Mesa, AZ 85201'],
    ['301 s palo az', '301 S Palo Verde Ave, Phoenix, AZ 85041'],
    ['500 North Saguaro Boulev', '500 N Saguaro Blvd, Mesa, AZ 85201'],
    ['123 Main Street Apartm', '123 Main St Apt 4, Phoenix, AZ 85043'],
    ['123 Main Street, Mesa, Ariz', '123 Main St, Mesa, AZ 85201'],
    ['500 N Sahua', '500 N Saguaro Blvd, Mesa, AZ 85201'],
    ['77 west fifth', '77 W 5th Ave, Mesa, AZ 85201'],
    ['77 West', '77 W 5th Ave, Mesa, AZ 85201'],
    ["9 o'brien way", "9 O'Brien Way, Phoenix, AZ 85043"],
    ['9 obrien', "9 O'Brien Way, Phoenix, AZ 85043"],
    ['22-24 kiva', '22-24 Kiva Rd, Phoenix, AZ 85043'],
    ['Phoen', 'Phoenix, AZ'],
    ['phoneix', 'Phoenix, AZ'],
    ['Mesa, AZ', 'Mesa, AZ'],
    ['8504', 'Phoenix, AZ 85043'],
    ['85201', 'Mesa, AZ 85201'],
    ['6 lago coeur dalene', "6 Lago Ct, Coeur D'Alene, ID 83814"],
    ["coeur d'al", "Coeur D'Alene, ID"],
    ['Lago Ct Coeur dAlene', "6 Lago Ct, Coeur D'Alene, ID 83814"],
    ['Saguaro Blvd Mesa', '500 N Saguaro Blvd, Mesa, AZ 85201'],
  ])('%p offers %p first', async (search, first) => {
    expect((await addressesFor(search))[0]).toBe(first);
  });

  test('a unit is offered as the unit, and the building beside it', async () => {
    const found = await addressesFor('123 Main St Ph');
    expect(found).toContain('123 Main St, Phoenix, AZ 85043');
    expect(await addressesFor('123 Main St #4, Phoenix')).toEqual(['123 Main St Apt 4, Phoenix, AZ 85043']);
  });

  test('the whole number comes before longer numbers that begin alike', async () => {
    const found = await addressesFor('123 Main St');
    expect(found.indexOf('123 Main St, Phoenix, AZ 85043')).toBe(0);
    expect(found).not.toContain('1230 Main St, Phoenix, AZ 85043');
  });

  test('a property without coordinates stands at its ZIP centroid; without any centroid it is left out', async () => {
    const [result] = await complete('40 Unlocated');
    const zip = market.places.find((place) => place.place_key === '85043');
    expect(result).toEqual({
      address: '40 Unlocated Ln, Phoenix, AZ 85043',
      latitude: zip?.latitude as number,
      longitude: zip?.longitude as number,
    });
    expect(await complete('41 Nowhere')).toEqual([]);
  });

  test.each(['zzz', '!!!', '999999 Nothing', "'; drop table market.address; --", '100%', '\\\\\\', '１２３ Main'])(
    '%p is answered calmly',
    async (search) => {
      expect(Array.isArray(await complete(search))).toBe(true);
    },
  );

  test('too short a text is refused, naming the field', async () => {
    expect(complete('  a ')).rejects.toMatchObject({ status: 400, code: 'VALIDATION_ERROR' });
  });
});

describe('resolution', () => {
  test('every address that is offered resolves to the property it was offered for', async () => {
    const searches = ADDRESSES.map(({ line }) => line);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...searches), fc.integer({ min: 4, max: 12 }), async (line, length) => {
        for (const { address } of await complete(line.slice(0, length))) {
          const row = market.addresses.find((one) => one.address === address);
          const match = await resolve(address);
          if (row === undefined) expect(['city', 'zip']).toContain(match?.precision as string);
          else expect(match).toMatchObject({ property_id: row.property_id, confidence: 1, precision: 'property' });
        }
      }),
      { numRuns: 60 },
    );
  });

  test.each([
    ['123 main street apt 4 phoenix az', '123 Main St Apt 4'],
    ['123 Main St Unit 4, Phoenix, AZ 85043', '123 Main St Apt 4'],
    ['123 MAIN ST # 5, PHOENIX 85043', '123 Main St Apt 5'],
    ['500 Saguaro Boulevard, Mesa', '500 N Saguaro Blvd'],
    ['500 N Sagauro Blvd, Mesa, AZ', '500 N Saguaro Blvd'],
    ['500 N Saguaro Blvd, Messa, AZ', '500 N Saguaro Blvd'],
    ['77 W Fifth Avenue, Mesa AZ 85210', '77 W 5th Ave'],
    ['22-24 kiva road phoenix', '22-24 Kiva Rd'],
    ['301 S Palo Verde Ave Phoenix', '301 S Palo Verde Ave'],
    ['40 Unlocated Ln, Phoenix, AZ 85043', '40 Unlocated Ln'],
  ])('%p is the property at %p', async (asked, line) => {
    const match = await resolve(asked);
    expect(match).toMatchObject({ property_id: idOf(line), precision: 'property' });
    expect(match?.confidence).toBeGreaterThanOrEqual(0.6);
  });

  test('an address without unit is the building, unless the building is a property itself', async () => {
    expect(await resolve('123 Main St, Phoenix, AZ 85043')).toMatchObject({ property_id: idOf('123 Main St') });
    expect(await resolve('10 Cactus Dr, Phoenix, AZ 85043')).toMatchObject({
      property_id: null,
      precision: 'building',
      match_level: 'building',
      address: '10 Cactus Dr, Phoenix, AZ 85043',
    });
  });

  test('does not choose between addresses that fit equally well', async () => {
    expect(await resolve('123 Main St')).toBeNull();
    expect(await resolve('8 Elm St')).toBeNull();
    expect(await resolve('8 Elm St, MA')).toMatchObject({ region: 'MA', precision: 'property' });
  });

  test('a street, a city and a ZIP code are places, and a house number that is not on record is nothing', async () => {
    expect(await resolve('9999 N Saguaro Blvd, Mesa, AZ')).toBeNull();
    expect(await resolve('N Saguaro Blvd, Mesa, AZ')).toMatchObject({ property_id: null, precision: 'street' });
    expect(await resolve('Phoenix, AZ')).toMatchObject({ precision: 'city', address: 'Phoenix, AZ' });
    expect(await resolve('85043')).toMatchObject({ precision: 'zip', address: 'Phoenix, AZ 85043' });
  });

  test.each(['1 Imaginary Pl, Phoenix, AZ', '', '   ', 'qwerty', '123', 'Atlantis'])('%p is null', async (asked) => {
    expect(await resolve(asked)).toBeNull();
  });
});

describe('the upstream geocoder', () => {
  const upstream = (reply: () => Response) =>
    peliasGeocoder({ baseUrl: 'http://pelias.test', fetch: () => Promise.resolve(reply()) });
  const feature = {
    geometry: { coordinates: [-111.9, 33.5] },
    properties: { label: '1 Imaginary Pl, Phoenix, AZ, USA', confidence: 0.8, region_a: 'AZ' },
  };
  const withGeocoder = (geocoder: Geocoder) => ({ ...geo.deps.places('live'), geocoder });
  const found = () => Response.json({ features: [feature] });
  const down = () => new Response('', { status: 503 });

  test('answers for a house that the dataset does not have', async () => {
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
  ])('is not believed when it returns %s', async (_, label) => {
    const guess = () => Response.json({ features: [{ ...feature, properties: { ...feature.properties, label } }] });
    const deps = withGeocoder(upstream(guess));
    expect(await resolveIn('1 S Imaginary Pl, Phoenix, AZ', deps)).toBeNull();
  });

  test('is not asked to choose between properties, nor for a unit that the building lacks', async () => {
    const deps = withGeocoder(upstream(down));
    expect(await resolveIn('123 Main St', deps)).toBeNull();
    expect(await resolveIn('123 Main St Apt 9, Phoenix, AZ 85043', deps)).toBeNull();
  });

  test('is not asked for what the dataset has, nor for places', async () => {
    const deps = withGeocoder(upstream(down));
    expect(await resolveIn('123 Main St, Phoenix, AZ 85043', deps)).toMatchObject({ precision: 'property' });
    expect(await resolveIn('Phoenix, AZ', deps)).toMatchObject({ precision: 'city' });
  });

  test('when it fails, the answer is 502', async () => {
    const app = createGeoApp({ ...geo.deps, places: () => withGeocoder(upstream(down)) });
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

test('without a dataset the service starts, is not ready, and serves once one is published', async () => {
  const empty = await testDatabase();
  const errors: unknown[] = [];
  const feed = await followGazetteer(empty.sql, 'live', { onError: (error) => errors.push(error), retryMs: 20 });
  expect(feed.isLoaded()).toBe(false);
  expect(errors.length).toBeGreaterThan(0);
  await publishTestMarket(empty.sql, market);
  while (!feed.current().isCity('PHOENIX')) await Bun.sleep(20);
  expect(feed.isLoaded()).toBe(true);
  expect(feed.current().isCity('PHOENIX')).toBe(true);
  await feed.stop();
  await empty.close();
}, 60_000);

test('a newly published version is found without a restart', async () => {
  expect(await complete('Tucson')).toEqual([]);
  const rows = marketOf([...ADDRESSES, { line: '1 Ocotillo St', city: 'Tucson', state: 'AZ', zip: '85701' }]);
  await db.sql`insert into market.address ${db.sql(rows.addresses.slice(-1))}`;
  await db.sql`insert into market.street ${db.sql(rows.streets.slice(-1))}`;
  await db.sql`insert into market.place ${db.sql(rows.places.filter((place) => place.label.startsWith('Tucson')))}`;
  await db.sql`
    insert into market.version (version, kind, as_of, imports, regions) values (2, 'import', '2026-01-01', '[]', '{}')`;
  await db.sql.notify('market_published', '2');
  while ((await complete('Tucson')).length === 0) await Bun.sleep(20);
  expect(await addressesFor('Tucson')).toContain('Tucson, AZ');
  expect(await addressesFor('1 Ocotilo St')).toEqual(['1 Ocotillo St, Tucson, AZ 85701']);
});
