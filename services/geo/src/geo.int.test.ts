import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { autocomplete, resolveAddress } from '@plat/contracts';
import { readPoolOf } from '@plat/db';
import { testDatabase } from '@plat/test-kit';
import fc from 'fast-check';
import { ADDRESSES, type GeoUnderTest, market, principal, startGeo } from './geo-under-test.fixture.ts';
import { marketOf, publishTestMarket } from './market.fixture.ts';
import { followGazetteer } from './store/gazetteer-feed.ts';

const idOf = (line: string): number => ADDRESSES.findIndex((one) => one.line === line) + 1;

let under: GeoUnderTest;
beforeAll(async () => {
  under = await startGeo();
});
afterAll(() => under.close());

const complete = async (search_string: string) =>
  await under.client.call(autocomplete, { body: { search_string }, principal, requestId: 'test' });
const addressesFor = async (search: string) => (await complete(search)).map(({ address }) => address);
const resolve = async (address: string) =>
  (await under.client.call(resolveAddress, { body: { address }, principal, requestId: 'test' })).match;

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

  test('offers the unit as the unit, with the building beside it', async () => {
    const found = await addressesFor('123 Main St Ph');
    expect(found).toContain('123 Main St, Phoenix, AZ 85043');
    expect(await addressesFor('123 Main St #4, Phoenix')).toEqual(['123 Main St Apt 4, Phoenix, AZ 85043']);
  });

  test('the exact number comes before longer numbers with the same start', async () => {
    const found = await addressesFor('123 Main St');
    expect(found.indexOf('123 Main St, Phoenix, AZ 85043')).toBe(0);
    expect(found).not.toContain('1230 Main St, Phoenix, AZ 85043');
  });

  test('a property without coordinates gets its ZIP centroid, and is omitted without one', async () => {
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
    '%p returns without an error',
    async (search) => {
      expect(Array.isArray(await complete(search))).toBe(true);
    },
  );

  test('rejects too short a text and names the field', async () => {
    expect(complete('  a ')).rejects.toMatchObject({ status: 400, code: 'VALIDATION_ERROR' });
  });
});

describe('resolution', () => {
  test('every offered address resolves to the property it was offered for', async () => {
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

  test('an address without unit is the building, unless the building is itself a property', async () => {
    expect(await resolve('123 Main St, Phoenix, AZ 85043')).toMatchObject({ property_id: idOf('123 Main St') });
    expect(await resolve('10 Cactus Dr, Phoenix, AZ 85043')).toMatchObject({
      property_id: null,
      precision: 'building',
      match_level: 'building',
      address: '10 Cactus Dr, Phoenix, AZ 85043',
    });
  });

  test('refuses to choose between equally good addresses', async () => {
    expect(await resolve('123 Main St')).toBeNull();
    expect(await resolve('8 Elm St')).toBeNull();
    expect(await resolve('8 Elm St, MA')).toMatchObject({ region: 'MA', precision: 'property' });
  });

  test('a street, a city and a ZIP code are places; an unrecorded house number is nothing', async () => {
    expect(await resolve('9999 N Saguaro Blvd, Mesa, AZ')).toBeNull();
    expect(await resolve('N Saguaro Blvd, Mesa, AZ')).toMatchObject({ property_id: null, precision: 'street' });
    expect(await resolve('Phoenix, AZ')).toMatchObject({ precision: 'city', address: 'Phoenix, AZ' });
    expect(await resolve('85043')).toMatchObject({ precision: 'zip', address: 'Phoenix, AZ 85043' });
  });

  test.each(['1 Imaginary Pl, Phoenix, AZ', '', '   ', 'qwerty', '123', 'Atlantis'])('%p is null', async (asked) => {
    expect(await resolve(asked)).toBeNull();
  });
});

test('without a dataset the service starts unready, and serves once one is published', async () => {
  const empty = await testDatabase();
  const errors: unknown[] = [];
  const feed = await followGazetteer(readPoolOf(empty.sql), 'live', {
    onError: (error) => errors.push(error),
    retryMs: 20,
  });
  expect(feed.isLoaded()).toBe(false);
  expect(errors.length).toBeGreaterThan(0);
  await publishTestMarket(empty.sql, market);
  while (!feed.current().isCity('PHOENIX')) await Bun.sleep(20);
  expect(feed.isLoaded()).toBe(true);
  expect(feed.current().isCity('PHOENIX')).toBe(true);
  await feed.stop();
  await empty.close();
}, 60_000);

test('finds a newly published version without a restart', async () => {
  expect(await complete('Tucson')).toEqual([]);
  const rows = marketOf([...ADDRESSES, { line: '1 Ocotillo St', city: 'Tucson', state: 'AZ', zip: '85701' }]);
  await publishTestMarket(under.db.sql, rows, 2);
  while ((await complete('Tucson')).length === 0) await Bun.sleep(20);
  expect(await addressesFor('Tucson')).toContain('Tucson, AZ');
  expect(await addressesFor('1 Ocotilo St')).toEqual(['1 Ocotillo St, Tucson, AZ 85701']);
});
