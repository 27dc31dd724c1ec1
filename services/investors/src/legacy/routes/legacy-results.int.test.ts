import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { LegacyBuyerResult, legacyResults } from '@plat/contracts';
import { DAY_MS } from '@plat/kit';
import { Value } from '@sinclair/typebox/value';
import { type LegacyUnderTest, legacyUnderTest, OTHER } from './legacy.fixture.ts';

let service: LegacyUnderTest;
beforeAll(async () => {
  service = await legacyUnderTest();
}, 60_000);
afterAll(() => service?.close(), 60_000);

const KEEP = { query: '?keep_falsy=true' };
/** Small enough that the narrowest circle has enough buyers. */
const NEAREST = { targetResultCount: 4 };
const refused = ({ status, body }: Awaited<ReturnType<LegacyUnderTest['results']>>) => [status, body.code];

describe('GET /v1/results', () => {
  test('returns every documented field of the best buyer', async () => {
    const { status, body } = await service.results(await service.completed(NEAREST), KEEP);
    expect(status).toBe(200);
    expect([...Value.Errors(legacyResults.responses[200], body)]).toEqual([]);
    expect(body.data[0]).toEqual({
      buyer_id: expect.any(Number),
      buyer_type: 'flipper',
      linked_deal_count: 3,
      buyer_first_name: 'Ada',
      buyer_last_name: 'Oakley',
      buyer_address: '9 E Almeria Rd',
      buyer_city: 'Phoenix',
      buyer_state: 'AZ',
      buyer_zip: '85003',
      full_address: '7 N Near St, Phoenix, AZ 85013',
      address: '7 N Near St',
      city: 'Phoenix',
      state: 'AZ',
      zip: '85013',
      county: 'Maricopa',
      fips: 4013,
      latitude: expect.any(Number),
      longitude: -112.1,
      subdivision: 'Willo Historic',
      property_use: 'Single Family Residential',
      apn: '112-03-041A',
      land_use: '0131 SFR',
      flood_zone: 'X',
      lot_acres: 0.1377,
      year_built: 1950,
      living_square_feet: 1500,
      bedrooms: 3,
      bathrooms: 2,
      assessed_improvement_value: 140_000,
      assessed_land_value: 60_000,
      estimated_equity: 112_000,
      estimated_value: 400_000,
      cash_buyer: true,
      sale_date1: '2026-06-20',
      sale_price1: 360_000,
      buyer_names1: 'OAK ANN',
      transaction_type1: 'special_warranty',
      sale_date2: '2026-01-10',
      sale_price2: 250_000,
      buyer_names2: 'NEAR FLIPS LLC',
      seller_names2: 'LAST SELLER',
      transaction_type2: 'warranty',
      wireless_1: '6025550101',
      wireless_2: null,
      wireless_3: null,
      wireless_4: null,
      landline_1: null,
      landline_2: null,
      skiptrace_result_first_name: 'Ada',
      skiptrace_result_last_name: 'Oakley',
      email_1: 'ada@example.com',
      email_2: null,
      email_3: null,
      smart_match: true,
      miles_from_subject: 0.1,
      smart_match_rank: 1,
    });
  });

  test.each([{}, KEEP])('returns fields in documented order, %p', async (options) => {
    const { body } = await service.results(await service.completed(NEAREST), options);
    for (const item of body.data) expect(Object.keys(item)).toEqual(Object.keys(LegacyBuyerResult.properties));
  });

  test('returns one item per buyer, best first, under the default filters of a buyer search', async () => {
    const { body } = await service.results(await service.completed(NEAREST));
    // Somebody who flips and rents out appears once; funds, relatives and old purchases do not appear.
    const first = body.data.map((item: { buyer_first_name: string }) => item.buyer_first_name);
    expect(first).toEqual(['Ada', 'Cy', 'Bea', 'Ruth']);
    const ranks = body.data.map((item: { smart_match_rank: number }) => item.smart_match_rank);
    expect(ranks).toEqual(ranks.map((_: number, index: number) => index + 1));
  });

  test('returns null for empty, 0 and false, unless keep_falsy is set', async () => {
    const searchId = await service.completed();
    const last = async (options?: typeof KEEP) => (await service.results(searchId, options)).body.data.at(-1);
    expect([(await last(KEEP)).smart_match, (await last()).smart_match]).toEqual([false, null]);
  });

  test.each([
    [1, ['flipper']],
    [0, ['landlord']],
  ])('at weight %p has only %p', async (flipperWeight, types) => {
    const { body } = await service.results(await service.completed({ flipperWeight }));
    expect([...new Set(body.data.map((item: { buyer_type: string }) => item.buyer_type))]).toEqual(types);
  });

  test.each(['the dataset', 'our own'])('withholds a number as soon as it is on a list of %s', async (whose) => {
    const searchId = await service.completed(NEAREST);
    const best = async () => (await service.results(searchId)).body.data[0];
    expect((await best()).wireless_1).toBe('6025550101');
    const { sql } = service.database;
    const entry = { kind: 'phone', value: '6025550101', list: 'opt_out' };
    if (whose === 'our own')
      await sql`insert into investors.suppressions ${sql({ ...entry, created_by: 'operator:test' })}`;
    else await sql`insert into market.suppression ${sql({ ...entry, region: 'ALL' })}`;
    const { wireless_1, email_1, skiptrace_result_first_name } = await best();
    await sql`delete from investors.suppressions`;
    await sql`delete from market.suppression where value = ${entry.value}`;
    expect([wireless_1, email_1, skiptrace_result_first_name]).toEqual([null, null, null]);
  });

  test('returns 400 that names a missing search-id', async () => {
    const { status, body } = await service.results(null);
    expect([status, body.code, body.fields[0].field]).toEqual([400, 'VALIDATION_ERROR', 'search-id']);
  });

  test('returns 404 with Retry-After while the search runs', async () => {
    const searchId = await service.completed();
    await service.database.sql`
      update investors.searches set status = 'pending', completed_at = null where id = ${searchId}`;
    const answer = await service.results(searchId);
    expect([...refused(answer), answer.headers.get('retry-after')]).toEqual([404, 'SEARCH_NOT_COMPLETED', '3']);
  });

  test('returns 404 without Retry-After for a failed search', async () => {
    const searchId = await service.completed();
    await service.database.sql`update investors.searches set status = 'failed', error = 'x' where id = ${searchId}`;
    const answer = await service.results(searchId);
    expect([...refused(answer), answer.headers.get('retry-after')]).toEqual([404, 'SEARCH_NOT_COMPLETED', null]);
  });

  test('returns 404 for a search that found nobody', async () => {
    const searchId = await service.completed({ address: '12 Lonely Rd, Phoenix, AZ' });
    expect(refused(await service.results(searchId))).toEqual([404, 'NO_BUYERS_FOUND']);
  });

  test("returns the same 404 for another key's search, a v1 search, and unknown and malformed ids", async () => {
    const own = await service.completed();
    const foreign = await service.completed({}, OTHER);
    const v1 = await service.completed();
    await service.database.sql`
      update investors.searches set api = 'v1', question = jsonb_set(question, '{api}', '"v1"') where id = ${v1}`;
    const ids = [foreign, v1, crypto.randomUUID(), 'none', "' or true --", own.slice(1)];
    const answers = await Promise.all(ids.map((id) => service.results(id)));
    expect(new Set(answers.map((answer) => JSON.stringify([answer.status, answer.body]))).size).toBe(1);
    expect(refused(answers[0]!)).toEqual([404, 'SEARCH_NOT_FOUND']);
    expect((await service.results(own)).status).toBe(200);
    expect((await service.results(own.toUpperCase())).status).toBe(200);
  });

  test('returns 404 after 30 days', async () => {
    const searchId = await service.completed();
    service.clock.advance(30 * DAY_MS - 60_000);
    expect((await service.results(searchId)).status).toBe(200);
    service.clock.advance(61_000);
    expect(refused(await service.results(searchId))).toEqual([404, 'SEARCH_NOT_FOUND']);
  });
});
