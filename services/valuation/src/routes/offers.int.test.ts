import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { OffersAnswer, OffersRequest } from '@plat/contracts';
import { type ValuationUnderTest, valuationUnderTest } from './valuation-under-test.fixture.ts';

let service: ValuationUnderTest;
beforeAll(async () => {
  service = await valuationUnderTest();
}, 60_000);
afterAll(() => service?.close());

const ADDRESS = 'the house';
const send = (body: unknown) => service.send('/v1/offers', { method: 'POST', body: JSON.stringify(body) });
async function offer(body: OffersRequest): Promise<OffersAnswer> {
  const response = await send(body);
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
  return (await response.json()) as OffersAnswer;
}
const problemOf = async (body: unknown) => {
  const response = await send(body);
  return [response.status, ((await response.json()) as { error: string }).error];
};

describe('POST /v1/offers over a market of a dozen sales', () => {
  test('returns the values computed by hand', async () => {
    const { arv, as_is, offers, rent, investors_paid, gross_yield_at_offer } = await offer({
      address: ADDRESS,
      repairs: 40_000,
      assignment_fee: 10_000,
    });
    // The as-is value of 290,000 times 1.3; see the tests of retail comps.
    expect(arv).toEqual({
      value: 377_000,
      value_low: 339_300,
      value_high: 414_700,
      comp_count: 3,
      method: 'value_ratio',
    });
    expect(as_is?.value).toBe(290_000);
    // 0.65 * 377,000 = 245,050; less 50,000. Low: 0.65 * 339,300 = 220,545. High: 0.65 * 414,700 = 269,555.
    expect(offers).toEqual([
      { rule: 0.65, maximum_offer: 195_050, maximum_offer_low: 170_545, maximum_offer_high: 219_555 },
      { rule: 0.7, maximum_offer: 213_900, maximum_offer_low: 187_510, maximum_offer_high: 240_290 },
      { rule: 0.75, maximum_offer: 232_750, maximum_offer_low: 204_475, maximum_offer_high: 261_025 },
    ]);
    expect(rent).toEqual({ value: 2_000, value_low: 1_700, value_high: 2_300, source: 'table' });
    // 12 * 2,000 / 213,900 = 11.22 %.
    expect(gross_yield_at_offer).toBe(11.2);
    // 0.625, 0.65 and 0.7 of the resale; 169,000 / 1,500 is 112.67 a square foot.
    expect(investors_paid).toEqual({
      count: 3,
      median_share_of_resale: 0.65,
      p33: 0.6415,
      p67: 0.667,
      median_price_per_square_foot: 112.67,
    });
  });

  test('has exactly the documented fields and the headers of retail comps', async () => {
    const response = await send({ address: ADDRESS });
    expect(response.headers.get('x-comps-source')).toBe('recorder');
    expect(response.headers.get('x-subject-property-id')).toBe('prp_1');
    expect(response.headers.get('x-match-level')).toBe('exact');
    expect(response.headers.get('x-value-confidence')).toBe('high');
    expect(Object.keys((await response.json()) as OffersAnswer).sort()).toEqual([
      'arv',
      'as_is',
      'comps',
      'gross_yield_at_offer',
      'investors_paid',
      'offers',
      'rent',
      'subject',
    ]);
  });

  test('returns the comps, subject and values of retail comps', async () => {
    const { subject, comps, as_is, arv, explanation } = await offer({ address: ADDRESS, explain: true });
    const comparison: unknown = await service.answer({ address: ADDRESS, explain: true });
    expect({ subject, comps, avm: as_is, arv, explanation }).toEqual(comparison as never);
  });

  test('multiplies repairs per square foot by the living area', async () => {
    const { offers } = await offer({ address: ADDRESS, repairs_per_square_foot: 20, rules: [0.7] });
    expect(offers.map(({ maximum_offer }) => maximum_offer)).toEqual([263_900 - 30_000]);
  });

  test('keeps the order of rules and computes the yield at the middle one', async () => {
    const { offers, gross_yield_at_offer } = await offer({ address: ADDRESS, rules: [0.8, 0.5] });
    expect(offers.map(({ rule }) => rule)).toEqual([0.8, 0.5]);
    expect(gross_yield_at_offer).toBe(12.7);
  });

  test('has no yield at an offer of 0', async () => {
    const { offers, gross_yield_at_offer } = await offer({ address: ADDRESS, repairs: 10_000_000 });
    expect(offers.every(({ maximum_offer_high }) => maximum_offer_high === 0)).toBe(true);
    expect(gross_yield_at_offer).toBeNull();
  });

  test('reads nulls as omitted fields', async () => {
    const nothing = { repairs: null, repairs_per_square_foot: null, assignment_fee: null, rules: null, explain: null };
    expect(await offer({ address: ADDRESS, ...nothing })).toEqual(await offer({ address: ADDRESS }));
  });

  test.each([
    ['both kinds of repairs', { repairs: 1, repairs_per_square_foot: 1 }, 'repairs_per_square_foot must not be'],
    ['no rule', { rules: [] }, 'rules must not be empty'],
    ['eleven rules', { rules: Array(11).fill(0.7) }, 'rules must have at most 10 items'],
    ['a rule of 0', { rules: [0] }, 'rules.0 must be greater than 0'],
    ['a rule above 1', { rules: [0.7, 1.01] }, 'rules.1 must be at most 1'],
    ['negative repairs', { repairs: -1 }, 'repairs must be at least 0'],
    ['a fee above ten million', { assignment_fee: 10_000_001 }, 'assignment_fee must be at most 10000000'],
    ['an empty address', { address: ' ' }, 'address must not be empty'],
  ])('rejects %s and names the field', async (_what, changes, message) => {
    const [status, error] = await problemOf({ address: ADDRESS, ...changes });
    expect([status, String(error).slice(0, message.length)]).toEqual([400, message]);
  });

  test.each([
    ['INVALID_ADDRESS', 400, 'nowhere'],
    ['LOW_ADDRESS_CONFIDENCE', 400, 'the building'],
    ['NON_RESIDENTIAL_PROPERTY_TYPE', 400, 'the lot'],
    ['INSUFFICIENT_COMPARABLE_SALES', 404, 'the lonely house'],
    ['INSUFFICIENT_COMPARABLE_SALES', 404, 'the ranch'],
    ['UPSTREAM_ERROR', 502, 'broken'],
  ])('returns %s with %p for %p', async (code, status, address) => {
    const response = await send({ address });
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([status, code]);
  });

  test('names the field for repairs per square foot without a living area', async () => {
    await service.sql`update market.property set living_square_feet = null where property_id = 1`;
    try {
      const [status, error] = await problemOf({ address: ADDRESS, repairs_per_square_foot: 20 });
      expect(status).toBe(400);
      expect(String(error)).toStartWith('repairs_per_square_foot cannot be used: the living area');
    } finally {
      await service.sql`update market.property set living_square_feet = 1500 where property_id = 1`;
    }
  });
});
