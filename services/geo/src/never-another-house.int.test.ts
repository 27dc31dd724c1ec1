import { beforeAll, describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addressIndex } from '@plat/dataset';
import { readPoolOf } from '@plat/db';
import { writeSampleMarket } from '@plat/pipeline/sample';
import { testDatabase } from '@plat/test-kit';
import { distinctHouses, REAL_RECORDS, readCsv, SOURCES } from './address-records.fixture.ts';
import { Gazetteer } from './domain/gazetteer.ts';
import type { AddressRow } from './domain/ports.ts';
import { type ResolveDeps, resolveAddress } from './domain/resolve-address.ts';
import { marketOf, publishTestMarket, type TestMarket } from './market.fixture.ts';
import { memoryAddressIndex } from './memory-address-index.fixture.ts';
import { loadPlaces } from './store/gazetteer-feed.ts';
import {
  leftOutOf,
  partsOf,
  picking,
  randomNumbers,
  replacesDirectional,
  tenWays,
  type WrittenAddress,
} from './written-forms.fixture.ts';

const SEED = Number(process.env.PLAT_TEST_SEED ?? 20_261_123);
const SAMPLE_ADDRESSES = 50;
const REAL_ADDRESSES = Number(process.env.PLAT_TEST_ADDRESSES ?? 500);
const SOURCE_NAMES = Object.keys(SOURCES).filter((name) => existsSync(join(REAL_RECORDS, name)));
if (SOURCE_NAMES.length === 0) console.log(`skipped: no real addresses in ${REAL_RECORDS}`);

interface Market {
  rows: AddressRow[];
  rowsAt: Map<string, AddressRow[]>;
  rowsById: Map<number, AddressRow>;
  cities: string[];
  deps: ResolveDeps;
}

const marketFor = (
  { addresses }: TestMarket,
  deps: { index: Market['deps']['index']; gazetteer: Gazetteer },
): Market => ({
  rows: addresses,
  rowsAt: Map.groupBy(addresses, (row) => `${row.state} ${row.house_number}`),
  rowsById: new Map(addresses.map((row) => [row.property_id, row])),
  cities: [...new Set(addresses.flatMap(({ city }) => city ?? []))],
  deps: { index: deps.index, gazetteer: () => deps.gazetteer, geocoder: null },
});

type Verdict = 'right' | 'refused' | 'corrected' | 'wrong';

/**
 * Judges an answer by the written parts, without the matcher. An uncorrected answer is right if it is the intended
 * house, or another one that the text describes better by mistake. The intended house is also wrong if the text has
 * another directional.
 */
async function judge({ written, text }: WrittenAddress, meant: AddressRow, market: Market): Promise<Verdict> {
  const match = await resolveAddress(text, market.deps);
  if (match === null || match.match_level === null) return 'refused';
  if (match.property_id === meant.property_id && replacesDirectional(written, meant)) return 'wrong';
  if (match.match_level === 'corrected') return 'corrected';
  const isBuilding = match.match_level === 'building';
  const atNumber = market.rowsAt.get(`${meant.state} ${meant.house_number}`) ?? [];
  const answered = isBuilding
    ? atNumber.find((row) => row.unit_key !== null && row.address.startsWith(match.address.split(',')[0] ?? ''))
    : market.rowsById.get(match.property_id as number);
  if (answered === undefined) return 'wrong';
  if (isSameAddress(answered, meant)) return 'right';
  if (isBuilding && answered.street_key === meant.street_key && answered.city === meant.city) return 'right';
  const ofAnswer = leftOutOf(written, answered, isBuilding);
  if (ofAnswer === null) return 'wrong';
  const ofMeant = leftOutOf(written, meant, isBuilding);
  return ofMeant === null || ofAnswer < ofMeant ? 'right' : 'wrong';
}

/** True if two records have one address; some lack the ZIP code. */
const isSameAddress = (a: AddressRow, b: AddressRow): boolean => {
  const lineOf = ({ address }: AddressRow) => address.split(',')[0];
  const isZipKnown = a.zip !== null && b.zip !== null;
  return lineOf(a) === lineOf(b) && a.city === b.city && a.state === b.state && (!isZipKnown || a.zip === b.zip);
};

async function checkSource(name: string, addresses: readonly AddressRow[], count: number, market: Market) {
  const pick = picking(randomNumbers(SEED));
  const usable = addresses.filter((row) => partsOf(row) !== null);
  const tally = new Map<string, Map<Verdict, number>>();
  const wrong: string[] = [];
  for (let at = 0; at < count; at++) {
    const meant = pick(usable);
    for (const way of tenWays(meant, market.cities, pick)) {
      const verdict = await judge(way, meant, market);
      const ofForm = tally.get(way.form) ?? new Map<Verdict, number>();
      tally.set(way.form, ofForm.set(verdict, (ofForm.get(verdict) ?? 0) + 1));
      // Real addresses must not appear in logs: the seed reproduces this one.
      if (verdict === 'wrong') wrong.push(`${way.form}, address ${at}`);
    }
  }
  const shares = [...tally].map(([form, verdicts]) => `${form}: ${JSON.stringify(Object.fromEntries(verdicts))}`);
  console.log(`${name}, seed ${SEED}, ${count} addresses\n  ${shares.join('\n  ')}`);
  expect(wrong).toEqual([]);
  // Rejecting everything would be safe and useless: addresses written as recorded must be found.
  expect(tally.get('as recorded')?.get('right')).toBe(count);
}

describe('an address written in ten ways never matches another house unless marked corrected', () => {
  test('in the sample market', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'plat-geo-'));
    await writeSampleMarket({ directory, asOf: '2026-11-21', parcels: 3_000 });
    const records = await readCsv(join(directory, 'properties.csv.gz'));
    await rm(directory, { recursive: true });
    const generated = marketOf(
      records
        .filter(({ state }) => state)
        .map(({ address = '', unit, city, state = '', zip }) => ({
          line: unit ? `${address} ${unit}` : address,
          city: city || null,
          state,
          zip: zip || null,
        })),
    );
    const db = await testDatabase();
    try {
      await publishTestMarket(db.sql, generated);
      const { dataset, gazetteer } = await loadPlaces(readPoolOf(db.sql), 'live');
      const deps = { index: addressIndex(() => dataset), gazetteer };
      await checkSource('sample market', generated.addresses, SAMPLE_ADDRESSES, marketFor(generated, deps));
    } finally {
      await db.close();
    }
  }, 60_000);

  describe.skipIf(SOURCE_NAMES.length === 0)('in real records', () => {
    let market: Market;
    const rowsOf = new Map<string, AddressRow[]>();

    beforeAll(async () => {
      const sources = await Promise.all(SOURCE_NAMES.map(async (name) => distinctHouses(await SOURCES[name]!())));
      const real = marketOf(sources.flat());
      // In memory, so that 40,000 answers take seconds.
      const deps = { index: memoryAddressIndex(real.addresses), gazetteer: new Gazetteer(real.streets, real.places) };
      market = marketFor(real, deps);
      let from = 0;
      for (const [at, source] of sources.entries()) {
        rowsOf.set(SOURCE_NAMES[at]!, market.rows.slice(from, from + source.length));
        from += source.length;
      }
    }, 180_000);

    test.each(SOURCE_NAMES)(
      'of %s',
      async (name) => {
        await checkSource(name, rowsOf.get(name) ?? [], REAL_ADDRESSES, market);
      },
      300_000,
    );
  });
});
