import { describe, expect, test } from 'bun:test';
import { institutionThresholds, judgeInstitution } from './institution.ts';
import { deriveMarket, type GivenProperty, type GivenTransfer } from './small-market.fixture.ts';

describe('thresholds of large institutions', () => {
  test.each([
    ['two counties keep the full thresholds', { counties: 2, residentialProperties: 5_000 }, 100, 50],
    ['a large county keeps them', { counties: 1, residentialProperties: 400_000 }, 100, 50],
    ['a county of 100,000 homes halves them', { counties: 1, residentialProperties: 100_000 }, 50, 25],
    ['a small county does not go below 30 %', { counties: 1, residentialProperties: 5_000 }, 30, 15],
  ] as const)('%s', (_, coverage, minHoldings, minPurchases) => {
    expect(institutionThresholds(coverage)).toEqual({ minHoldings, minPurchases });
  });

  const full = { minHoldings: 100, minPurchases: 50 };
  test.each([
    ['99 homes', { holdings: 99, purchases: 0 }, true, null],
    ['100 homes', { holdings: 100, purchases: 0 }, true, 'large'],
    ['50 purchases in a year', { holdings: 0, purchases: 50 }, true, 'large'],
    ['a bank of 500 homes', { holdings: 500, purchases: 500 }, false, null],
  ] as const)('%s', (_, size, mayBeLarge, kind) => {
    expect(judgeInstitution(['OAK VALE HOMES LLC'], size, mayBeLarge, full)).toEqual({ kind, parent: null });
  });

  test('applies the curated list before size, under any name of the cluster', () => {
    const large = { holdings: 500, purchases: 500 };
    expect(judgeInstitution(['OAK VALE HOMES LLC', 'INVITATION HOMES LP'], large, true, full)).toEqual({
      kind: 'alias',
      parent: 'Invitation Homes',
    });
    expect(judgeInstitution(['OPENDOOR PROPERTY TRUST I'], { holdings: 0, purchases: 0 }, true, full).kind).toBe(
      'ibuyer',
    );
  });
});

describe('buyers of the dataset', () => {
  const parcels = Array.from({ length: 31 }, (_, at) => `P${at}`);
  const buy = (parcel: string, to: string, more: Partial<GivenTransfer> = {}): GivenTransfer => ({
    parcel,
    document: parcel,
    date: '2023-01-01',
    from: 'ROE ANN',
    to,
    ...more,
  });

  test('marks the deals of an owner of 30 homes in a small county', async () => {
    const market = await deriveMarket({
      properties: parcels.map(
        (parcel, at): GivenProperty => ({ parcel, owner: at < 30 ? 'OAK VALE HOMES LLC' : 'SMALL RENTALS LLC' }),
      ),
      transfers: [buy('P0', 'OAK VALE HOMES LLC'), buy('P30', 'SMALL RENTALS LLC')],
    });
    expect(await market.rows('SELECT name, institution, holdings_in_coverage FROM buyer ORDER BY name')).toEqual([
      { name: 'OAK VALE HOMES LLC', institution: 'large', holdings_in_coverage: 30 },
      { name: 'SMALL RENTALS LLC', institution: null, holdings_in_coverage: 1 },
    ]);
    expect(await market.rows('SELECT buyer_name, institution FROM deal ORDER BY buyer_name')).toEqual([
      { buyer_name: 'OAK VALE HOMES LLC', institution: 'large' },
      { buyer_name: 'SMALL RENTALS LLC', institution: null },
    ]);
    market.close();
  });

  test('counts purchases in the last 12 months of their county only', async () => {
    const market = await deriveMarket({
      asOf: '2024-01-01',
      properties: parcels.map((parcel) => ({ parcel })),
      transfers: [
        buy('P1', 'OAK LLC', { date: '2023-01-01' }),
        buy('P2', 'OAK LLC', { date: '2023-01-02' }),
        buy('P3', 'OAK LLC', { date: '2024-01-01' }),
        buy('P4', 'OAK LLC', { date: '2024-01-02' }),
      ],
    });
    expect(await market.rows('SELECT purchases_last_12_months FROM buyer')).toEqual([{ purchases_last_12_months: 2 }]);
    market.close();
  });

  test('adds purchases of several counties, each by its own last day', async () => {
    const market = await deriveMarket({
      days: { '04013': '2024-01-01', '04019': '2021-01-01' },
      properties: parcels.map((parcel, at) => ({ parcel, fips: at < 2 ? '04013' : '04019' })),
      transfers: [
        buy('P0', 'OAK LLC', { date: '2020-06-01' }),
        buy('P1', 'OAK LLC', { date: '2023-06-01' }),
        buy('P2', 'OAK LLC', { date: '2020-06-01' }),
        buy('P3', 'OAK LLC', { date: '2020-07-01' }),
        buy('P4', 'OAK LLC', { date: '2019-12-31' }),
      ],
    });
    expect(await market.rows('SELECT purchases_last_12_months FROM buyer')).toEqual([{ purchases_last_12_months: 3 }]);
    market.close();
  });

  test('keeps every name and mailing address of a cluster as aliases', async () => {
    const market = await deriveMarket({
      properties: [{ parcel: 'P1', owner: 'OAK VALE, LLC', mailing: '9 ELM ST #2|85002' }],
      transfers: [buy('P1', 'OAK VALE LLC', { mailing: 'PO BOX 5|85009' })],
    });
    expect(
      await market.rows(
        'SELECT name_key, name, mailing_key, mailing_building_key, occurrences FROM buyer_alias ORDER BY mailing_key',
      ),
    ).toEqual([
      {
        name_key: 'OAK VALE LLC',
        name: 'OAK VALE, LLC',
        mailing_key: '9 ELM ST #2|85002',
        mailing_building_key: '9 ELM ST|85002',
        occurrences: 1,
      },
      {
        name_key: 'OAK VALE LLC',
        name: 'OAK VALE LLC',
        mailing_key: 'PO BOX 5|85009',
        mailing_building_key: 'PO BOX 5|85009',
        occurrences: 1,
      },
    ]);
    market.close();
  });

  test.each([
    ['one purchase, nothing else known', [buy('P1', 'OAK LLC')], 0],
    ['two purchases', [buy('P1', 'OAK LLC'), buy('P2', 'OAK LLC')], 1],
    ['one purchase in cash', [buy('P1', 'OAK LLC', { loan: 0 })], 0.5],
    ['two purchases, one in cash', [buy('P1', 'OAK LLC', { loan: 0 }), buy('P2', 'OAK LLC', { loan: 90_000 })], 0.75],
    [
      'one flip without a loss',
      [
        buy('P1', 'OAK LLC'),
        buy('P1', 'DOE JANE', { document: 'r', from: 'OAK LLC', date: '2023-06-01', price: 250_000 }),
      ],
      0.5,
    ],
    [
      'one flip at a loss',
      [
        buy('P1', 'OAK LLC'),
        buy('P1', 'DOE JANE', { document: 'r', from: 'OAK LLC', date: '2023-06-01', price: 150_000 }),
      ],
      0,
    ],
  ] as const)('reliability of %s', async (_, transfers, reliability) => {
    const market = await deriveMarket({ properties: [{ parcel: 'P1' }, { parcel: 'P2' }], transfers });
    expect(await market.rows("SELECT reliability FROM buyer WHERE name = 'OAK LLC'")).toEqual([{ reliability }]);
    market.close();
  });
});
