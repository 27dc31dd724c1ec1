import { describe, expect, test } from 'bun:test';
import { connect } from '@plat/db';
import { allDeals, attach, deals, hour, namesOf, stored, useCrmDeals } from './crm-deals-of-file.fixture.ts';
import { attachment, foundBuyer, HOUSE, never, SEARCHER } from './crm-deals-under-test.fixture.ts';

useCrmDeals();

describe('a deal is attached whole or not at all', () => {
  test('when its event cannot be queued', async () => {
    await deals.setDealUrl(SEARCHER.keyId, 'https://crm.example.com/deals');
    deals.failNextEvent();
    await expect(attach([foundBuyer('A LLC')])).rejects.toThrow('could not queue the event');
    expect(await allDeals()).toEqual([]);
    expect((await attach([foundBuyer('A LLC')])).outcome).toBe('created');
  });

  test('when the session is killed midway, for new and existing deals', async () => {
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

  test('when the search is aborted', async () => {
    await expect(deals.store.attach(attachment([foundBuyer('A LLC')]), AbortSignal.abort())).rejects.toThrow();
    expect(await allDeals()).toEqual([]);
  });

  test('when it times out waiting for another search of the property', async () => {
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

describe('the CRM of a key gets a webhook', () => {
  const URL_1 = 'https://crm.example.com/deals';
  const told = () => deals.events.map(({ keyId, url }) => [keyId, url]);
  const begun = () => deals.sql`update investors.webhook_deliveries set claimed_until = now() + interval '30 s'`;

  test('for a created or changed deal, not for a search without new results', async () => {
    await deals.setDealUrl(SEARCHER.keyId, URL_1);
    const { dealId } = await attach([foundBuyer('A LLC')], { at: hour(1) });
    expect(deals.events).toEqual([
      { event: 'deal.changed', subject: { dealId }, companyId: 'company 1', keyId: 'key 1', userId: null, url: URL_1 },
    ]);
    await begun();
    await attach([foundBuyer('A LLC')], { at: hour(2) });
    expect(deals.events).toHaveLength(1);
    await attach([foundBuyer('B LLC')], { at: hour(3) });
    expect(deals.events).toHaveLength(2);
  });

  test('never without a URL', async () => {
    await attach([foundBuyer('A LLC')]);
    await deals.setDealUrl(SEARCHER.keyId, null);
    await attach([foundBuyer('B LLC')]);
    expect(deals.events).toEqual([]);
  });

  test('once for changes before the message is written, per key, URL and deal', async () => {
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

  test('for a change that races with writing a message', async () => {
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
    expect(deals.events).toHaveLength(2);
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

describe('positions in the list have microseconds', () => {
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
