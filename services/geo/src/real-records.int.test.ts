import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { addressIndex } from '@plat/dataset';
import { readPoolOf } from '@plat/db';
import { parseAddressLine } from '@plat/records';
import { type TestDatabase, testDatabase } from '@plat/test-kit';
import { REAL_RECORDS, SOURCES } from './address-records.fixture.ts';
import { completeAddress } from './domain/autocomplete.ts';
import type { AddressRow } from './domain/ports.ts';
import { resolveAddress } from './domain/resolve-address.ts';
import { marketOf, publishTestMarket, type TestAddress, type TestMarket } from './market.fixture.ts';
import { loadPlaces } from './store/gazetteer-feed.ts';

const CITIES = ['philadelphia-pa', 'cambridge-ma'];
const isAbsent = !CITIES.every((name) => existsSync(join(REAL_RECORDS, name)));
if (isAbsent) console.log(`skipped: no real addresses in ${REAL_RECORDS}`);

async function realAddresses(): Promise<TestAddress[]> {
  const read = await Promise.all(CITIES.map((name) => SOURCES[name]?.() ?? []));
  return read.flat().filter(({ line }) => parseAddressLine(line).houseNumber !== null);
}

/** Swaps two letters in the longest word of the street. */
function misspelled(row: AddressRow): string | null {
  const word = row.street_key.split(' ').sort((a, b) => b.length - a.length)[0] ?? '';
  if (word.length < 6 || /\d/.test(word) || word[2] === word[3]) return null;
  const swapped = word.slice(0, 2) + word[3] + word[2] + word.slice(4);
  return row.address.toUpperCase().replace(word, swapped);
}

describe.skipIf(isAbsent)('real addresses', () => {
  let db: TestDatabase;
  let market: TestMarket;
  let deps: Parameters<typeof resolveAddress>[1];
  let sample: AddressRow[];

  beforeAll(async () => {
    db = await testDatabase();
    market = marketOf(await realAddresses());
    await publishTestMarket(db.sql, market);
    const { dataset, gazetteer } = await loadPlaces(readPoolOf(db.sql), 'live');
    deps = { index: addressIndex(() => dataset), gazetteer: () => gazetteer, geocoder: null };
    // Only one of several parcels at one address can be found by that address.
    const perKey = new Map<string, number>();
    for (const row of market.addresses) perKey.set(row.address_key, (perKey.get(row.address_key) ?? 0) + 1);
    sample = market.addresses.filter((row, at) => at % 17 === 0 && perKey.get(row.address_key) === 1);
  }, 120_000);
  afterAll(() => db.close());

  const shareResolved = async (
    spell: (row: AddressRow) => string | null,
  ): Promise<{ right: number; wrong: number }> => {
    let asked = 0;
    let right = 0;
    let wrong = 0;
    for (const row of sample) {
      const text = spell(row);
      if (text === null) continue;
      asked++;
      const match = await resolveAddress(text, deps);
      if (match?.property_id === row.property_id) right++;
      else if (match?.property_id != null) wrong++;
    }
    return { right: right / asked, wrong: wrong / asked };
  };

  test.each<[string, (row: AddressRow) => string | null, number, number]>([
    ['as autocomplete returns it', (row) => row.address, 1, 0],
    ['in capitals without commas', (row) => row.address.toUpperCase().replaceAll(',', ''), 0.99, 0],
    ['without the ZIP code', (row) => row.address.replace(/ \d{5}$/, ''), 0.98, 0.005],
    ['with one typing error', misspelled, 0.98, 0.005],
  ])(
    '%s',
    async (how, spell, leastRight, mostWrong) => {
      const { right, wrong } = await shareResolved(spell);
      console.log(`${how}: ${(100 * right).toFixed(1)} % right, ${(100 * wrong).toFixed(1)} % another property`);
      expect(right).toBeGreaterThanOrEqual(leastRight);
      expect(wrong).toBeLessThanOrEqual(mostWrong);
    },
    60_000,
  );

  test('autocomplete finds an address from its house number and the start of its street', async () => {
    let found = 0;
    const asked = sample.slice(0, 300);
    for (const row of asked) {
      const typed = row.address.slice(0, row.address.indexOf(',')).split(' ').slice(0, 3).join(' ');
      const results = await completeAddress(`${typed} ${row.city}`, deps);
      if (results.some(({ address }) => address === row.address || address.startsWith(typed))) found++;
      for (const { address } of results) {
        const known = market.addresses.filter((one) => one.address === address);
        const match = await resolveAddress(address, deps);
        if (known.length > 0) expect(known.map((one) => one.property_id)).toContain(match?.property_id as number);
      }
    }
    console.log(`autocomplete: ${((100 * found) / asked.length).toFixed(1)} % found`);
    expect(found / asked.length).toBeGreaterThanOrEqual(0.95);
  }, 60_000);

  test('autocomplete finds an address from each of its prefixes', async () => {
    const displayed = [...new Set(market.addresses.map(({ address }) => address))];
    let asked = 0;
    let found = 0;
    for (const row of sample.filter((_, at) => at % 9 === 0).slice(0, 150)) {
      const shortest = (row.house_number?.length ?? -1) + 6;
      const near = displayed.filter((address) => address.startsWith(row.address.slice(0, shortest)));
      for (let length = shortest; length <= row.address.length; length++) {
        const text = row.address.slice(0, length);
        const results = await completeAddress(text.toLowerCase(), deps);
        const isClear = near.filter((address) => address.startsWith(text)).length <= 10;
        asked++;
        if (isClear ? results.some(({ address }) => address === row.address) : results.length > 0) found++;
      }
    }
    console.log(`autocomplete: ${((100 * found) / asked).toFixed(1)} % of ${asked} beginnings found`);
    expect(found / asked).toBeGreaterThanOrEqual(0.99);
  }, 60_000);
});
