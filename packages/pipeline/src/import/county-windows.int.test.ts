import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DatasetRow, servingDataset } from '@plat/dataset';
import { addDays, DAY_MS } from '@plat/kit';
import { type TestDatabase, testDatabase } from '@plat/test-kit';
import { createValueModels } from '@plat/value-model';
import { importMarket } from '../index.ts';

setDefaultTimeout(180_000);

interface GivenCounty {
  name: string;
  fips: string;
  /** Its newest sale. */
  lastDay: string;
  latitude: number;
}
const FRESH: GivenCounty = { name: 'Maricopa', fips: '04013', lastDay: '2026-06-30', latitude: 33.4 };
const STALE: GivenCounty = { name: 'Pima', fips: '04019', lastDay: '2023-06-30', latitude: 32.2 };

const daysBefore = (day: string, days: number): string => addDays(day, -days);

/** A word of letters only, because a name with a digit is not a person's. */
const word = (number: number): string =>
  [...String(number)]
    .map((digit) => ['ba', 'ko', 'li', 'mu', 'ne', 'pa', 'ro', 'si', 'tu', 've'][Number(digit)])
    .join('');

interface GivenSale {
  day: string;
  price?: number;
  to?: string;
  from?: string;
  /** Sells the same parcel again. */
  resold?: { day: string; price: number };
  /** US dollars a month. */
  rent?: number;
}

describe('a state whose counties end on different days', () => {
  let db: TestDatabase;
  let home: string;
  const properties: string[] = [];
  const transfers: string[] = [];

  function sell({ name, latitude }: GivenCounty, sale: GivenSale): void {
    const number = properties.length;
    const parcel = `P${number}`;
    const years = (Date.parse(sale.day) - Date.parse('2016-01-01')) / (365.25 * DAY_MS);
    const usual = Math.round(150 + 15 * years) * 1_000 + 100 * (number % 97);
    const { day, price = usual, to = `Ottoline Buy${word(number)}` } = sale;
    const { from = `Quentin Sel${word(number)}`, resold, rent = '' } = sale;
    const place = `Sampleville,AZ,10001,${name},${latitude},-112`;
    properties.push(`${parcel},${100 + number} Sample St,${place},SFR,${1_000 + 10 * (number % 89)},1950,${rent}`);
    const deed = (document: string, at: string, paid: number, seller: string, buyer: string) =>
      transfers.push(`${parcel},${document}${number},${at},${paid},${seller},${buyer},warranty deed`);
    deed('D', day, price, from, to);
    if (resold !== undefined) deed('R', resold.day, resold.price, to, `Ada Next${word(number)}`);
  }

  function fill(county: GivenCounty): void {
    const before = (days: number) => daysBefore(county.lastDay, days);
    for (let at = 0; at < 240; at++) sell(county, { day: before(3 * at) });
    sell(county, { day: before(Math.floor(6.9 * 365.25)) });
    sell(county, { day: before(Math.floor(7.1 * 365.25)) });
  }

  beforeAll(async () => {
    db = await testDatabase();
    home = await mkdtemp(join(tmpdir(), 'plat-county-windows-'));
    fill(FRESH);
    fill(STALE);
    for (const day of ['2022-08-01', '2022-12-01', '2023-06-01']) sell(STALE, { day, to: 'Tally Rentals LLC' });
    for (const day of ['2023-01-01', '2025-08-01', '2026-06-01']) sell(FRESH, { day, to: 'Tally Rentals LLC' });
    sell(STALE, { day: '2022-01-05', price: 150_000, to: 'Trader LLC', resold: { day: '2022-05-05', price: 220_000 } });
    sell(STALE, { day: '2022-12-15', to: 'Trader LLC' });
    // A gross rent multiplier of 17: usual in this county, high for the nation.
    for (let at = 0; at < 32; at++) {
      const day = daysBefore(STALE.lastDay, 20 * at + 5);
      sell(STALE, { day, price: 204_000, rent: 1_000, to: `${word(at)} Rentals LLC` });
    }
    const folder = join(home, 'files');
    await mkdir(folder, { recursive: true });
    const roll =
      'parcel_id,address,city,state,zip,county,latitude,longitude,property_type,living_square_feet,year_built';
    await Bun.write(join(folder, 'properties.csv'), `${roll},estimated_rent\n${properties.join('\n')}\n`);
    const deeds = 'parcel_id,document_id,sale_date,price,grantor,grantee,deed_type';
    await Bun.write(join(folder, 'transfers.csv'), `${deeds}\n${transfers.join('\n')}\n`);
    await importMarket({ home, sql: db.sql, source: { kind: 'canonical' }, files: [folder] });
  });
  afterAll(async () => {
    await db.close();
    await rm(home, { recursive: true, force: true });
  });

  test('measures the price trend of each county on its own last two years, of the state on those of the newest', async () => {
    const trends = await db.sql<{ county_key: string; sale_count: number; expected: number }[]>`
      select county_key, sale_count, (
        select count(*)::int from market.comp_sale c join market.property p using (region, property_id)
        where case t.county_key when ${STALE.fips} then p.fips = ${STALE.fips} and c.sale_date between '2021-07-01' and '2023-06-30'
          when ${FRESH.fips} then p.fips = ${FRESH.fips} and c.sale_date between '2024-07-01' and '2026-06-30'
          else c.sale_date between '2024-07-01' and '2026-06-30' end) as expected
      from market.price_trend t order by county_key`;
    expect(trends.map(({ county_key }) => county_key)).toEqual(['', FRESH.fips, STALE.fips]);
    for (const { sale_count, expected } of trends) expect(sale_count).toBe(expected);
  });

  test('keeps seven years of comps before the last day of each county', async () => {
    const oldest = await db.sql`
      select fips, min(sale_date)::text as day from market.comp_sale join market.property using (region, property_id)
      group by fips order by fips`;
    const kept = ({ fips, lastDay }: GivenCounty) => ({ fips, day: daysBefore(lastDay, Math.floor(6.9 * 365.25)) });
    expect([...oldest]).toEqual([kept(FRESH), kept(STALE)]);
  });

  test('counts the purchases of a buyer in the last 12 months of each county', async () => {
    const [tally] =
      await db.sql`select purchases_last_12_months as purchases from market.buyer where name ilike 'tally%'`;
    expect(tally).toEqual({ purchases: 5 });
  });

  test('takes purchases of the last 365 days of a county as young, however long ago it ended', async () => {
    const [young] = await db.sql`select visible_from::text as day, tests from market.deal
      where buyer_name ilike 'trader%' and purchase_date = '2022-12-15'`;
    expect(young).toMatchObject({ day: '2023-12-15', tests: expect.arrayContaining(['buyer_history']) });
  });

  test('compares rents and prices with purchases of the 24 months before the last day of the county', async () => {
    const classes = await db.sql`select purchase_class as class, count(*)::int from market.deal
      where purchase_class is not null group by 1`;
    expect([...classes]).toEqual([{ class: 'moderate', count: 32 }]);
  });

  test('values homes as of the last day of their county', async () => {
    const [model] = await db.sql`select left(model_version, 10) as day from market.value_model where part = 0`;
    expect(model).toEqual({ day: FRESH.lastDay });
    const [dataset, models] = [await servingDataset(db.sql, 'live'), createValueModels()];
    for (const [county, otherDay] of [
      [FRESH, STALE.lastDay],
      [STALE, FRESH.lastDay],
    ] as const) {
      const [home] = await db.sql<DatasetRow<'property'>[]>`
        select * from market.property where fips = ${county.fips} order by property_id limit 1`;
      const valueOn = async (day: string) => (await models.valueOf(dataset, home!, day))?.value;
      expect(home!.avm_value).toBe((await valueOn(county.lastDay))!);
      expect(home!.avm_value).not.toBe((await valueOn(otherDay))!);
    }
  });
});
