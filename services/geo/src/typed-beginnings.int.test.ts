import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { addressIndex } from '@plat/dataset';
import { readPoolOf } from '@plat/db';
import { parseStreet } from '@plat/records';
import { type TestDatabase, testDatabase } from '@plat/test-kit';
import fc from 'fast-check';
import { type AutocompleteDeps, completeAddress } from './domain/autocomplete.ts';
import type { AddressRow } from './domain/ports.ts';
import { marketOf, publishTestMarket, type TestMarket } from './market.fixture.ts';
import { loadPlaces } from './store/gazetteer-feed.ts';

/** Names that end or begin like a suffix, directional, unit or state, beside ordinary ones. */
const STREETS = [
  ...['Main St', 'Coral Ct', 'Montezuma Ave', 'Montrose St', 'Fox Hollow Rd', 'Spring Garden St', 'Lake View Ter'],
  ...['N Park Pl', 'Park Ave S', 'E 5th St', '5th Ave', '21st St NW', 'W Twin Lakes Dr', 'North St', 'West Park'],
  ...['County Road 12', 'US Highway 41', 'State Route 9', 'Avenue H', 'Avenue of the Americas', 'Old Mill Crossing'],
  ...['Court St', 'Front St', 'Key Largo Dr', 'Lower Falls Rd', 'Unity Way', 'Aptos Ln', 'Suite Ridge Rd', 'Broadway'],
  ...[
    'St Clair Ave',
    'Mt Vernon Blvd',
    'Dr Martin Luther King Jr Blvd',
    "O'Brien Way",
    'S Northwest Hwy',
    'Stone Bridge',
  ],
];
const UNITS = ['', '', '', '', 'Apt 4', 'Apt 12B', 'Unit 3', 'Ste 200', '# 5', 'Rear', 'Fl 2', 'Bldg 2 Apt 5', 'PH 1'];
const CITIES = [
  ...['Phoenix|AZ|85043', 'Mesa|AZ|85201', 'Indio|CA|92201', 'Iowa City|IA|52240', "Coeur d'Alene|ID|83814"],
  ...['St Louis|MO|63101', 'Ft Wayne|IN|46802', 'New York|NY|10001', 'Washington|DC|20001', 'East Orange|NJ|07017'],
  ...['North Las Vegas|NV|89030', 'Ste Genevieve|MO|63670', 'Park City|UT|84060', 'Lake Forest|IL|60045', 'Nome|AK|'],
];
const addressArbitrary = fc
  .record({
    house: fc.oneof(fc.integer({ min: 1, max: 40 }).map(String), fc.constantFrom('123', '2325', '22-24', '12 1/2')),
    street: fc.constantFrom(...STREETS),
    unit: fc.constantFrom(...UNITS),
    place: fc.constantFrom(...CITIES),
  })
  .map(({ house, street, unit, place }) => {
    const [city = '', state = '', zip = ''] = place.split('|');
    return { line: `${house} ${street} ${unit}`.trim(), city, state, zip: zip || null };
  });

const typedForm = (address: string, hasCommas: boolean): string =>
  (hasCommas ? address : address.replaceAll(',', '')).toLowerCase();

/** Every prefix of a displayed address from the third letter of its street name on. */
function beginnings(row: AddressRow, hasCommas: boolean): string[] {
  const { predirectional } = parseStreet(row.street_key);
  const shortest = (row.house_number?.length ?? -1) + 1 + (predirectional === null ? 0 : predirectional.length + 1) + 3;
  const typed = typedForm(row.address, hasCommas);
  return Array.from({ length: typed.length - shortest + 1 }, (_, more) => typed.slice(0, shortest + more));
}

describe('an address being typed', () => {
  let db: TestDatabase;
  let market: TestMarket;
  let deps: AutocompleteDeps;
  let statements = 0;

  beforeAll(async () => {
    db = await testDatabase();
    const lots = ['Lone Mesquite Trl', 'Fox Den Rd'].map((line) => ({
      line,
      city: 'Globe',
      state: 'AZ',
      zip: '85501',
    }));
    market = marketOf([...fc.sample(addressArbitrary, { seed: 20_260, numRuns: 260 }), ...lots]);
    await publishTestMarket(db.sql, market);
    const { dataset, gazetteer } = await loadPlaces(readPoolOf(db.sql), 'live');
    const counted = new Proxy(
      addressIndex(() => dataset),
      {
        get: (index, name, receiver) => {
          statements++;
          return Reflect.get(index, name, receiver);
        },
      },
    );
    deps = { index: counted, gazetteer: () => gazetteer };
  }, 60_000);
  afterAll(() => db.close());

  test.each([
    ['with', true],
    ['without', false],
  ])(
    'is offered at every prefix, %s commas',
    async (_, hasCommas) => {
      const displayed = [...new Set(market.addresses.map(({ address }) => address))];
      const all = displayed.map((address) => ({ address, typed: typedForm(address, hasCommas) }));
      const asked = new Set(market.addresses.flatMap((row) => beginnings(row, hasCommas)));
      const missed: string[] = [];
      statements = 0;
      for (const text of asked) {
        const meant = all.filter(({ typed }) => typed.startsWith(text)).map(({ address }) => address);
        const offered = (await completeAddress(text, deps)).map(({ address }) => address);
        const isFound = meant.length <= 10 ? meant.every((address) => offered.includes(address)) : offered.length > 0;
        if (!isFound || offered.length > 10) missed.push(`'${text}'`);
      }
      const share = 1 - missed.length / asked.size;
      console.log(
        `${(100 * share).toFixed(1)} % of ${asked.size} beginnings found, ${(statements / asked.size).toFixed(2)} statements each`,
      );
      expect(missed.slice(0, 40)).toEqual([]);
    },
    120_000,
  );
});
