import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import type { BuyerSearchItem } from '@plat/contracts';
import { createLogger, SKIPTRACED_HEADER } from '@plat/kit';
import fc from 'fast-check';
import { type InvestorsUnderTest, investorsUnderTest } from '../../investors-under-test.fixture.ts';
import { addSuppression, openOperatorInvestors, removeSuppression } from '../../operator.ts';
import { HAND_MADE_MARKET } from '../../search/routes/buyer-search.fixture.ts';
import { OWN_LISTS } from '../domain/own-lists.ts';
import { nameKeyOf } from '../store/person-name.ts';
import { batches, fetch, PROVIDER, provider } from './skip-trace-provider.fixture.ts';

const KEY = 'provider-key-that-stays-secret';
const HERE = { address: 'the house' };

const logged: string[] = [];
let service: InvestorsUnderTest;
let operator: Awaited<ReturnType<typeof openOperatorInvestors>>;
beforeAll(async () => {
  const { contact = [], deal = [], ...market } = HAND_MADE_MARKET;
  const rows = {
    ...market,
    deal: deal.map((one) => ({ ...one, buyer_name_key: nameKeyOf(one.buyer_name ?? '') })),
    contact: contact.flatMap(({ name_key: name = '', ...one }) =>
      name === 'HALF MILE RENTALS LLC' ? [] : [{ ...one, name_key: nameKeyOf(name) }],
    ),
  };
  service = await investorsUnderTest(rows, {
    env: { PLAT_SKIPTRACE_URL: PROVIDER, PLAT_SKIPTRACE_KEY: KEY },
    overrides: {
      skiptraceFetch: fetch,
      log: createLogger({ name: 'test', level: 'debug', destination: { write: (line) => logged.push(line) } }),
    },
  });
  operator = await openOperatorInvestors(service.databaseUrl);
}, 60_000);
afterAll(async () => {
  await operator?.close();
  await service?.close();
});
beforeEach(async () => {
  provider.isDown = false;
  batches.length = 0;
  await service.sql`delete from investors.skiptraced_contacts`;
  await service.sql`delete from investors.suppressions`;
});

async function search(body: object = {}, companyId = 'c'): Promise<BuyerSearchItem[]> {
  const principal = { keyId: 'k', keyKind: 'subscriber', companyId, userId: null, realm: 'live' } as const;
  const authorization = `Bearer ${await service.deps.tokens.sign(principal, 'investors')}`;
  const response = await service.post({ ...HERE, ...body }, undefined, { authorization });
  expect(response.status).toBe(200);
  expect(response.headers.get(SKIPTRACED_HEADER)).toBe('true');
  return (await response.json()) as BuyerSearchItem[];
}
const named = (buyers: BuyerSearchItem[], name: string) => buyers.find((buyer) => buyer.buyer_entity_name === name)!;
const contactOf = ({ buyer_first_name, buyer_last_name, buyer_phone_number, buyer_email }: BuyerSearchItem) => [
  ...[buyer_first_name, buyer_last_name, buyer_phone_number, buyer_email],
];
const suppress = (kind: 'phone' | 'email' | 'person', text: string, list: (typeof OWN_LISTS)[number] = 'opt_out') =>
  addSuppression(operator, { kind, text, zip: null }, { list, note: null, createdBy: 'operator:test' });
const RUTH = ['Ruth', 'Ashbrook', 6025550111, 'ruth@example.com'];

describe('a buyer without a number in the dataset', () => {
  test('is looked up in one batch and shown with the result; others are not looked up', async () => {
    const buyers = await search();
    expect(batches).toEqual([['HALF MILE RENTALS LLC', 'ASHBROOK RUTH A']]);
    expect(contactOf(named(buyers, 'ASHBROOK RUTH A'))).toEqual(RUTH);
    expect(contactOf(named(buyers, 'HALF MILE RENTALS LLC'))).toEqual([
      'Dee',
      'Garland',
      6025550121,
      'dee@example.com',
    ]);
    expect(contactOf(named(buyers, 'NEAR FLIPS LLC'))[2]).toBe(6025550101);
  });

  test('is paid for once by each company', async () => {
    const first = await search();
    expect(await search()).toEqual(first);
    expect(batches).toHaveLength(1);
    expect(await search({}, 'another company')).toEqual(first);
    expect(batches).toHaveLength(2);
  });

  test('is not looked up beyond the result limit', async () => {
    expect(await search({ limit: 4 })).toHaveLength(4);
    expect(batches).toEqual([['HALF MILE RENTALS LLC']]);
  });

  test('is never named to the provider after an opt-out', async () => {
    await suppress('person', 'Ashbrook, Ruth', 'deletion');
    const buyers = await search({ explain: true });
    expect(batches).toEqual([['HALF MILE RENTALS LLC']]);
    expect(named(buyers, 'ASHBROOK RUTH A')).toMatchObject({ buyer_first_name: null, contact_status: 'withheld' });
  });

  test('counts as having a phone after the lookup and fills a free slot', async () => {
    const buyers = await search({ hide_no_phone: true });
    const names = buyers.map((buyer) => buyer.buyer_entity_name);
    expect(names).toContain('ASHBROOK RUTH A');
    expect(buyers.map((buyer) => buyer.smart_match_rank)).toEqual(buyers.map((_, index) => index + 1));
    batches.length = 0;
    await service.sql`delete from investors.skiptraced_contacts`;
    const three = await search({ hide_no_phone: true, limit: 3 });
    expect(three.map((buyer) => buyer.buyer_entity_name)).toEqual(names.slice(0, 3));
    expect(batches.flat()).not.toContain('ASHBROOK RUTH A');
  });

  test('is not paid for while the national snapshot is too old to show numbers', async () => {
    await service.sql`update market.suppression set listed_on = '2026-01-01' where list = 'national_dnc'`;
    const buyers = await search({ hide_no_phone: true });
    const explained = await search({ explain: true });
    await service.sql`update market.suppression set listed_on = '2026-06-25' where list = 'national_dnc'`;
    expect(buyers).toEqual([]);
    expect(batches).toHaveLength(1);
    expect(named(explained, 'ASHBROOK RUTH A')).toMatchObject({
      buyer_phone_number: null,
      buyer_email: 'ruth@example.com',
      contact_status: 'phones_withheld',
    });
  });
});

describe('while the provider is down', () => {
  test('returns the contacts of the dataset and stores nothing', async () => {
    provider.isDown = true;
    const buyers = await search({ explain: true });
    expect(contactOf(named(buyers, 'NEAR FLIPS LLC'))).toEqual(['Ada', 'Oakley', 6025550101, 'ada@example.com']);
    expect(named(buyers, 'HALF MILE RENTALS LLC').contact_status).toBe('lookup_failed');
    expect(named(buyers, 'NEAR FLIPS LLC').contact_status).toBe('available');
    provider.isDown = false;
    expect(contactOf(named(await search(), 'ASHBROOK RUTH A'))).toEqual(RUTH);
  });

  test('still shows a company the contacts that it paid for', async () => {
    const before = await search();
    provider.isDown = true;
    expect(await search()).toEqual(before);
  });
});

describe('explain', () => {
  test('adds status and time of check, only on request', async () => {
    const plain = await search();
    for (const buyer of plain) expect(Object.keys(buyer)).toHaveLength(25);
    const explained = await search({ explain: true });
    for (const [index, buyer] of explained.entries()) {
      const { contact_status: status, contact_checked_at: checkedAt, ...documented } = buyer;
      expect(documented).toEqual(plain[index] as never);
      expect(status).toBeString();
      expect(Date.now() - Date.parse(checkedAt!)).toBeLessThan(60_000);
    }
    const statuses = Object.fromEntries(explained.map((buyer) => [buyer.buyer_entity_name, buyer.contact_status]));
    expect(statuses).toEqual({
      'NEAR FLIPS LLC': 'available',
      'BOTH WAYS LLC': 'partly_withheld',
      'HALF MILE RENTALS LLC': 'available',
      'ASHBROOK RUTH A': 'available',
      'ERASED OWEN': 'withheld',
    });
  });

  test('applies to results that are read later', async () => {
    const id = await accepted({ explain: true });
    const buyers = await fetched(id);
    expect(named(buyers, 'NEAR FLIPS LLC').contact_status).toBe('available');
    for (const buyer of await fetched(await accepted({}))) expect(Object.keys(buyer)).toHaveLength(25);
  });
});

async function accepted(body: object): Promise<string> {
  const response = await service.post({ ...HERE, ...body, async: true });
  expect(response.status).toBe(202);
  return ((await response.json()) as { search_id: string }).search_id;
}

async function fetched(id: string): Promise<BuyerSearchItem[]> {
  for (const giveUpMs = Date.now() + 40_000; Date.now() < giveUpMs; await Bun.sleep(20)) {
    const response = await service.get(`/v1/buyer-search?search_id=${id}`);
    expect(response.status).toBe(200);
    const buyers = (await response.json()) as BuyerSearchItem[] | null;
    if (buyers !== null) return buyers;
  }
  throw new Error(`search ${id} did not end`);
}

describe('an operator’s opt-out', () => {
  test.each<[string, Parameters<typeof suppress>, unknown[]]>([
    ['a number that is shown', ['phone', '+1 (602) 555-0111'], ['Ruth', 'Ashbrook', null, null]],
    ['another number of theirs', ['phone', '602-555-0112'], ['Ruth', 'Ashbrook', null, null]],
    ['a landline that is never shown', ['phone', '602.555.0113'], ['Ruth', 'Ashbrook', null, null]],
    ['an address', ['email', 'RUTH@Example.com'], ['Ruth', 'Ashbrook', null, null]],
    ['a person in another spelling', ['person', 'ashbrook, ruth q.'], ['Ruth', 'Ashbrook', null, null]],
    ['a person who wants to be deleted', ['person', 'Ruth Ashbrook', 'deletion'], [null, null, null, null]],
    [
      'a number on a registry only',
      ['phone', '6025550111', 'state_dnc'],
      ['Ruth', 'Ashbrook', 6025550112, 'ruth@example.com'],
    ],
  ])('of %s applies to the next search, to earlier results and to repeated requests', async (_, wish, expected) => {
    const found = await search();
    const searchId = await accepted({});
    expect(contactOf(named(await fetched(searchId), 'ASHBROOK RUTH A'))).toEqual(RUTH);
    await suppress(...wish);
    expect(contactOf(named(await search(), 'ASHBROOK RUTH A'))).toEqual(expected as never);
    expect(contactOf(named(await fetched(searchId), 'ASHBROOK RUTH A'))).toEqual(expected as never);
    const again = await service.ask('/internal/withhold-contacts', { buyers: found, hide_no_phone: false });
    const repeated = named(((await again.json()) as { buyers: BuyerSearchItem[] }).buyers, 'ASHBROOK RUTH A');
    const [first, last, phone, email] = contactOf(repeated);
    expect([first, last] as unknown[]).toEqual(expected.slice(0, 2));
    expect([null, expected[2]]).toContain(phone as never);
    expect(phone).not.toBe(RUTH[2] as never);
    expect(email).toBe(expected[3] as never);
  });

  test('ends when it is removed', async () => {
    await suppress('email', 'ruth@example.com');
    expect(contactOf(named(await search(), 'ASHBROOK RUTH A'))[2]).toBeNull();
    await removeSuppression(operator, { kind: 'email', text: 'Ruth@example.com', zip: null }, null);
    expect(contactOf(named(await search(), 'ASHBROOK RUTH A'))).toEqual(RUTH);
  });

  test('never shows anything that is on a list', async () => {
    const phones = ['6025550101', '6025550103', '6025550111', '6025550112', '6025550121'];
    const emails = ['ada@example.com', 'bea@example.com', 'ruth@example.com', 'dee@example.com'];
    const entry = fc.oneof(
      fc.record({ kind: fc.constant('phone' as const), text: fc.constantFrom(...phones) }),
      fc.record({ kind: fc.constant('email' as const), text: fc.constantFrom(...emails) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(entry, fc.constantFrom(...OWN_LISTS)), { maxLength: 6 }), async (entries) => {
        await service.sql`delete from investors.suppressions`;
        for (const [{ kind, text }, list] of entries) await suppress(kind, text, list);
        const listed = new Set(entries.map(([{ text }]) => text));
        for (const buyer of await search()) {
          expect(listed.has(String(buyer.buyer_phone_number))).toBe(false);
          expect(listed.has(buyer.buyer_email ?? '')).toBe(false);
        }
      }),
      { numRuns: 25 },
    );
  });
});

describe('operators', () => {
  test('see calls, lookups, circuit breaker and snapshot age in the metrics', async () => {
    await search();
    await search();
    const metrics = await service.deps.metrics.registry.metrics();
    for (const line of [
      /plat_skiptrace_calls_total\{outcome="answered",service="investors"\} \d/,
      /plat_contact_lookups_total\{outcome="kept",service="investors"\} \d/,
      /plat_skiptrace_breaker\{state="closed",service="investors"\} 1/,
      /plat_skiptrace_batch_owners_count\{service="investors"\} \d/,
      /plat_national_dnc_snapshot_age_days\{service="investors"\} 5/,
    ]) {
      expect(metrics).toMatch(line);
    }
  });

  test('never find the provider key or personal data in the log', async () => {
    provider.isDown = true;
    await search();
    const text = logged.join('');
    expect(text).toContain('could not look contacts up');
    for (const secret of [KEY, 'ASHBROOK', '60255501']) expect(text).not.toContain(secret);
  });
});
