import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type InvestorsUnderTest, investorsUnderTest } from '../../investors-under-test.fixture.ts';
import { AS_OF, HAND_MADE_MARKET, HOUSE } from './buyer-search.fixture.ts';

const POINT = { latitude: HOUSE.latitude, longitude: HOUSE.longitude };
const NOWHERE = { latitude: 45, longitude: -100 };
const RECORDS = ['x-coverage', 'x-records-through', 'x-records-stale'];
const recordsOf = ({ headers }: Response) => RECORDS.map((name) => headers.get(name));

describe('searches in a county whose records ended years ago', () => {
  let usual: InvestorsUnderTest;
  let late: InvestorsUnderTest;
  beforeAll(async () => {
    [usual, late] = await Promise.all([
      investorsUnderTest(),
      investorsUnderTest(HAND_MADE_MARKET, { env: { PLAT_AS_OF: '2030-01-15' } }),
    ]);
    await late.sql`update market.county set records_through = ${AS_OF}`;
  }, 60_000);
  afterAll(() => Promise.all([usual.close(), late.close()]));

  /** Buyers without the fields that the do-not-call lists decide. */
  const buyers = async (service: InvestorsUnderTest, body: object) =>
    (await service.buyers(body)).map(({ buyer_entity_name, buyer_type, smart_match_rank }) => [
      ...[buyer_entity_name, buyer_type, smart_match_rank],
    ]);

  test('find the buyers as of the last day of records, in the same order', async () => {
    const body = { address: 'the house', lookback_years: 1 };
    const found = await buyers(late, body);
    expect(found.length).toBeGreaterThan(1);
    expect(found).toEqual(await buyers(usual, body));
    expect(recordsOf(await late.post(body))).toEqual(['full', AS_OF, 'true']);
  });

  test('return that day when accepting a background search, and find the same', async () => {
    const response = await late.post({ ...POINT, async: true });
    expect(response.status).toBe(202);
    expect(recordsOf(response)).toEqual(['full', AS_OF, 'true']);
  });

  test('judge the age of the national snapshot by the as-of day of the server', async () => {
    const phones = async (service: InvestorsUnderTest) =>
      JSON.stringify(await service.buyers(POINT)).match(/602555\d{4}/g)?.length ?? 0;
    expect(await phones(usual)).toBeGreaterThan(0);
    expect(await phones(late)).toBe(0);
  });

  test('take comps as of the last day of records', async () => {
    const comps = async (service: InvestorsUnderTest) =>
      (await (await service.ask('/v1/investor-comps', { ...POINT, lookback_months: 6 })).json()) as unknown[];
    const found = await comps(late);
    expect(found.length).toBeGreaterThan(0);
    expect(found).toEqual(await comps(usual));
    expect(recordsOf(await late.ask('/v1/investor-comps', POINT))).toEqual(['full', AS_OF, 'true']);
  });

  test('are empty outside imported counties', async () => {
    for (const path of ['/v1/buyer-search', '/v1/investor-comps']) {
      const response = await late.ask(path, NOWHERE);
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual([]);
      expect(recordsOf(response)).toEqual(['none', null, null]);
    }
  });

  test("count linked deals as of the last day of their county's records", async () => {
    const young = await investorsUnderTest(
      {
        property: [{ property_id: 1, parcel_id: 'P1', county: 'Sandbox', ...POINT }],
        county: [{ county_key: 'SANDBOX', name: 'Sandbox', records_through: '2026-03-01' }],
        buyer_alias: [{ buyer_id: 7, name_key: 'YOUNG HOMES LLC', name: 'YOUNG HOMES LLC', occurrences: 3 }],
        deal: ['2026-02-01', '2026-03-01', '2026-03-02'].map((visible_from, at) => ({
          deal_id: at + 1,
          property_id: 1,
          buyer_id: 7,
          deal_type: 'rental',
          arms_length: 'valid',
          property_type: 'SFR',
          event_date: '2025-06-01',
          purchase_date: '2025-06-01',
          visible_from,
          county: 'Sandbox',
          ...POINT,
        })),
      },
      { env: { PLAT_AS_OF: '2030-01-15' } },
    );
    try {
      const body = { search_string: 'Young Homes LLC', search_state: 'AZ', is_entity_name: true };
      const response = await young.ask('/v1/linked-deals', body);
      expect(await response.json()).toMatchObject({ results: [{ id: 2 }, { id: 1 }] });
      expect(recordsOf(response)).toEqual([null, null, null]);
    } finally {
      await young.close();
    }
  });
});
