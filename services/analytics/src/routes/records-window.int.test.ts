import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type AnalyticsUnderTest, analyticsOver } from '../analytics-under-test.fixture.ts';
import { CENTER, flip, rental, serveDeals } from '../hand-made-deals.fixture.ts';

const LAST_DAY = '2022-12-01';
const on = (day: string) => ({ event_date: day, visible_from: day, purchase_date: day });
const DEALS = [
  rental(0.5, { deal_id: 1, ...on(LAST_DAY) }),
  flip(0.6, { deal_id: 2, ...on('2021-01-15') }),
  rental(0.7, { deal_id: 3, ...on('2020-11-30') }),
  rental(0.8, { deal_id: 4, ...on('2022-12-02') }),
  // Flipper purchases count one year after the purchase.
  rental(0.9, { deal_id: 5, ...on('2022-10-01'), visible_from: '2023-10-01' }),
];
const NOWHERE = { latitude: 45, longitude: -100 };
const RECORDS = ['x-coverage', 'x-records-through', 'x-records-stale'];

describe('analytics of a county whose records ended years ago', () => {
  let service: AnalyticsUnderTest;
  beforeAll(async () => {
    service = await analyticsOver((sql) => serveDeals(sql, DEALS, LAST_DAY), '2026-06-30');
  }, 60_000);
  afterAll(() => service.close());

  const headersOf = async (path: string, body: unknown) => {
    const { status, headers } = await service.post(path, body);
    expect(status).toBe(200);
    return RECORDS.map((name) => headers.get(name));
  };

  test('searches the 24 months before that day', async () => {
    const found = await service.search(CENTER);
    expect(found.map(({ miles_from_subject: miles }) => Math.round(miles * 10) / 10).sort()).toHaveLength(2);
    expect(found.map(({ buyer_type }) => buyer_type).sort()).toEqual(['flipper', 'landlord']);
    expect(await headersOf('/v1/analytics-search', CENTER)).toEqual(['full', LAST_DAY, 'true']);
  });

  test('counts the months before that day', async () => {
    const { radius_counts } = await service.summary({ ...CENTER, lookback_months: 6 });
    expect(radius_counts['1mi']).toEqual({ flips: 0, rentals: 1 });
    const longer = await service.summary({ ...CENTER, lookback_months: 24 });
    expect(longer.radius_counts['1mi']).toEqual({ flips: 1, rentals: 1 });
    expect(await headersOf('/v1/analytics-summary', CENTER)).toEqual(['full', LAST_DAY, 'true']);
  });

  test('is empty outside imported counties and reports only coverage', async () => {
    expect(await service.search(NOWHERE)).toEqual([]);
    expect((await service.summary(NOWHERE)).radius_counts['10mi']).toEqual({ flips: 0, rentals: 0 });
    expect(await headersOf('/v1/analytics-search', NOWHERE)).toEqual(['none', null, null]);
    expect(await headersOf('/v1/analytics-summary', NOWHERE)).toEqual(['none', null, null]);
  });

  test('is partial in a county without owner names', async () => {
    const bare = await analyticsOver(async (sql) => {
      await serveDeals(sql, DEALS, LAST_DAY);
      await sql`update market.county set share_with_owner = 0`;
    }, LAST_DAY);
    try {
      const { headers } = await bare.post('/v1/analytics-search', CENTER);
      expect(RECORDS.map((name) => headers.get(name))).toEqual(['partial', LAST_DAY, null]);
    } finally {
      await bare.close();
    }
  });
});
