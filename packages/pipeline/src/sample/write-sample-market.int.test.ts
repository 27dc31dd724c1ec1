import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { CANONICAL_FILES, type CanonicalKind } from '../canonical/canonical.ts';
import { SAMPLE_SUBJECT, type SampleMarket, writeSampleMarket } from './index.ts';

const AS_OF = '2026-06-30';
let folder: string;
let market: SampleMarket;
let cpuMs: number;
let duck: DuckDBConnection;

const rowsOf = async (sql: string) => (await duck.runAndReadAll(sql)).getRowObjectsJson();
const numberOf = async (sql: string) => Number(Object.values((await rowsOf(sql))[0] ?? {})[0]);

/** Independent of the product's own clustering: suffix spelling, ET AL, TRUSTEE and word order do not matter. */
const sameName = (column: string) => `list_aggregate(list_sort(string_split(trim(regexp_replace(replace(replace(replace(
  regexp_replace(split_part(${column}, ' & ', 1), '[.,]', '', 'g'), 'LIMITED LIABILITY COMPANY', 'LLC'),
  'LIMITED PARTNERSHIP', 'LP'), 'INCORPORATED', 'INC'), '( ET AL| TRUSTEE)$', '')), ' ')), 'string_agg', ' ')`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-sample-'));
  const before = process.cpuUsage();
  market = await writeSampleMarket({ directory: join(folder, 'whole'), asOf: AS_OF });
  // Processor time, because other work on the machine slows the clock time.
  const { user, system } = process.cpuUsage(before);
  cpuMs = (user + system) / 1000;
  duck = await (await DuckDBInstance.create()).connect();
  for (const kind of ['properties', 'transfers', 'contacts', 'suppressions'] as const) {
    const path = join(folder, 'whole', `${kind}.csv.gz`);
    await duck.run(`CREATE TABLE ${kind} AS FROM read_csv('${path}', header = true, all_varchar = true)`);
  }
  await duck.run(`CREATE TABLE sale AS
    SELECT parcel_id, sale_date::DATE AS day, price::BIGINT AS price, ${sameName('grantor')} AS seller, ${sameName('grantee')} AS buyer,
      buyer_mailing_address <> concat_ws(' ', address, unit) AND grantee NOT SIMILAR TO '.*(BUILDER|HOMEBUILDER).*' AS by_investor
    FROM transfers JOIN properties USING (parcel_id)
    WHERE price::BIGINT >= 10000 AND deed_type IN ('WARRANTY DEED', 'WD', 'SPECIAL WARRANTY DEED', 'GENERAL WARRANTY DEED')
    QUALIFY count(*) OVER (PARTITION BY document_id) = 1`);
  await duck.run(`CREATE TABLE pair AS
    SELECT *, lead(day) OVER w - day AS held, lead(seller) OVER w = buyer AS same, lead(price) OVER w - price AS gain
    FROM sale WINDOW w AS (PARTITION BY parcel_id ORDER BY day)`);
}, 60_000);

afterAll(async () => {
  duck.closeSync();
  await rm(folder, { recursive: true, force: true });
});

describe('the generated market', () => {
  test('takes less than eight seconds of processor time and has the requested size', async () => {
    expect(cpuMs).toBeLessThan(8000);
    expect(market.rows.properties).toBe(60_000);
    expect(await numberOf('SELECT count(*) FROM properties')).toBe(60_000);
    expect(await numberOf('SELECT count(*) FROM transfers')).toBe(market.rows.transfers);
    expect(await numberOf('SELECT count(*) FROM contacts')).toBe(market.rows.contacts);
    expect(await numberOf('SELECT count(*) FROM suppressions')).toBe(market.rows.suppressions);
    expect(market.rows.transfers).toBeGreaterThan(20_000);
    expect(market.rows.contacts).toBeGreaterThan(2000);
  });

  test.each(['properties', 'transfers', 'contacts', 'suppressions'] as const)(
    'has the canonical columns in %s',
    async (kind: CanonicalKind) => {
      const columns = (await rowsOf(`DESCRIBE ${kind}`)).map((row) => row.column_name);
      expect(columns).toEqual(Object.keys(CANONICAL_FILES[kind]));
    },
  );

  test('contains every kind of event that the rules distinguish', () => {
    const wanted: Array<[keyof SampleMarket['events'], number]> = [
      ['retail_sale', 10_000],
      ['rental_purchase', 2500],
      ['flip', 1000],
      ['extended_flip', 50],
      ['ibuyer_flip', 100],
      ['double_close', 200],
      ['builder_sale', 300],
      ['portfolio_deed', 200],
      ['quitclaim_between_relatives', 300],
      ['transfer_to_own_trust', 150],
      ['estate_deed', 100],
      ['gift', 80],
      ['foreclosure', 150],
      ['correction', 100],
      ['transfer_to_own_entity', 30],
      ['nominal_price', 60],
      ['land_bank_sale', 20],
    ];
    const missing = wanted.filter(([kind, least]) => (market.events[kind] ?? 0) < least);
    expect(missing).toEqual([]);
  });

  test('has the shares of a real market: 5 to 8 % flips and 20 to 25 % investors among its sales', async () => {
    const sales = await numberOf('SELECT count(*) FROM sale');
    const flips = await numberOf('SELECT count(*) FROM pair WHERE by_investor AND same AND held BETWEEN 14 AND 365');
    const losses = await numberOf(
      'SELECT count(*) FROM pair WHERE by_investor AND same AND held BETWEEN 14 AND 365 AND gain < 0',
    );
    const investors = await numberOf('SELECT count(*) FROM sale WHERE by_investor');
    expect(flips / sales).toBeGreaterThan(0.05);
    expect(flips / sales).toBeLessThan(0.08);
    expect(losses / flips).toBeGreaterThan(0.03);
    expect(losses / flips).toBeLessThan(0.2);
    expect(investors / sales).toBeGreaterThan(0.2);
    expect(investors / sales).toBeLessThan(0.25);
  });

  test('spans the five years before its last day', async () => {
    expect(await rowsOf('SELECT max(sale_date) AS last, max(recorded_date) AS recorded FROM transfers')).toEqual([
      { last: AS_OF, recorded: AS_OF },
    ]);
    expect(await numberOf(`SELECT count(*) FROM transfers WHERE sale_date < '2021-06-30'`)).toBe(0);
  });

  test('gives every parcel a unique address, with numbers increasing along each side of the street', async () => {
    expect(await numberOf(`SELECT count(DISTINCT concat_ws('|', address, unit, city, zip)) FROM properties`)).toBe(
      60_000,
    );
    const outOfOrder = `SELECT count(*) FROM (
      SELECT CAST(split_part(address, ' ', 1) AS INTEGER) AS number, longitude::DOUBLE AS longitude,
        lag(number) OVER w AS previous, lag(longitude::DOUBLE) OVER w AS previous_longitude
      FROM properties WHERE state = 'AZ' AND address SIMILAR TO '[0-9]+ W [A-Z ]+'
      WINDOW w AS (PARTITION BY substr(address, position(' ' IN address)), number % 2 ORDER BY CAST(split_part(address, ' ', 1) AS INTEGER)))
      WHERE longitude > previous_longitude`;
    expect(await numberOf(outOfOrder)).toBe(0);
  });

  test('uses only phone numbers reserved for fiction and example domains', async () => {
    const phones = `SELECT unnest([wireless_1, wireless_2, landline_1]) AS phone FROM contacts
      UNION ALL SELECT value FROM suppressions WHERE kind = 'phone'`;
    expect(
      await numberOf(`SELECT count(*) FROM (${phones}) WHERE phone NOT SIMILAR TO '[2-9][0-9]{2}55501[0-9]{2}'`),
    ).toBe(0);
    expect(await numberOf(`SELECT count(*) FROM contacts WHERE email_1 NOT SIMILAR TO '.+@example[.](com|org)'`)).toBe(
      0,
    );
    expect(await numberOf('SELECT count(*) FROM contacts WHERE wireless_1 IS NULL')).toBeGreaterThan(100);
  });

  test('says that it is synthetic in every row of the roll', async () => {
    const unlabelled = `SELECT count(*) FROM properties WHERE parcel_id NOT LIKE 'SAMPLE-%' OR subdivision NOT LIKE '%(SYNTHETIC SAMPLE)'`;
    expect(await numberOf(unlabelled)).toBe(0);
    expect(await Bun.file(join(folder, 'whole', 'README.md')).text()).toContain('synthetic');
  });

  test('has a five-day-old national do-not-call snapshot, opt-outs and deletions', async () => {
    const lists = await rowsOf(
      'SELECT list, max(listed_on) AS day, count(*)::INTEGER AS entries FROM suppressions GROUP BY list',
    );
    const byList = new Map(lists.map((row) => [row.list, row]));
    expect(byList.get('national_dnc')).toMatchObject({ day: '2026-06-25' });
    expect(Number(byList.get('national_dnc')?.entries)).toBeGreaterThan(100);
    expect(Number(byList.get('opt_out')?.entries)).toBeGreaterThan(5);
    expect(Number(byList.get('deletion')?.entries)).toBeGreaterThan(2);
  });

  test('has at least 20 buyers of two years within 2 miles of the documented subject', async () => {
    const { parcelId, latitude, longitude } = SAMPLE_SUBJECT;
    const [subject] = await rowsOf(`SELECT * FROM properties WHERE parcel_id = '${parcelId}'`);
    expect(subject).toMatchObject({ property_type: 'SFR', latitude: String(latitude), longitude: String(longitude) });
    const { address, city, state, zip } = subject as Record<string, string>;
    expect(`${address}, ${city}, ${state} ${zip}`).toBe(SAMPLE_SUBJECT.address.toUpperCase());
    // A box inscribed in the circle: 2 / sqrt(2) miles to each side.
    const buyers = await numberOf(`SELECT count(DISTINCT buyer) FROM sale JOIN properties USING (parcel_id)
      WHERE by_investor AND day > DATE '${AS_OF}' - 730
        AND abs(latitude::DOUBLE - ${latitude}) < 0.0204 AND abs(longitude::DOUBLE - ${longitude}) < 0.0245`);
    expect(buyers).toBeGreaterThan(20);
  });

  test('has at least 20 buyers of two years within 2 miles of the middle of every full ZIP code', async () => {
    const miles = `2 * 3958.7613 * asin(sqrt(sin(radians(p.latitude::DOUBLE - middle.latitude) / 2) ** 2
      + cos(radians(middle.latitude)) * cos(radians(p.latitude::DOUBLE)) * sin(radians(p.longitude::DOUBLE - middle.longitude) / 2) ** 2))`;
    const buyers = await rowsOf(`WITH middle AS (
        SELECT zip, median(latitude::DOUBLE) AS latitude, median(longitude::DOUBLE) AS longitude
        FROM properties GROUP BY zip HAVING count(*) > 1000)
      SELECT middle.zip, count(DISTINCT buyer)::INTEGER AS buyers
      FROM middle LEFT JOIN (SELECT * FROM sale JOIN properties AS p USING (parcel_id)
        WHERE by_investor AND day > DATE '${AS_OF}' - 730) AS p ON ${miles} <= 2
      GROUP BY middle.zip`);
    expect(buyers.length).toBeGreaterThan(25);
    expect(buyers.filter((row) => Number(row.buyers) < 20)).toEqual([]);
  });
});

describe('generating', () => {
  const textOf = async (path: string) => gunzipSync(await Bun.file(path).arrayBuffer()).toString();
  const write = (name: string, options: { asOf?: string; parcels?: number; seed?: number } = {}) =>
    writeSampleMarket({ directory: join(folder, name), asOf: AS_OF, parcels: 4000, ...options });

  test('gives the same bytes for the same seed and day, and other bytes for another seed', async () => {
    const [first, second, other] = await Promise.all([write('a'), write('b'), write('c', { seed: 2 })]);
    for (const [index, path] of first.files.entries()) {
      const bytes = await Bun.file(path).bytes();
      expect(await Bun.file(second.files[index]!).bytes()).toEqual(bytes);
      expect(await Bun.file(other.files[index]!).bytes()).not.toEqual(bytes);
    }
  });

  test('keeps the parcels when only the day changes', async () => {
    const places = (text: string) => text.split('\n').map((line) => line.split(',').slice(0, 13).join(','));
    const [today, tomorrow] = await Promise.all([write('d'), write('e', { asOf: '2026-07-01' })]);
    expect(places(await textOf(tomorrow.files[0]!))).toEqual(places(await textOf(today.files[0]!)));
  });

  test.each([
    [{ parcels: 0 }, 'parcels'],
    [{ parcels: 1.5 }, 'parcels'],
    [{ asOf: 'yesterday' }, 'asOf'],
  ])('refuses %p', async (options, named) => {
    await expect(write('refused', options)).rejects.toThrow(named);
  });

  test('fails with the reason if the folder cannot be written', async () => {
    await Bun.write(join(folder, 'a-file'), 'x');
    await expect(write('a-file')).rejects.toThrow();
  });
});
