import { describe, expect, test } from 'bun:test';
import { REALMS } from '@plat/kit';
import { testPostgres } from '@plat/test-kit';
import fc from 'fast-check';
import { dealOwner } from '../domain/deal-owner.ts';
import { allDeals, attach, deals, hour, namesOf, stored, useCrmDeals } from './crm-deals-of-file.fixture.ts';
import { attachment, crmDealsUnderTest, foundBuyer, HOUSE, never } from './crm-deals-under-test.fixture.ts';
import { MOST_DEAL_BUYERS, MOST_DEAL_SEARCHES } from './postgres-crm-deal-store.ts';

useCrmDeals();

describe('a deal', () => {
  test('is created by the first search of a property and reused by the next, which adds its buyers', async () => {
    const first = await attach([foundBuyer('A LLC'), foundBuyer('B LLC', { rank: 2 })], { at: hour(1) });
    expect(first.outcome).toBe('created');
    const second = await attach([foundBuyer('C LLC')], { at: hour(2) });
    expect(second).toEqual({ dealId: first.dealId, outcome: 'changed' });
    expect(await namesOf(first.dealId)).toEqual(['C LLC', 'A LLC', 'B LLC']);
    const [deal, ...others] = await allDeals();
    expect(others).toEqual([]);
    expect(deal).toMatchObject({ property_id: 1, address: HOUSE.address, buyer_count: 3, search_count: 2 });
  });

  test('is created once by concurrent searches of a property and has the buyers of all', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `BUYER ${index} LLC`);
    const attached = await Promise.all(names.map((name) => attach([foundBuyer(name), foundBuyer('BOTH LLC')])));
    expect(new Set(attached.map(({ dealId }) => dealId)).size).toBe(1);
    expect(attached.filter(({ outcome }) => outcome === 'created')).toHaveLength(1);
    const { deal, buyers } = await stored(attached[0]!.dealId);
    expect(deal).toMatchObject({ buyer_count: 21, search_count: 20 });
    expect(buyers.map((one) => one.deal.buyer.name).sort()).toEqual([...names, 'BOTH LLC'].sort());
  });

  test('has each buyer once per type, as the newest search found it', async () => {
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

  test('keeps the buyers of a newer search when an older one is attached late', async () => {
    const { dealId } = await attach([foundBuyer('A LLC', { rank: 1 })], { at: hour(2) });
    const late = await attach([foundBuyer('A LLC', { rank: 9 }), foundBuyer('B LLC', { rank: 3 })], { at: hour(1) });
    expect(late.outcome).toBe('changed');
    const { buyers } = await stored(dealId);
    expect(buyers.map(({ deal, rank }) => [deal.buyer.name, rank])).toEqual([
      ['A LLC', 1],
      ['B LLC', 3],
    ]);
  });

  test('is unchanged by the same buyers and by the same search again', async () => {
    const search = attachment([foundBuyer('A LLC')], { at: hour(1) });
    const { dealId } = await deals.store.attach(search, never);
    expect(await deals.store.attach(search, never)).toEqual({ dealId, outcome: 'unchanged' });
    expect((await attach([foundBuyer('A LLC')], { at: hour(2) })).outcome).toBe('unchanged');
    expect((await stored(dealId)).deal).toMatchObject({ buyer_count: 1, search_count: 2 });
    expect((await attach([foundBuyer('A LLC', { smartMatch: true })], { at: hour(3) })).outcome).toBe('changed');
  });

  test('writes no buyers when a search finds the same, and dates them by it', async () => {
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

  test('updates changed buyers in place, without touching their index', async () => {
    // On a separate server: open transactions of other tests would keep old row versions and their space.
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

  test('is created without buyers for a search that finds nobody', async () => {
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

  test('keeps the address of a newer search when an older one is attached late', async () => {
    const property = { ...HOUSE, address: '12 W Juniper Ave, Phoenix, AZ 85014' };
    const { dealId } = await attach([], { property, at: hour(2) });
    expect(await attach([], { at: hour(1) })).toEqual({ dealId, outcome: 'unchanged' });
    expect((await stored(dealId)).deal.address).toBe(property.address);
  });

  test('keeps a limited number of buyers and searches, the newest', async () => {
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

  test('is found by its id only', async () => {
    const { dealId } = await attach([]);
    expect((await stored(dealId)).deal.deal_id).toBe(dealId);
    for (const other of [crypto.randomUUID(), 'none', '', `${dealId} `, "' or true --"]) {
      expect(await deals.store.find(other, never)).toBeNull();
    }
  });
});

describe('the owner of a deal', () => {
  const realm = 'live' as const;
  const keyOfCompany = (keyId: string, companyId = 'company 1') => ({ companyId, keyId, userId: null, realm });
  const userOf = (keyId: string, userId: string) => ({ companyId: 'company 1', keyId, userId, realm });

  test('shares deals among keys of one company, and with no other company, key or user', async () => {
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

  test('is the same only for one company, or one user under one key, in one realm', () => {
    const text = fc.oneof(fc.constantFrom('a', 'b', '"', '{"companyId":"a"}', 'a","userId":"b'), fc.string());
    const searcher = fc.record({
      companyId: text,
      keyId: text,
      userId: fc.option(text, { nil: null }),
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
