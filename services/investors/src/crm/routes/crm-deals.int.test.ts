import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import type { BuyerSearchItem, BuyerSearchRequest, CrmDeal, CrmDealDetails } from '@plat/contracts';
import type { Principal } from '@plat/kit';
import { eventually } from '@plat/test-kit';
import { type InvestorsUnderTest, investorsUnderTest } from '../../investors-under-test.fixture.ts';
import { HOUSE } from '../../search/routes/buyer-search.fixture.ts';

const OPERATOR: Principal = {
  keyId: 'operator:test',
  keyKind: 'service',
  companyId: 'plat',
  userId: null,
  realm: 'live',
};
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

let service: InvestorsUnderTest;
beforeAll(async () => {
  service = await investorsUnderTest();
}, 60_000);
afterAll(() => service?.close());
beforeEach(async () => {
  await service.sql`truncate investors.crm_deals, investors.suppressions cascade`;
});

/** Searches and waits for the response. @returns the value of X-Deal-Id. */
async function search(body: BuyerSearchRequest): Promise<string | null> {
  const response = await service.post(body);
  expect(response.status).toBe(200);
  await response.arrayBuffer();
  return response.headers.get('x-deal-id');
}
const answerOf = async <T>(path: string) => {
  const response = await service.get(path, OPERATOR);
  expect(response.status).toBe(200);
  return (await response.json()) as T;
};
const list = (query = '') => answerOf<{ deals: CrmDeal[]; next_cursor: string | null }>(`/internal/crm-deals${query}`);
const read = (dealId: string) => answerOf<CrmDealDetails>(`/internal/crm-deals/details?deal_id=${dealId}`);
const theDeal = async (): Promise<CrmDeal> => {
  const { deals } = await list();
  expect(deals).toHaveLength(1);
  return deals[0]!;
};

describe('a buyer search by address', () => {
  test('makes the deal of its property by default, with the buyers that it returns', async () => {
    const buyers = await service.buyers({ address: 'the house' });
    const deal = await theDeal();
    expect(deal).toMatchObject({
      company_id: 'c',
      key_id: 'k',
      user_id: null,
      property_id: HOUSE.property_id,
      address: HOUSE.address,
      latitude: HOUSE.latitude,
      longitude: HOUSE.longitude,
      buyer_count: buyers.length,
      search_count: 1,
    });
    expect((await read(deal.deal_id)).buyers).toEqual(buyers);
  });

  test('reuses the deal and adds buyers of other filters, removing nobody', async () => {
    const flippers = await service.buyers({ address: 'the house', buyer_types: ['flipper'] });
    const landlords = await service.buyers({ address: 'the house', buyer_types: ['landlord'] });
    const deal = await theDeal();
    const { buyers, search_ids } = await read(deal.deal_id);
    const nameOf = (item: BuyerSearchItem) => `${item.buyer_type} ${item.buyer_entity_name}`;
    expect(buyers.map(nameOf)).toEqual([...landlords, ...flippers].map(nameOf));
    expect(buyers.map(({ smart_match_rank: rank }) => rank)).toEqual(buyers.map((_, index) => index + 1));
    expect(search_ids).toHaveLength(2);
    expect(deal.buyer_count).toBe(buyers.length);
  });

  test('stays unchanged when the same search asks for explanations', async () => {
    await search({ address: 'the house' });
    await search({ address: 'the house', explain: 'full' });
    const metrics = await service.deps.metrics.registry.metrics();
    expect(metrics).toMatch(/plat_crm_deal_attachments_total\{outcome="unchanged".*\} 1/);
    expect(await service.sql`select from investors.crm_deal_buyers where found ? 'explanation'`).toHaveLength(0);
  });

  test('returns X-Deal-Id with explain only, and the documented body', async () => {
    expect(await search({ address: 'the house' })).toBeNull();
    const { deal_id } = await theDeal();
    expect(await search({ address: 'the house', explain: true })).toBe(deal_id);
  });

  test('in the background returns X-Deal-Id with its results, with explain only', async () => {
    const dealNamed = async (explain: boolean) => {
      const accepted = await service.post({ address: 'the house', async: true, explain });
      const { search_id } = (await accepted.json()) as { search_id: string };
      const results = await eventually(
        () => service.get(`/v1/buyer-search?search_id=${search_id}`),
        ({ headers }) => headers.get('x-search-status') !== 'pending',
      );
      return results.headers.get('x-deal-id');
    };
    expect(await dealNamed(false)).toBeNull();
    expect(await dealNamed(true)).toBe((await theDeal()).deal_id);
  });

  test.each<[string, BuyerSearchRequest]>([
    ['that wants none', { address: 'the house', create_deal: false }],
    ['by coordinates, even those of the house', { latitude: HOUSE.latitude, longitude: HOUSE.longitude }],
    ['that falls back on its coordinates', { address: 'nowhere', latitude: 33.5, longitude: -112.1 }],
    ['of a building without unit', { address: 'the building' }],
    ['of a house that only the geocoder knows', { address: 'geocoded house' }],
  ])('makes no deal: one %s', async (_, body) => {
    expect(await search({ ...body, explain: true })).toBeNull();
    expect((await list()).deals).toEqual([]);
  });

  test('makes no deal when its address matches nothing', async () => {
    expect((await service.post({ address: 'nowhere' })).status).toBe(404);
    expect((await list()).deals).toEqual([]);
  });

  test('makes the deal in the background under the search id of its caller', async () => {
    const accepted = await service.post({ address: 'the house', async: true });
    const { search_id } = (await accepted.json()) as { search_id: string };
    const [deal] = await eventually(
      async () => (await list()).deals,
      (deals) => deals.length > 0,
    );
    expect((await read(deal!.deal_id)).search_ids).toEqual([search_id]);
  });

  test('returns normally when its deal is written late', async () => {
    const before = await service.buyers({ address: 'the house', create_deal: false });
    await service.sql`alter table investors.crm_deals rename to crm_deals_away`;
    try {
      const response = await service.post({ address: 'the house', explain: false });
      expect([response.status, response.headers.get('x-deal-id')]).toEqual([200, null]);
      expect(await response.json()).toEqual(before);
      expect(await service.deps.metrics.registry.metrics()).toMatch(/plat_crm_deals_late\{.*\} 1/);
    } finally {
      await service.sql`alter table investors.crm_deals_away rename to crm_deals`;
    }
    const { deals } = await eventually(list, (page) => page.deals.length === 1, 10_000);
    expect(deals).toMatchObject([{ property_id: HOUSE.property_id, buyer_count: before.length, search_count: 1 }]);
    expect(await service.sql`select from investors.late_deals`).toHaveLength(0);
    const metrics = await service.deps.metrics.registry.metrics();
    expect(metrics).toMatch(/plat_crm_deal_attachments_total\{outcome="late".*\} 1/);
  });

  test('returns normally and counts a failure when its deal can be neither written nor stored', async () => {
    const tables = ['crm_deals', 'late_deals'];
    for (const table of tables) await service.sql.unsafe(`alter table investors.${table} rename to ${table}_away`);
    try {
      const response = await service.post({ address: 'the house' });
      expect([response.status, response.headers.get('x-deal-id')]).toEqual([200, null]);
    } finally {
      for (const table of tables) await service.sql.unsafe(`alter table investors.${table}_away rename to ${table}`);
    }
    const metrics = await service.deps.metrics.registry.metrics();
    expect(metrics).toMatch(/plat_crm_deal_attachments_total\{outcome="failed".*\} 1/);
  });
});

describe('reading a deal', () => {
  test('applies the current do-not-contact lists', async () => {
    const dealId = await search({ address: 'the house', explain: true });
    const contactOf = async () => {
      const { buyers } = await read(dealId!);
      const buyer = buyers.find(({ buyer_entity_name: name }) => name === 'NEAR FLIPS LLC');
      return [buyer?.buyer_first_name, buyer?.buyer_phone_number, buyer?.buyer_email];
    };
    expect(await contactOf()).toEqual(['Ada', 6025550101, 'ada@example.com']);
    await service.sql`
      insert into investors.suppressions (kind, value, list, created_by)
      values ('phone', '6025550101', 'opt_out', 'operator:test')`;
    expect(await contactOf()).toEqual(['Ada', null, null]);
    await service.sql`update investors.suppressions set list = 'deletion'`;
    expect(await contactOf()).toEqual([null, null, null]);
  });

  test('returns exactly the documented keys', async () => {
    const dealId = await search({ address: 'the house', explain: true });
    const { buyers } = await read(dealId!);
    expect(buyers.map((item) => Object.keys(item).length)).toEqual(buyers.map(() => 25));
  });

  test('returns 404 for any other id or text', async () => {
    for (const id of [UNKNOWN, 'none', '%00', '1; drop table x']) {
      const response = await service.get(`/internal/crm-deals/details?deal_id=${encodeURIComponent(id)}`, OPERATOR);
      expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([404, 'NOT_FOUND']);
    }
  });

  test('requires a service token: both operations return 401 without one', async () => {
    const app = (await import('../../app.ts')).createInvestorsApp(service.deps);
    for (const path of ['/internal/crm-deals', `/internal/crm-deals/details?deal_id=${UNKNOWN}`]) {
      for (const authorization of ['', 'Bearer forged']) {
        const headers = { authorization };
        const response = await app.handle(new Request(`http://investors.internal${path}`, { headers }));
        expect(response.status).toBe(401);
      }
    }
  });
});

describe('listed deals', () => {
  test('can be filtered by company, key and user', async () => {
    await search({ address: 'the house' });
    for (const query of ['?company_id=c', '?key_id=k', '?company_id=c&key_id=k']) {
      expect((await list(query)).deals).toHaveLength(1);
    }
    for (const query of ['?company_id=other', '?key_id=other', '?user_id=u', '?company_id=c&user_id=u']) {
      expect(await list(query)).toEqual({ deals: [], next_cursor: null });
    }
  });

  test('return 400 that names an invalid cursor', async () => {
    const response = await service.get('/internal/crm-deals?cursor=forged', OPERATOR);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'VALIDATION_ERROR', fields: [{ field: 'cursor' }] });
  });
});
