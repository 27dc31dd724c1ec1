import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { DEADLINE_HEADER } from '@plat/kit';
import { type ValuationUnderTest, valuationUnderTest } from './valuation-under-test.fixture.ts';

let service: ValuationUnderTest;
beforeAll(async () => {
  service = await valuationUnderTest();
}, 60_000);
afterAll(() => service?.close());

describe('the subject of POST /v1/retail-comps', () => {
  test.each<[string, number, string]>([
    ['nowhere', 400, 'INVALID_ADDRESS'],
    ['the street', 400, 'LOW_ADDRESS_CONFIDENCE'],
    ['the zip', 400, 'LOW_ADDRESS_CONFIDENCE'],
    ['the city', 400, 'LOW_ADDRESS_CONFIDENCE'],
    ['a guess', 400, 'LOW_ADDRESS_CONFIDENCE'],
    ['the building', 400, 'LOW_ADDRESS_CONFIDENCE'],
    ['geocoded town', 400, 'LOW_ADDRESS_CONFIDENCE'],
    ['the lot', 400, 'NON_RESIDENTIAL_PROPERTY_TYPE'],
    ['the shop', 400, 'NON_RESIDENTIAL_PROPERTY_TYPE'],
    ['gone since', 404, 'INSUFFICIENT_COMPARABLE_SALES'],
    ['geocoded house', 404, 'INSUFFICIENT_COMPARABLE_SALES'],
    ['off the map', 404, 'INSUFFICIENT_COMPARABLE_SALES'],
    ['the lonely house', 404, 'INSUFFICIENT_COMPARABLE_SALES'],
    ['broken', 502, 'UPSTREAM_ERROR'],
    ['slow', 502, 'UPSTREAM_ERROR'],
  ])('returns for %p: %i %s', async (address, status, code) => {
    const response = await service.post({ address });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code, error: expect.any(String) });
    expect(response.headers.get('x-comps-source')).toBeNull();
    expect(response.headers.get('x-match-level')).toBeNull();
  });

  test.each([
    ['the street', 'The address matches only a street, not a house; add the house number'],
    ['the building', 'The address is a building with several units; add the unit'],
    ['nowhere', 'The address matches no property, or more than one; check its spelling and add what is missing'],
    ['the zip', 'The address matches only a ZIP code, not a house; add the house number and street'],
    ['the city', 'The address matches only a city, not a house; add the house number and street'],
  ])('reports for %p what was found', async (address, error) => {
    expect(await (await service.post({ address })).json()).toMatchObject({ error });
  });

  test('reports the number and search area of fewer than three comps', async () => {
    const response = await service.post({ address: 'the house', bedrooms_min: 4, max_radius_miles: 2 });
    expect(response.status).toBe(404);
    expect(((await response.json()) as { error: string }).error).toBe(
      "Only 1 comparable arm's length sales within 2 miles in the last 365 days; 3 are needed",
    );
  });
});

describe('requests to POST /v1/retail-comps', () => {
  const address = 'the house';
  test.each<[string, unknown, string]>([
    ['no address', {}, 'address'],
    ['a blank address', { address: ' ' }, 'address'],
    ['a negative radius', { address, max_radius_miles: -1 }, 'max_radius_miles'],
    ['a radius above 25', { address, max_radius_miles: 25.1 }, 'max_radius_miles'],
    ['no day at all', { address, max_days_back: 0 }, 'max_days_back'],
    ['days beyond five years', { address, max_days_back: 1826 }, 'max_days_back'],
    [
      'sizes in the wrong order',
      { address, living_square_feet_min: 2, living_square_feet_max: 1 },
      'living_square_feet_max',
    ],
    ['bedrooms in the wrong order', { address, bedrooms_min: 4, bedrooms_max: 3 }, 'bedrooms_max'],
    ['bathrooms in the wrong order', { address, bathrooms_min: 4, bathrooms_max: 3 }, 'bathrooms_max'],
    ['negative bedrooms', { address, bedrooms_min: -1 }, 'bedrooms_min'],
    ['explain as text', { address, explain: 'yes' }, 'explain'],
  ])('rejects %s and names the field', async (_, body, field) => {
    const response = await service.post(body);
    expect(response.status).toBe(400);
    const error = (await response.json()) as { error: string; code: string };
    expect(error.code).toBe('VALIDATION_ERROR');
    expect(error.error).toStartWith(field);
  });

  test('a slow or unavailable database is a failed lookup, safe to retry', async () => {
    await service.sql.unsafe('alter table market.comp_sale rename column source to hidden');
    try {
      expect((await service.post({ address })).status).toBe(500);
    } finally {
      await service.sql.unsafe('alter table market.comp_sale rename column hidden to source');
    }
    const locked = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const blocker = service.sql.begin(async (tx) => {
      await tx`lock table market.comp_sale in access exclusive mode`;
      locked.resolve();
      await release.promise;
    });
    await locked.promise;
    const late = service.post({ address }, { [DEADLINE_HEADER]: String(Date.now() + 300) });
    let isAnswered = false;
    const killed = service.post({ address }).finally(() => {
      isAnswered = true;
    });
    expect((await late).status).toBe(504);
    while (!isAnswered) {
      await service.sql`select pg_cancel_backend(pid) from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`;
      await Bun.sleep(20);
    }
    const response = await killed;
    release.resolve();
    await blocker;
    expect(response.status).toBe(502);
    expect(await response.json()).toEqual({
      error: 'The comps lookup failed; it is safe to try again',
      code: 'UPSTREAM_ERROR',
    });
    expect((await service.post({ address })).status).toBe(200);
  });
});
