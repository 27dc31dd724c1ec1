import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { coverage } from '@plat/contracts';
import { Value } from '@sinclair/typebox/value';
import { AS_OF } from './retail-comps.fixture.ts';
import { type ValuationUnderTest, valuationUnderTest } from './valuation-under-test.fixture.ts';

let service: ValuationUnderTest;
beforeAll(async () => {
  service = await valuationUnderTest();
  await service.sql`update market.county set imported_at = '2026-06-30T00:00:00.000Z'`;
  await service.sql`update market.county set records_through = '2026-05-31', sources = '{canonical}',
    share_with_price = 2.0 / 3 where region = 'AZ'`;
}, 60_000);
afterAll(() => service?.close());

const read = async (query = '') => {
  const response = await service.get(`/v1/coverage${query}`);
  expect(response.status).toBe(200);
  const body = await response.json();
  expect([...Value.Errors(coverage.responses[200], body)]).toEqual([]);
  return body as { as_of: string; counties: { state: string; records_through: string | null }[] };
};
const statesAt = async (query: string) => (await read(query)).counties.map(({ state }) => state);

describe('GET /v1/coverage', () => {
  test('lists every imported county', async () => {
    const { as_of, counties } = await read();
    expect(as_of).toBe(AS_OF);
    expect(counties.length).toBeGreaterThan(1);
    expect(counties.find(({ state }) => state === 'AZ')).toMatchObject({
      records_through: '2026-05-31',
      sources: ['canonical'],
      share_with_price: 0.6667,
      share_with_phone: 0,
    });
  });

  test('returns only the county at a location', async () => {
    expect(await statesAt('?latitude=33.5&longitude=-112.1')).toEqual(['AZ']);
    expect(await statesAt('?address=the%20house')).toEqual(['AZ']);
  });

  test('prefers the address if both are sent', async () => {
    expect(await statesAt('?address=the%20house&latitude=1&longitude=1')).toEqual(['AZ']);
  });

  test('takes the coordinates beside an empty address', async () => {
    expect(await statesAt('?address=&latitude=33.5&longitude=-112.1')).toEqual(['AZ']);
  });

  test('is empty without an import', async () => {
    expect(await statesAt('?latitude=1&longitude=1')).toEqual([]);
    expect(await statesAt('?address=unknown')).toEqual([]);
  });

  test.each([
    ['?latitude=33.5', 'longitude'],
    ['?longitude=-112.1', 'latitude'],
    ['?latitude=91&longitude=0', 'latitude'],
    ['?latitude=33.5&longitude=west', 'longitude'],
    ['?latitude=&longitude=1', 'latitude'],
    ['?address=', 'address'],
    ['?address=%20', 'address'],
  ])('rejects %s, naming the field', async (query, field) => {
    const response = await service.get(`/v1/coverage${query}`);
    expect(response.status).toBe(400);
    expect(JSON.stringify(await response.json())).toContain(field);
  });
});
