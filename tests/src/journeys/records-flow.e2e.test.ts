import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createKey } from '@plat/accounts/operator';
import { SAMPLE_AS_OF, sampleDatabase } from '@plat/standalone/sample-database';
import { type ServedMarket, serveSampleMarket } from './served-market.fixture.ts';

const START_MS = 120_000;
const RECORDS = ['x-coverage', 'x-records-through', 'x-records-stale'];
const recordsOf = (headers: Headers) => RECORDS.map((name) => headers.get(name));
const STALE = ['full', SAMPLE_AS_OF, 'true'];

describe('records imported years ago with --as-of', () => {
  let served: ServedMarket;
  let key: string;
  beforeAll(async () => {
    served = await serveSampleMarket({
      receiver: 'localhost',
      database: { opened: await sampleDatabase(), asOf: '2031-01-15' },
    });
    const owner = { kind: 'subscriber', name: 'Acme', companyName: 'Acme' } as const;
    key = (await createKey(served.operator, 'operator:test', owner)).key;
  }, START_MS);
  afterAll(() => served?.close(), START_MS);

  const post = (path: string, body: unknown, more: Record<string, string> = {}) =>
    served.send('POST', path, { 'x-api-key': key, ...more }, body);

  test('return buyers through the gateway, with the last day of the records', async () => {
    const { status, headers, body } = await post('/v1/buyer-search', { address: served.address });
    expect(status).toBe(200);
    expect(body.length).toBeGreaterThan(0);
    expect(recordsOf(headers)).toEqual(STALE);
  });

  test('keep the headers on a replayed response', async () => {
    const body = { address: served.address, radius_miles: 1 };
    const replayed = [];
    for (const _ of [1, 2]) {
      const { headers } = await post('/v1/buyer-search', body, { 'idempotency-key': 'records' });
      expect(recordsOf(headers)).toEqual(STALE);
      replayed.push(headers.get('idempotent-replayed'));
    }
    expect(replayed).toEqual([null, 'true']);
  });

  test('give retail comps as of that day', async () => {
    const { status, headers, body } = await post('/v1/retail-comps', { address: served.address });
    expect(status).toBe(200);
    expect(recordsOf(headers)).toEqual(STALE);
    if (body.avm !== null) expect(body.avm.as_of_date).toBe(SAMPLE_AS_OF);
  });

  test('appear in GET /v1/coverage, which counts nothing', async () => {
    const query = `?address=${encodeURIComponent(served.address)}`;
    const { status, body, headers } = await served.send('GET', `/v1/coverage${query}`, { 'x-api-key': key });
    expect(status).toBe(200);
    expect(body.as_of).toBe('2031-01-15');
    expect(body.counties).toHaveLength(1);
    expect(body.counties[0].records_through).toBe(SAMPLE_AS_OF);
    expect(headers.get('x-monthly-remaining')).toBeNull();
  });

  test('give an empty response far from every county', async () => {
    const { status, headers, body } = await post('/v1/investor-comps', { latitude: 45, longitude: -100 });
    expect([status, body]).toEqual([200, []]);
    expect(recordsOf(headers)).toEqual(['none', null, null]);
  });
});
