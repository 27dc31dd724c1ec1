import { expect, test } from 'bun:test';
import { type LenderKind, lenderKind, purchaseMethod } from './purchase-method.ts';
import { deriveMarket } from './small-market.fixture.ts';

test.each([
  ['FIRST EXAMPLE BANK NA', false, false, 'other'],
  ['Kiavi Funding, Inc.', false, false, 'short_term'],
  ['LIMA ONE CAPITAL LLC', false, false, 'short_term'],
  ['SAMPLE HARD MONEY FUND', false, false, 'short_term'],
  ['SAMPLE BRIDGE LENDING LLC', false, false, 'short_term'],
  ['BRIDGEVIEW BANK', false, false, 'other'],
  ['POE MAX', true, false, 'short_term'],
  ['ROE ANN', true, true, 'seller'],
  ['Seller carry-back', false, false, 'seller'],
] as const)('%s lends as %p', (lender, isPerson, isSeller, kind) => {
  expect(lenderKind(lender, isPerson, isSeller)).toBe(kind as LenderKind);
});

test.each([
  [null, null, null],
  [0, null, 'cash'],
  [100_000, null, 'financed'],
  [null, 'other', 'financed'],
  [0, 'other', 'cash'],
  [100_000, 'short_term', 'hard_money'],
  [100_000, 'seller', 'seller_financed'],
] as const)('a loan of %p from %p', (loanAmount, lender, method) => {
  expect(purchaseMethod(loanAmount, lender)).toBe(method);
});

test('reads the seller as lender as seller financing', async () => {
  const market = await deriveMarket({
    transfers: [
      {
        parcel: 'P1',
        document: '1',
        date: '2023-01-01',
        from: 'ROE, ANN',
        to: 'OAK LLC',
        loan: 90_000,
        lender: 'ANN ROE',
      },
      {
        parcel: 'P2',
        document: '2',
        date: '2023-01-01',
        from: 'DOE JANE',
        to: 'OAK LLC',
        loan: 90_000,
        lender: 'ANN ROE',
      },
      { parcel: 'P3', document: '3', date: '2023-01-01', from: 'DOE JANE', to: 'OAK LLC' },
    ],
  });
  expect(await market.rows('SELECT purchase_method FROM sale ORDER BY parcel_id')).toEqual([
    { purchase_method: 'seller_financed' },
    { purchase_method: 'hard_money' },
    { purchase_method: null },
  ]);
  market.close();
});
