import { afterAll, beforeAll, expect, test } from 'bun:test';
import { buyerSearchCriteria } from '@plat/contracts';
import type { DatasetRow } from '@plat/dataset';
import { type TestDatabase, testDatabase } from '@plat/test-kit';
import { serveHandMadeMarket } from '../../hand-made-market.fixture.ts';
import { SUBJECT } from '../domain/examples.fixture.ts';
import { recordedMarket } from './recorded-market.ts';

type Deal = Partial<DatasetRow<'deal'>>;
const rental = (deal_id: number, changes: Deal = {}): Deal => ({
  deal_id,
  buyer_id: deal_id,
  deal_type: 'rental',
  property_type: 'SFR',
  arms_length: 'valid',
  event_date: '2025-03-01',
  purchase_date: '2025-03-01',
  visible_from: '2025-03-01',
  latitude: 33.5,
  longitude: -112.1,
  tests: ['absentee_mailing'],
  bedrooms: 3,
  reliability: 0.5,
  ...changes,
});
const flip = (deal_id: number, purchase: string, resale: string, changes: Deal = {}): Deal =>
  rental(deal_id, {
    deal_type: 'flip',
    purchase_date: purchase,
    event_date: resale,
    sale_date: resale,
    visible_from: resale,
    ...changes,
  });

const DEALS: Deal[] = [
  rental(1, { purchase_price: 100_000, purchase_method: 'cash' }),
  rental(2, { institution: 'large' }),
  rental(3, { arms_length: 'non_arms_length' }),
  rental(4, { latitude: null, longitude: null }),
  rental(5, { latitude: 33.6 }),
  rental(6, { region: 'NV' }),
  rental(7, { visible_from: '2026-03-01', tests: ['no_homestead'] }),
  flip(8, '2025-02-01', '2025-12-01', { institution: 'large', tests: [] }),
  flip(9, '2024-01-01', '2025-06-01', { extended: true }),
  flip(10, '2025-02-01', '2025-12-01', { institution: 'alias' }),
];

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await serveHandMadeMarket(database.sql, { deal: DEALS });
}, 60_000);
afterAll(() => database?.close());

const market = () => recordedMarket(database.sql, 'AZ', buyerSearchCriteria({ radius_miles: 2 }));

test('returns counted purchases with coordinates, of buyers that a search shows', async () => {
  const purchases = await market().purchases({ from: '2025-01-01', to: '2025-03-01' });
  expect(purchases.map(({ dealId }) => dealId)).toEqual([8, 1, 5, 7]);
  expect(purchases[1]).toEqual({
    dealId: 1,
    propertyId: expect.any(Number),
    buyerId: 1,
    purchaseDate: '2025-03-01',
    countyKey: '',
    subject: {
      latitude: 33.5,
      longitude: -112.1,
      propertyType: 'SFR',
      bedrooms: 3,
      bathrooms: null,
      livingSquareFeet: null,
      estimatedValue: null,
    },
  });
  expect(await market().purchases({ from: '2025-03-02', to: '2026-12-31' })).toEqual([]);
});

test('returns the history of every buyer, also without coordinates', async () => {
  const histories = await market().histories();
  expect([...histories.keys()].sort((a, b) => a - b)).toEqual([1, 2, 4, 5, 7, 8, 10]);
  expect(histories.get(1)).toEqual([
    {
      purchaseDate: '2025-03-01',
      purchasePrice: 100_000,
      purchaseMethod: 'cash',
      saleDate: null,
      salePrice: null,
    },
  ]);
});

test('returns deals around a point that were held or pending on the last day', async () => {
  const deals = await market().dealsAround(SUBJECT, { from: '2024-03-01', to: '2025-03-31' });
  expect(
    deals
      .map(({ dealId, isAbsentee, isInstitution }) => [dealId, isAbsentee, isInstitution])
      .sort(([a], [b]) => Number(a) - Number(b)),
  ).toEqual([
    [1, true, false],
    [7, false, false],
    [8, false, true],
  ]);
});
