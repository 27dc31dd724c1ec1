import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type DerivedMarket, deriveMarket, type GivenTransfer } from './small-market.fixture.ts';

interface Case {
  promise: string;
  transfers: Omit<GivenTransfer, 'parcel'>[];
  sales: { date: string; price: number | null; from?: string | null; to?: string | null }[];
}

const CASES: Case[] = [
  {
    promise: 'rows within three days at one price are one sale, dated by the first',
    transfers: [
      { date: '2020-03-01', price: 150_000, from: 'ROE ANN', to: 'DOE JANE' },
      { date: '2020-03-04', price: 150_000, from: 'ROE ANN', to: 'DOE JANE' },
    ],
    sales: [{ date: '2020-03-01', price: 150_000, from: 'ROE ANN', to: 'DOE JANE' }],
  },
  {
    promise: 'four days apart are two sales',
    transfers: [
      { date: '2020-03-01', price: 150_000 },
      { date: '2020-03-05', price: 150_000 },
    ],
    sales: [
      { date: '2020-03-01', price: 150_000 },
      { date: '2020-03-05', price: 150_000 },
    ],
  },
  {
    promise: 'a same-day double close at two prices stays two sales',
    transfers: [
      { date: '2020-03-01', price: 150_000, document: 'D1', from: 'ROE ANN', to: 'MIDDLE LLC' },
      { date: '2020-03-01', price: 170_000, document: 'D2', from: 'MIDDLE LLC', to: 'DOE JANE' },
    ],
    sales: [
      { date: '2020-03-01', price: 150_000, from: 'ROE ANN', to: 'MIDDLE LLC' },
      { date: '2020-03-01', price: 170_000, from: 'MIDDLE LLC', to: 'DOE JANE' },
    ],
  },
  {
    promise: 'a pass-through at one price keeps the seller of the first deed and the buyer of the last',
    transfers: [
      { date: '2020-03-01', price: 150_000, document: 'D1', from: 'ROE ANN', to: 'MIDDLE LLC' },
      { date: '2020-03-02', price: 150_000, document: 'D2', from: 'MIDDLE LLC', to: 'DOE JANE' },
    ],
    sales: [{ date: '2020-03-01', price: 150_000, from: 'ROE ANN', to: 'DOE JANE' }],
  },
  {
    promise: 'rows of one document are one sale even when one lacks the price',
    transfers: [
      { date: '2020-03-01', price: null, document: 'D7' },
      { date: '2020-03-02', price: 150_000, document: 'D7' },
    ],
    sales: [{ date: '2020-03-01', price: 150_000 }],
  },
  {
    promise: 'a document number that comes back years later is another sale',
    transfers: [
      { date: '2020-03-01', price: 150_000, document: '12/34' },
      { date: '2022-03-01', price: 150_000, document: '12/34' },
    ],
    sales: [
      { date: '2020-03-01', price: 150_000 },
      { date: '2022-03-01', price: 150_000 },
    ],
  },
  {
    promise: 'two unpriced deeds of one day between different parties stay apart',
    transfers: [
      { date: '2020-03-01', price: 0, from: 'ROE ANN', to: 'DOE JANE' },
      { date: '2020-03-01', price: 0, from: 'DOE JANE', to: 'DOE HOLDINGS LLC' },
    ],
    sales: [
      { date: '2020-03-01', price: null, from: 'DOE JANE', to: 'DOE HOLDINGS LLC' },
      { date: '2020-03-01', price: null, from: 'ROE ANN', to: 'DOE JANE' },
    ],
  },
  {
    promise: 'the same unpriced deed recorded twice is one sale',
    transfers: [
      { date: '2020-03-01', price: null, from: 'ROE ANN', to: 'DOE JANE' },
      { date: '2020-03-03', price: null, from: 'ROE ANN', to: 'DOE JANE' },
    ],
    sales: [{ date: '2020-03-01', price: null, from: 'ROE ANN', to: 'DOE JANE' }],
  },
  {
    promise: 'a price of 999 dollars is no price',
    transfers: [{ date: '2020-03-01', price: 999 }],
    sales: [{ date: '2020-03-01', price: null }],
  },
  {
    promise: 'a price of 1,000 dollars is one',
    transfers: [{ date: '2020-03-01', price: 1_000 }],
    sales: [{ date: '2020-03-01', price: 1_000 }],
  },
];

describe('sale normalisation', () => {
  let market: DerivedMarket;
  const transfers = CASES.flatMap((given, at) =>
    given.transfers.map((transfer) => ({ parcel: `case ${at}`, ...transfer })),
  );
  beforeAll(async () => {
    market = await deriveMarket({ transfers });
  });
  afterAll(() => market.close());

  for (const [at, { promise, sales }] of CASES.entries()) {
    test(promise, async () => {
      const rows = await market.rows(
        `SELECT sale_date AS date, price::INTEGER AS price, grantor AS "from", grantee AS "to" FROM sale WHERE parcel_id = 'case ${at}'`,
      );
      const wanted = sales.map((sale) => ({ from: null, to: null, ...sale }));
      const inOrder = (list: Record<string, unknown>[]) =>
        list.map(({ date, price, from, to }) => [date, price, from, to].join('|')).sort();
      expect(inOrder(rows)).toEqual(inOrder(wanted));
    });
  }

  test('gives distinct ids below 2^53, independent of order and repetition of rows', async () => {
    const ids = async (of: DerivedMarket) =>
      (await of.rows('SELECT sale_id, parcel_id, sale_date, price, grantor, grantee FROM sale ORDER BY ALL')).map(
        (row) => Object.values(row).join('|'),
      );
    const first = await ids(market);
    expect(new Set(first.map((row) => row.split('|')[0])).size).toBe(first.length);
    expect(first.every((row) => Number.isSafeInteger(Number(row.split('|')[0])))).toBe(true);
    const again = await deriveMarket({ transfers: [...transfers].reverse().concat(transfers) });
    expect(await ids(again)).toEqual(first);
    again.close();
  });
});

describe('multi-parcel deeds', () => {
  test.each([
    [
      'one document on two parcels',
      [
        { document: 'D1', to: 'A LLC' },
        { document: 'D1', to: 'A LLC' },
      ],
      true,
    ],
    [
      'two documents on two parcels',
      [
        { document: 'D1', to: 'A LLC' },
        { document: 'D2', to: 'A LLC' },
      ],
      false,
    ],
    ['one total repeated to one buyer without documents', [{ to: 'A LLC' }, { to: 'A  L.L.C.' }], true],
    ['one total repeated from one seller to nobody named', [{ from: 'A LLC' }, { from: 'A LLC' }], true],
    ['equal prices to different buyers', [{ to: 'A LLC' }, { to: 'B LLC' }], false],
    [
      'equal prices to buyers whose names are withheld',
      [{ to: 'NAME WITHHELD BY REQUEST' }, { to: 'NAME WITHHELD BY REQUEST' }],
      false,
    ],
    ['different prices to one buyer', [{ to: 'A LLC' }, { to: 'A LLC', price: 300_000 }], false],
  ] as const)('%s', async (_, [first, second], expected) => {
    const market = await deriveMarket({
      transfers: [
        { parcel: 'P1', date: '2020-03-01', ...first },
        { parcel: 'P2', date: '2020-03-01', ...second },
      ],
    });
    expect(await market.rows('SELECT DISTINCT multi_parcel FROM sale')).toEqual([{ multi_parcel: expected }]);
    market.close();
  });

  test('reads the same two parcels a day apart as two purchases', async () => {
    const market = await deriveMarket({
      transfers: [
        { parcel: 'P1', date: '2020-03-01', to: 'A LLC' },
        { parcel: 'P2', date: '2020-03-02', to: 'A LLC' },
      ],
    });
    expect(await market.rows('SELECT DISTINCT multi_parcel FROM sale')).toEqual([{ multi_parcel: false }]);
    market.close();
  });
});
