import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { connect } from '@plat/db';
import { REALMS } from '@plat/kit';
import { testPostgres } from '@plat/test-kit';
import fc from 'fast-check';
import { exampleDeal } from '../../search/domain/examples.fixture.ts';
import { dealOwner } from '../domain/deal-owner.ts';
import type { DealAttachment } from '../domain/ports.ts';
import {
  attachment,
  type CrmDealsUnderTest,
  crmDealsUnderTest,
  foundBuyer,
  HOUSE,
  never,
  SEARCHER,
} from './crm-deals-under-test.fixture.ts';
import { MOST_DEAL_BUYERS, MOST_DEAL_SEARCHES } from './postgres-crm-deal-store.ts';

let deals: CrmDealsUnderTest;
beforeAll(async () => {
  deals = await crmDealsUnderTest();
}, 60_000);
afterAll(() => deals?.close());
beforeEach(async () => {
  deals.news.length = 0;
  await deals.sql`truncate investors.crm_deals, investors.webhook_settings cascade`;
});

const attach = (...given: Parameters<typeof attachment>) => deals.store.attach(attachment(...given), never);
const stored = async (dealId: string) => {
  const found = await deals.store.find(dealId, never);
  if (found === null) throw new Error('there is no such deal');
  return found;
};
const namesOf = async (dealId: string) => (await stored(dealId)).buyers.map(({ deal }) => deal.buyer.name);
const allDeals = () => deals.store.list({}, { changedAfter: null, behind: null }, 1_000, never);
const hour = (number: number): string => new Date(Date.UTC(2026, 5, 30, number)).toISOString();

describe('a deal', () => {
  test('is made by the first search of a property and reused by the next, which adds its buyers', async () => {
    const first = await attach([foundBuyer('A LLC'), foundBuyer('B LLC', { rank: 2 })], { at: hour(1) });
    expect(first.outcome).toBe('created');
    const second = await attach([foundBuyer('C LLC')], { at: hour(2) });
    expect(second).toEqual({ dealId: first.dealId, outcome: 'changed' });
    expect(await namesOf(first.dealId)).toEqual(['C LLC', 'A LLC', 'B LLC']);
    const [deal, ...others] = await allDeals();
    expect(others).toEqual([]);
    expect(deal).toMatchObject({ property_id: 1, address: HOUSE.address, buyer_count: 3, search_count: 2 });
  });

  test('is one, however many searches of the property run at once, and has the buyers of all', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `BUYER ${index} LLC`);
    const attached = await Promise.all(names.map((name) => attach([foundBuyer(name), foundBuyer('BOTH LLC')])));
    expect(new Set(attached.map(({ dealId }) => dealId)).size).toBe(1);
    expect(attached.filter(({ outcome }) => outcome === 'created')).toHaveLength(1);
    const { deal, buyers } = await stored(attached[0]!.dealId);
    expect(deal).toMatchObject({ buyer_count: 21, search_count: 20 });
    expect(buyers.map((one) => one.deal.buyer.name).sort()).toEqual([...names, 'BOTH LLC'].sort());
  });

  test('has a buyer once per type, as the newest search that found it had it', async () => {
    const landlord = (rank: number) => foundBuyer('A LLC', { rank });
    const flipper = foundBuyer('A LLC', { deal: { ...landlord(1).deal, buyerType: 'flipper' } });
    const { dealId } = await attach([landlord(4), flipper], { at: hour(1) });
    await attach([landlord(2)], { at: hour(2) });
    const { buyers } = await stored(dealId);
    expect(buyers.map(({ deal, rank }) => [deal.buyerType, rank])).toEqual([
      ['landlord', 2],
      ['flipper', 1],
    ]);
  });

  test('keeps what a newer search found when an older one is attached late', async () => {
    const { dealId } = await attach([foundBuyer('A LLC', { rank: 1 })], { at: hour(2) });
    const late = await attach([foundBuyer('A LLC', { rank: 9 }), foundBuyer('B LLC', { rank: 3 })], { at: hour(1) });
    expect(late.outcome).toBe('changed');
    const { buyers } = await stored(dealId);
    expect(buyers.map(({ deal, rank }) => [deal.buyer.name, rank])).toEqual([
      ['A LLC', 1],
      ['B LLC', 3],
    ]);
  });

  test('is unchanged by a search that finds the same, and by the same search once more', async () => {
    const search = attachment([foundBuyer('A LLC')], { at: hour(1) });
    const { dealId } = await deals.store.attach(search, never);
    expect(await deals.store.attach(search, never)).toEqual({ dealId, outcome: 'unchanged' });
    expect((await attach([foundBuyer('A LLC')], { at: hour(2) })).outcome).toBe('unchanged');
    expect((await stored(dealId)).deal).toMatchObject({ buyer_count: 1, search_count: 2 });
    expect((await attach([foundBuyer('A LLC', { smartMatch: true })], { at: hour(3) })).outcome).toBe('changed');
  });

  test('has nothing written of its buyers when a search finds the same, which counts as having found them', async () => {
    const both = [foundBuyer('A LLC', { rank: 1 }), foundBuyer('B LLC', { rank: 2 })];
    const { dealId } = await attach(both, { at: hour(1) });
    const rows = () =>
      deals.sql`select xmin::text, ctid::text, buyer_key from investors.crm_deal_buyers order by buyer_key`;
    const written = [...(await rows())];
    await attach(both, { at: hour(4) });
    expect([...(await rows())]).toEqual(written);
    const late = await attach([foundBuyer('C LLC', { rank: 1 }), foundBuyer('A LLC', { rank: 9 })], { at: hour(3) });
    expect(late.outcome).toBe('changed');
    expect((await stored(dealId)).buyers.map(({ deal, rank }) => [deal.buyer.name, rank])).toEqual([
      ['A LLC', 1],
      ['B LLC', 2],
      ['C LLC', 1],
    ]);
    expect((await attach(both, { at: hour(5) })).outcome).toBe('unchanged');
    expect((await attach([foundBuyer('C LLC')], { at: hour(6) })).outcome).toBe('unchanged');
    expect(await namesOf(dealId)).toEqual(['C LLC', 'A LLC', 'B LLC']);
  });

  test('has its buyers written anew where they stand, without their index, by searches that change them', async () => {
    // On a server of its own: what others do in theirs would keep the rows of before, and their places with them.
    const alone = await crmDealsUnderTest(await testPostgres());
    const updates = async () => {
      const [row] = await alone.sql<[{ updates: number; in_place: number }]>`
        select n_tup_upd::int as updates, n_tup_hot_upd::int as in_place from pg_stat_user_tables
        where relid = 'investors.crm_deal_buyers'::regclass`;
      return row;
    };
    const before = await updates();
    for (let rank = 1; rank <= 6; rank++) {
      const names = Array.from({ length: 200 }, (_, index) => `BUYER ${index} LLC`);
      const buyers = names.map((name) => foundBuyer(name, { rank }));
      await alone.store.attach(attachment(buyers, { at: hour(rank) }), never);
    }
    let after = await updates();
    for (const untilMs = Date.now() + 20_000; after.updates < before.updates + 1_000 && Date.now() < untilMs; ) {
      await Bun.sleep(100);
      after = await updates();
    }
    expect(after.updates - before.updates).toBeGreaterThanOrEqual(1_000);
    expect(after.in_place - before.in_place).toBeGreaterThan(500);
    await alone.close();
  }, 120_000);

  test('is made for a search that finds nobody, with nobody', async () => {
    const { dealId, outcome } = await attach([]);
    expect(outcome).toBe('created');
    expect((await stored(dealId)).deal).toMatchObject({ buyer_count: 0, search_count: 1 });
  });

  test('follows its property when the records correct its address', async () => {
    const { dealId } = await attach([]);
    const property = { ...HOUSE, address: '12 W Juniper Ave, Phoenix, AZ 85014', latitude: null, longitude: null };
    expect(await attach([], { property })).toEqual({ dealId, outcome: 'changed' });
    expect((await stored(dealId)).deal).toMatchObject({ address: property.address, latitude: null, longitude: null });
  });

  test('keeps the address that a newer search wrote when an older one is attached late', async () => {
    const property = { ...HOUSE, address: '12 W Juniper Ave, Phoenix, AZ 85014' };
    const { dealId } = await attach([], { property, at: hour(2) });
    expect(await attach([], { at: hour(1) })).toEqual({ dealId, outcome: 'unchanged' });
    expect((await stored(dealId)).deal.address).toBe(property.address);
  });

  test('keeps a bounded number of buyers and of searches, the newest', async () => {
    const many = (prefix: string) =>
      Array.from({ length: 600 }, (_, index) => foundBuyer(`${prefix} ${index} LLC`, { rank: index + 1 }));
    await attach(many('OLD'), { at: hour(1) });
    const { dealId } = await attach(many('NEW'), { at: hour(2) });
    const names = await namesOf(dealId);
    expect(names).toHaveLength(MOST_DEAL_BUYERS);
    expect(names.filter((name) => name?.startsWith('NEW'))).toHaveLength(600);
    expect([names.includes('OLD 399 LLC'), names.includes('OLD 400 LLC')]).toEqual([true, false]);

    const searches = Array.from({ length: MOST_DEAL_SEARCHES }, (_, index) => attachment([], { at: hour(3 + index) }));
    for (const search of searches) await deals.store.attach(search, never);
    const { searchIds } = await stored(dealId);
    expect(searchIds).toEqual(searches.map(({ searchId }) => searchId).reverse());
  });

  test('is found by its id alone; any other text finds nothing', async () => {
    const { dealId } = await attach([]);
    expect((await stored(dealId)).deal.deal_id).toBe(dealId);
    for (const other of [crypto.randomUUID(), 'none', '', `${dealId} `, "' or true --"]) {
      expect(await deals.store.find(other, never)).toBeNull();
    }
  });
});

describe('whose a deal is', () => {
  const realm = 'live' as const;
  const keyOfCompany = (keyId: string, companyId = 'company 1') => ({ companyId, keyId, userId: null, realm });
  const userOf = (keyId: string, userId: string) => ({ companyId: 'company 1', keyId, userId, realm });

  test('keys of one company share its deals; no other company, key or user ever attaches to them', async () => {
    const searchers = [
      keyOfCompany('key 1'),
      keyOfCompany('key 3', 'company 2'),
      userOf('key 1', 'user'),
      userOf('key 2', 'user'),
      userOf('key 2', 'other'),
      userOf('key 2', 'company 1'),
    ];
    const made = await Promise.all(searchers.map((searcher) => attach([foundBuyer('A LLC')], { searcher })));
    expect(new Set(made.map(({ dealId }) => dealId)).size).toBe(searchers.length);
    expect(made.every(({ outcome }) => outcome === 'created')).toBe(true);
    const ofColleague = await attach([foundBuyer('B LLC')], { searcher: keyOfCompany('key 2') });
    expect(ofColleague.dealId).toBe(made[0]!.dealId);
    for (const { dealId } of made.slice(1)) expect(await namesOf(dealId)).toEqual(['A LLC']);
  });

  test('two searchers own the same deals only when they are one company, or one user under one key, in one realm', () => {
    const text = fc.oneof(fc.constantFrom('a', 'b', '"', '{"companyId":"a"}', 'a","userId":"b'), fc.string());
    const searcher = fc.record({
      ...{ companyId: text, keyId: text, userId: fc.option(text, { nil: null }) },
      realm: fc.constantFrom(...REALMS),
    });
    fc.assert(
      fc.property(searcher, searcher, (one, other) => {
        const same =
          one.userId === null || other.userId === null
            ? one.userId === other.userId && one.companyId === other.companyId
            : one.userId === other.userId && one.keyId === other.keyId;
        expect(dealOwner(one) === dealOwner(other)).toBe(same && one.realm === other.realm);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('a deal is attached whole or not at all', () => {
  test('when its news cannot be kept', async () => {
    await deals.setDealUrl(SEARCHER.keyId, 'https://crm.example.com/deals');
    deals.failNextNews();
    await expect(attach([foundBuyer('A LLC')])).rejects.toThrow('the outbox is broken');
    expect(await allDeals()).toEqual([]);
    expect((await attach([foundBuyer('A LLC')])).outcome).toBe('created');
  });

  test('when the session is killed in the middle, a new deal or one that is there', async () => {
    const { dealId } = await attach([foundBuyer('A LLC')], { at: hour(1) });
    const other = await deals.killable();
    try {
      for (const property of [HOUSE, { ...HOUSE, propertyId: 2 }]) {
        const killed = other.store.attach(attachment([foundBuyer('B LLC')], { property, at: hour(2) }), never);
        await expect(killed).rejects.toThrow();
      }
    } finally {
      await other.close();
    }
    expect((await allDeals()).map(({ deal_id }) => deal_id)).toEqual([dealId]);
    const { deal, searchIds } = await stored(dealId);
    expect([deal.buyer_count, searchIds.length]).toEqual([1, 1]);
  });

  test('when the search is given up', async () => {
    await expect(deals.store.attach(attachment([foundBuyer('A LLC')]), AbortSignal.abort())).rejects.toThrow();
    expect(await allDeals()).toEqual([]);
  });

  test('when it waits too long for another search of the property, which it gives up by itself', async () => {
    const { dealId } = await attach([]);
    const blocker = connect(deals.url, { applicationName: 'plat-test', maxConnections: 1 });
    try {
      await blocker.begin(async (tx) => {
        await tx`select from investors.crm_deals where id = ${dealId} for update`;
        await attach([foundBuyer('A LLC')]).then(
          () => expect.unreachable(),
          (error) => expect(error).toMatchObject({ code: '57014' }),
        );
      });
    } finally {
      await blocker.end();
    }
    expect(await namesOf(dealId)).toEqual([]);
  });
});

describe('the CRM of a key is told', () => {
  const URL_1 = 'https://crm.example.com/deals';
  const told = () => deals.news.map(({ keyId, url }) => [keyId, url]);
  const begun = () => deals.sql`update investors.webhook_deliveries set claimed_until = now() + interval '30 s'`;

  test('of a deal that is made or changed, and not of a search that found nothing new', async () => {
    await deals.setDealUrl(SEARCHER.keyId, URL_1);
    const { dealId } = await attach([foundBuyer('A LLC')], { at: hour(1) });
    expect(deals.news).toEqual([
      { event: 'deal.changed', subject: { dealId }, companyId: 'company 1', keyId: 'key 1', userId: null, url: URL_1 },
    ]);
    await begun();
    await attach([foundBuyer('A LLC')], { at: hour(2) });
    expect(deals.news).toHaveLength(1);
    await attach([foundBuyer('B LLC')], { at: hour(3) });
    expect(deals.news).toHaveLength(2);
  });

  test('nothing when the key has no URL', async () => {
    await attach([foundBuyer('A LLC')]);
    await deals.setDealUrl(SEARCHER.keyId, null);
    await attach([foundBuyer('B LLC')]);
    expect(deals.news).toEqual([]);
  });

  test('once of changes before the message is written; of each key, URL and deal by itself', async () => {
    const second = { ...SEARCHER, keyId: 'key 2' };
    await deals.setDealUrl('key 1', URL_1);
    await deals.setDealUrl('key 2', 'https://other.example.com/');
    for (const name of ['A LLC', 'B LLC', 'C LLC']) await attach([foundBuyer(name)]);
    expect(told()).toEqual([['key 1', URL_1]]);
    await attach([foundBuyer('D LLC')], { searcher: second });
    await attach([foundBuyer('E LLC')], { property: { ...HOUSE, propertyId: 2 } });
    await deals.setDealUrl('key 1', 'https://new.example.com/');
    await attach([foundBuyer('F LLC')]);
    expect(told().slice(1)).toEqual([
      ['key 2', 'https://other.example.com/'],
      ['key 1', URL_1],
      ['key 1', 'https://new.example.com/'],
    ]);
  });

  test('of a change that comes while a message is about to be written, whichever is first', async () => {
    await deals.setDealUrl(SEARCHER.keyId, URL_1);
    const { dealId } = await attach([foundBuyer('A LLC')]);
    const claimer = connect(deals.url, { applicationName: 'plat-test', maxConnections: 1 });
    try {
      const attaching = await claimer.begin(async (tx) => {
        await tx`update investors.webhook_deliveries set claimed_until = now() + interval '30 s'`;
        const attached = attach([foundBuyer('B LLC')]);
        await Bun.sleep(200);
        return { attached };
      });
      expect((await attaching.attached).dealId).toBe(dealId);
    } finally {
      await claimer.end();
    }
    expect(deals.news).toHaveLength(2);
  });
});

describe('a page of deals', () => {
  test('is filtered by company, key and user together', async () => {
    const searchers = [
      { companyId: 'company 1', keyId: 'key 1', userId: null, realm: 'live' as const },
      { companyId: 'company 1', keyId: 'key 2', userId: 'u', realm: 'live' as const },
      { companyId: 'company 2', keyId: 'key 3', userId: 'u', realm: 'live' as const },
    ];
    for (const searcher of searchers) await attach([], { searcher });
    const keysOf = async (filter: Parameters<typeof deals.store.list>[0]) => {
      const found = await deals.store.list(filter, { changedAfter: null, behind: null }, 10, never);
      return found.map(({ key_id }) => key_id);
    };
    expect(await keysOf({})).toEqual(['key 3', 'key 2', 'key 1']);
    expect(await keysOf({ companyId: 'company 1' })).toEqual(['key 2', 'key 1']);
    expect(await keysOf({ userId: 'u' })).toEqual(['key 3', 'key 2']);
    expect(await keysOf({ companyId: 'company 1', userId: 'u' })).toEqual(['key 2']);
    expect(await keysOf({ companyId: 'company 1', keyId: 'key 3' })).toEqual([]);
  });
});

describe('places in the list are told to the microsecond', () => {
  const startOf = (microseconds: number) =>
    deals.sql`
      update investors.crm_deals set updated_at = '2026-06-30T12:00:00Z'::timestamptz
        + (property_id % 3) * interval '1 second' + ${microseconds} * property_id * interval '1 microsecond'`;

  test('so that pages lose no deal and repeat none', async () => {
    for (let propertyId = 1; propertyId <= 12; propertyId += 1)
      await attach([], { property: { ...HOUSE, propertyId } });
    for (const microseconds of [0, 1, 7]) {
      await startOf(microseconds);
      const whole = await allDeals();
      const paged: typeof whole = [];
      for (let last = paged.at(-1); paged.length < whole.length; last = paged.at(-1)) {
        const behind = last === undefined ? null : { updatedAt: last.updated_at, dealId: last.deal_id };
        const page = await deals.store.list({}, { changedAfter: null, behind }, 5, never);
        expect(page.length).toBeGreaterThan(0);
        paged.push(...page);
      }
      expect(paged.map(({ deal_id }) => deal_id)).toEqual(whole.map(({ deal_id }) => deal_id));
      const newest = whole[0]!.updated_at;
      expect(await deals.store.list({}, { changedAfter: newest, behind: null }, 5, never)).toEqual([]);
    }
  });
});

describe('attachments in any order, repeated at will', () => {
  const NAMES = ['A LLC', 'B LLC', 'C LLC', 'D LLC'];
  const SEARCHERS = [
    { companyId: 'c1', keyId: 'k1', userId: null, realm: 'live' as const },
    { companyId: 'c1', keyId: 'k2', userId: null, realm: 'live' as const },
    { companyId: 'c1', keyId: 'k3', userId: 'u1', realm: 'live' as const },
    { companyId: 'c1', keyId: 'k3', userId: 'u2', realm: 'live' as const },
  ];
  const one = fc.record({
    searcher: fc.constantFrom(...SEARCHERS),
    propertyId: fc.constantFrom(1, 2),
    buyers: fc.uniqueArray(
      fc.record({
        name: fc.constantFrom(...NAMES),
        buyerType: fc.constantFrom('flipper' as const, 'landlord' as const),
        smartMatch: fc.boolean(),
      }),
      { selector: ({ name, buyerType }) => `${name} ${buyerType}`, maxLength: 6 },
    ),
  });
  /** Each at an instant of its own, then in an order with repetitions. */
  const history = fc.array(one, { minLength: 1, maxLength: 8 }).chain((searches) =>
    fc.tuple(
      fc.constant(
        searches.map(({ searcher, propertyId, buyers }, index) =>
          attachment(
            buyers.map(({ name, buyerType, smartMatch }, place) =>
              foundBuyer(name, {
                rank: place + 1,
                smartMatch,
                deal: exampleDeal({ ...foundBuyer(name).deal, buyerType }),
              }),
            ),
            { searcher, at: hour(index), property: { ...HOUSE, propertyId } },
          ),
        ),
      ),
      fc.shuffledSubarray(
        searches.map((_, index) => index),
        { minLength: searches.length },
      ),
      fc.array(fc.nat({ max: searches.length - 1 }), { maxLength: 4 }),
    ),
  );

  /** What must be there: per owner and property the newest sight of every buyer, and every search. */
  function modelOf(attachments: readonly DealAttachment[]) {
    interface ModelDeal {
      buyers: Map<string, string>;
      searches: string[];
    }
    const deals = new Map<string, ModelDeal>();
    for (const { owner, property, searchId, buyers, at } of attachments) {
      const name = `${owner} ${property.propertyId}`;
      const deal: ModelDeal = deals.get(name) ?? { buyers: new Map(), searches: [] };
      deals.set(name, deal);
      deal.searches.unshift(searchId);
      for (const { buyerKey, buyerType, found } of buyers) {
        deal.buyers.set(`${buyerKey} ${buyerType}`, `${at} ${buyerType} ${found.deal.buyer.name} ${found.smartMatch}`);
      }
    }
    return [...deals.values()].map(({ buyers, searches }) => [[...buyers.values()].sort(), searches]).sort(byText);
  }
  const byText = (a: unknown, b: unknown) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

  async function kept() {
    const ids = (await allDeals()).map(({ deal_id }) => deal_id);
    const rows = await Promise.all(
      ids.map(async (dealId) => {
        const { searchIds } = await stored(dealId);
        // Buyers of the newest search are found again without being written.
        const buyers = await deals.sql<{ sight: string }[]>`
          select to_char(
              case found_at when newest_buyers_at then newest_search_at else found_at end at time zone 'UTC',
              'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
            ) || ' ' || buyer_type || ' ' || (found->'deal'->'buyer'->>'name') || ' ' || (found->>'smartMatch') as sight
          from investors.crm_deal_buyers join investors.crm_deals on id = deal_id where deal_id = ${dealId}`;
        return [buyers.map(({ sight }) => sight).sort(), searchIds];
      }),
    );
    return rows.sort(byText);
  }

  test('come to the newest sight of every buyer, one deal per owner and property', async () => {
    await fc.assert(
      fc.asyncProperty(history, async ([searches, order, repeated]) => {
        await deals.sql`truncate investors.crm_deals cascade`;
        for (const index of [...order, ...repeated]) await deals.store.attach(searches[index]!, never);
        expect(await kept()).toEqual(modelOf(searches));
      }),
      { numRuns: 40 },
    );
  }, 60_000);

  test('come to the same when they run at once', async () => {
    await fc.assert(
      fc.asyncProperty(history, async ([searches, order, repeated]) => {
        await deals.sql`truncate investors.crm_deals cascade`;
        await Promise.all([...order, ...repeated].map((index) => deals.store.attach(searches[index]!, never)));
        expect(await kept()).toEqual(modelOf(searches));
      }),
      { numRuns: 25 },
    );
  }, 60_000);
});
