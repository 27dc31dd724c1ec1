import { afterAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCounties, servingDataset } from '@plat/dataset';
import type { Realm } from '@plat/kit';
import { type TestDatabase, testDatabase } from '@plat/test-kit';
import { importMarket, rebuildMarket } from '../index.ts';

setDefaultTimeout(180_000);

const PHOENIX = { latitude: 33.4, longitude: -112 };
const TUCSON = { latitude: 32.2, longitude: -110.9 };
const NOWHERE = { latitude: 36, longitude: -112 };

interface GivenCounty {
  name: string;
  owner?: string;
  sales: readonly [day: string, price: number | ''][];
}

const PLACES: Readonly<Record<string, { latitude: number; longitude: number }>> = { Maricopa: PHOENIX, Pima: TUCSON };

describe('the counties of a dataset', () => {
  let db: TestDatabase;
  let home: string;
  const opened: (() => Promise<unknown>)[] = [];

  beforeEach(async () => {
    db = await testDatabase();
    home = await mkdtemp(join(tmpdir(), 'plat-counties-'));
    const [opening, folder] = [db, home];
    opened.push(() => Promise.all([opening.close(), rm(folder, { recursive: true, force: true })]));
  });
  afterAll(async () => {
    for (const close of opened) await close();
  });

  /** Imports one parcel per sale, on the roll of the county. */
  async function importSales(counties: readonly GivenCounty[], asOf?: string, realm: Realm = 'live') {
    const folder = join(home, crypto.randomUUID());
    await mkdir(folder, { recursive: true });
    const properties: string[] = [];
    const transfers: string[] = [];
    for (const { name, owner = 'Q. Invented', sales } of counties) {
      for (const [number, [day, price]] of sales.entries()) {
        const parcel = `${name}-${day}-${number}`;
        const { latitude, longitude } = PLACES[name]!;
        properties.push(`${parcel},${100 + number} Sample St,AZ,${name},${latitude},${longitude},SFR,${owner}`);
        transfers.push(`${parcel},D${parcel},${day},${price},Ada Seller,Invented Homes LLC`);
      }
    }
    const header = 'parcel_id,address,state,county,latitude,longitude,property_type,owner_name_1';
    await Bun.write(join(folder, 'properties.csv'), `${header}\n${properties.join('\n')}\n`);
    const sold = 'parcel_id,document_id,sale_date,price,grantor,grantee';
    await Bun.write(join(folder, 'transfers.csv'), `${sold}\n${transfers.join('\n')}\n`);
    return importMarket({ home, sql: db.sql, source: { kind: 'canonical' }, files: [folder], asOf, realm });
  }

  const counties = createCounties();
  const dates = async (asOf: string) => {
    const all = await counties.all(await servingDataset(db.sql, 'live'), asOf);
    return Object.fromEntries(all.map(({ name, records_through }) => [name, records_through]));
  };
  const windowAt = async (at: { latitude: number; longitude: number }, asOf: string, realm: Realm = 'live') =>
    counties.windowAt(await servingDataset(db.sql, realm), at, asOf);

  test('have the days and counts of their records', async () => {
    await importSales([
      {
        name: 'Maricopa',
        sales: [
          ['2021-03-01', 200_000],
          ['2022-11-30', ''],
        ],
      },
      { name: 'Pima', owner: '', sales: [['2023-05-05', 300_000]] },
    ]);
    const [maricopa, pima, ...others] = await counties.all(await servingDataset(db.sql, 'live'), '2026-06-30');
    expect(others).toEqual([]);
    expect(maricopa).toMatchObject({
      region: 'AZ',
      county_key: '04013',
      fips: '04013',
      name: 'Maricopa',
      state: 'AZ',
      is_sample: false,
      records_from: '2021-03-01',
      records_through: '2022-11-30',
      is_pinned: false,
      is_stale: true,
      properties: 2,
      sales: 2,
      flips: 0,
      rentals: 2,
      buyers: 1,
      sources: ['canonical'],
      share_with_price: 0.5,
      share_with_owner: 1,
      share_with_coordinates: 1,
      has_prices: true,
    });
    expect(Date.now() - Date.parse(maricopa!.imported_at)).toBeLessThan(120_000);
    expect(pima).toMatchObject({ fips: '04019', records_through: '2023-05-05', share_with_owner: 0 });
  });

  test('count windows back from their newest sale, until the as-of day of the server', async () => {
    await importSales([
      {
        name: 'Maricopa',
        sales: [
          ['2021-03-01', 200_000],
          ['2022-11-30', 210_000],
        ],
      },
      { name: 'Pima', sales: [['2023-05-05', 300_000]] },
    ]);
    expect(await windowAt(PHOENIX, '2026-06-30')).toMatchObject({ end: '2022-11-30', county: { name: 'Maricopa' } });
    expect(await windowAt(TUCSON, '2026-06-30')).toMatchObject({ end: '2023-05-05', county: { name: 'Pima' } });
    expect(await windowAt(PHOENIX, '2022-01-01')).toMatchObject({ end: '2021-03-01' });
    expect(await windowAt(PHOENIX, '2020-01-01')).toMatchObject({
      end: '2020-01-01',
      county: { records_through: null },
    });
    expect(await windowAt(NOWHERE, '2026-06-30')).toEqual({ end: '2026-06-30' as never, county: null });
  });

  test('are stale from the 91st day on, except in the sample market', async () => {
    await importSales([{ name: 'Maricopa', sales: [['2022-01-01', 200_000]] }]);
    expect((await windowAt(PHOENIX, '2022-04-01')).county?.is_stale).toBe(false);
    expect((await windowAt(PHOENIX, '2022-04-02')).county?.is_stale).toBe(true);

    await importSales([{ name: 'Maricopa', sales: [['2022-01-01', 200_000]] }], '2022-01-31', 'sample');
    expect((await windowAt(PHOENIX, '2026-06-30', 'sample')).county).toMatchObject({
      is_sample: true,
      is_stale: false,
    });
  });

  test('keep the day of --as-of until newer sales arrive without it', async () => {
    const maricopa: GivenCounty = {
      name: 'Maricopa',
      sales: [
        ['2021-03-01', 1e5],
        ['2022-12-20', 1e5],
      ],
    };
    await importSales([maricopa, { name: 'Pima', sales: [['2022-10-10', 1e5]] }], '2022-12-01');
    expect(await dates('2026-06-30')).toEqual({ Maricopa: '2022-12-01', Pima: '2022-12-01' });
    await importSales([{ name: 'Pima', sales: [['2023-02-02', 1e5]] }]);
    expect(await dates('2026-06-30')).toEqual({ Maricopa: '2022-12-01', Pima: '2023-02-02' });
    const again = await importSales([{ name: 'Maricopa', sales: [['2022-06-06', 1e5]] }]);
    expect(again.version).toBe(3);
    expect(await dates('2026-06-30')).toMatchObject({ Maricopa: '2022-12-01' });
    await rebuildMarket({ home, sql: db.sql, asOf: '2026-06-30' });
    expect(await dates('2026-06-30')).toEqual({ Maricopa: '2022-12-01', Pima: '2023-02-02' });
    expect(await dates('2022-11-01')).toEqual({ Maricopa: '2022-06-06', Pima: '2022-10-10' });
  });

  test('include the earlier sales of parcels without a roll', async () => {
    const folder = join(home, 'deeds alone');
    await mkdir(folder, { recursive: true });
    const rows = ['2021-03-01', '2022-11-30'].map(
      (day) => `P${day},AZ,Maricopa,D${day},${day},200000,Ada Seller,Q. Buyer`,
    );
    rows.push('P2021-03-01,AZ,Maricopa,R,2021-08-01,260000,Q. Buyer,Ottoline Next');
    const header = 'parcel_id,state,county,document_id,sale_date,price,grantor,grantee';
    await Bun.write(join(folder, 'transfers.csv'), `${header}\n${rows.join('\n')}\n`);
    await importMarket({ home, sql: db.sql, source: { kind: 'canonical' }, files: [folder] });
    expect(await dates('2026-06-30')).toEqual({ Maricopa: '2022-11-30' });
    expect(await dates('2022-01-01')).toEqual({ Maricopa: '2021-08-01' });
    expect([...(await db.sql`select fips, county from market.deal`)]).toEqual([{ fips: '04013', county: 'Maricopa' }]);
  });

  test('take the day of --as-of when the same files are imported again', async () => {
    const sales = [{ name: 'Maricopa', sales: [['2022-12-20', 1e5]] as [string, number][] }];
    await importSales(sales);
    expect(await dates('2026-06-30')).toEqual({ Maricopa: '2022-12-20' });
    const pinned = await importSales(sales, '2022-12-01');
    expect(pinned.dataset).toMatchObject({ version: 2, sales: 1 });
    expect(await dates('2026-06-30')).toEqual({ Maricopa: '2022-12-01' });
    expect((await importSales(sales)).version).toBe(2);
  });
});
