import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { DEFAULT_BUYER_SEARCH_SORT, encodePropertyId, legacySearch } from '@plat/contracts';
import { DEADLINE_HEADER } from '@plat/kit';
import { Value } from '@sinclair/typebox/value';
import { HOUSE } from '../../search/routes/buyer-search.fixture.ts';
import { type LegacyUnderTest, legacyUnderTest } from './legacy.fixture.ts';

let service: LegacyUnderTest;
beforeAll(async () => {
  service = await legacyUnderTest();
}, 60_000);
afterAll(() => service?.close(), 60_000);

/** Long enough for a busy machine. */
const WAIT_MS = 20_000;
const BODY = { address: HOUSE.address, userId: 'agent-1042' };
const kept = async () => Number((await service.database.sql`select count(*) as n from investors.searches`)[0]?.n);

describe('POST /v1/search', () => {
  test('returns exactly the parsed address and its coordinates', async () => {
    const { status, body, headers } = await service.search(BODY);
    expect(status).toBe(200);
    expect(headers.get('x-match-level')).toBe('exact');
    expect(headers.get('x-subject-address')).toBe(HOUSE.address);
    expect(headers.get('x-subject-property-id')).toBe(encodePropertyId(HOUSE.property_id));
    const searchId = expect.stringMatching(/^[0-9a-f-]{36}$/);
    expect(body).toEqual({ searchId, parsedAddress: HOUSE.address, latitude: 33.5, longitude: -112.1 });
    expect([...Value.Errors(legacySearch.responses[200], body)]).toEqual([]);
  });

  test("stores any label of the caller's user with the search", async () => {
    const userId = "O'Brien; drop table — 木";
    const { body } = await service.search({ ...BODY, userId });
    const [row] = await service.database.sql`select * from investors.searches where id = ${body.searchId}`;
    expect(row).toMatchObject({ user_id: userId, api: 'legacy', key_id: 'key-acme', company_id: 'acme' });
    expect(row?.question).toMatchObject({ criteria: { targetResultCount: 30, flipperWeight: 0.5 } });
  });

  test('accepts null for optional fields', async () => {
    const { status, body } = await service.search({
      ...BODY,
      notifyUrl: null,
      targetResultCount: null,
      flipperWeight: null,
    });
    expect(status).toBe(200);
    const [row] = await service.database.sql`select * from investors.searches where id = ${body.searchId}`;
    expect(row?.question).toMatchObject({ criteria: { targetResultCount: 30, flipperWeight: 0.5 } });
  });

  test.each<[string, unknown, string, string]>([
    ['text that is no JSON', '{"address":', 'INVALID_REQUEST_BODY', 'body'],
    ['a list', [], 'INVALID_REQUEST_BODY', 'body'],
    ['no address', { userId: 'u' }, 'VALIDATION_ERROR', 'address'],
    ['an empty address', { ...BODY, address: ' ' }, 'VALIDATION_ERROR', 'address'],
    ['no user', { address: BODY.address }, 'VALIDATION_ERROR', 'userId'],
    ['an empty user', { ...BODY, userId: '' }, 'VALIDATION_ERROR', 'userId'],
    ['a user of 256 characters', { ...BODY, userId: 'u'.repeat(256) }, 'VALIDATION_ERROR', 'userId'],
    ['a line break in the user', { ...BODY, userId: 'a\nb' }, 'VALIDATION_ERROR', 'userId'],
    ['half a character in the user', { ...BODY, userId: 'a\ud800' }, 'VALIDATION_ERROR', 'userId'],
    ['a count of 0', { ...BODY, targetResultCount: 0 }, 'VALIDATION_ERROR', 'targetResultCount'],
    ['a count of 501', { ...BODY, targetResultCount: 501 }, 'VALIDATION_ERROR', 'targetResultCount'],
    ['half a buyer', { ...BODY, targetResultCount: 1.5 }, 'VALIDATION_ERROR', 'targetResultCount'],
    ['a weight below 0', { ...BODY, flipperWeight: -0.1 }, 'VALIDATION_ERROR', 'flipperWeight'],
    ['a weight above 1', { ...BODY, flipperWeight: 1.1 }, 'VALIDATION_ERROR', 'flipperWeight'],
    ['a weight in quotes', { ...BODY, flipperWeight: '1' }, 'VALIDATION_ERROR', 'flipperWeight'],
    ['plain http', { ...BODY, notifyUrl: 'http://hooks.example.com/' }, 'VALIDATION_ERROR', 'notifyUrl'],
    ['a private receiver', { ...BODY, notifyUrl: 'https://10.0.0.1/' }, 'VALIDATION_ERROR', 'notifyUrl'],
    ['a place that is no house', { ...BODY, address: 'Phoenix, AZ' }, 'INVALID_ADDRESS', 'address'],
  ])('refuses %s with 400, names the field, and keeps nothing', async (_, sent, code, field) => {
    const before = await kept();
    const { status, body } = await service.search(sent);
    expect([status, body.code, body.fields[0].field]).toEqual([400, code, field]);
    expect(await kept()).toBe(before);
  });

  test.each(['12 Nowhere Rd, Phoenix, AZ', '12 Unmapped Rd, Phoenix, AZ'])(
    '%p is no known property: 404, nothing kept',
    async (address) => {
      const before = await kept();
      const { status, body } = await service.search({ ...BODY, address });
      expect([status, body.code]).toEqual([404, 'ADDRESS_NOT_FOUND']);
      expect(await kept()).toBe(before);
    },
  );

  test('returns 504 past its deadline and stores nothing uncounted', async () => {
    const before = await kept();
    const locked = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const blocker = service.database.sql.begin(async (tx) => {
      await tx`lock table investors.searches in access exclusive mode`;
      locked.resolve();
      await release.promise;
    });
    await locked.promise;
    const headers = { [DEADLINE_HEADER]: String(service.clock.nowMs() + 200) };
    const { status } = await service.search(BODY, undefined, headers);
    expect(status).toBe(504);
    release.resolve();
    await blocker;
    await Bun.sleep(200);
    expect(await kept()).toBe(before);
  });

  test('returns 502 and stores nothing when the address service fails', async () => {
    const before = await kept();
    const { status, body } = await service.search({ ...BODY, address: 'broken' });
    expect([status, body.code]).toEqual([502, 'UPSTREAM_ERROR']);
    expect(await kept()).toBe(before);
  });
});

describe('notifyUrl', () => {
  const callsAt = async (path: string, count: number) => {
    const endMs = performance.now() + WAIT_MS;
    const calls = () => service.receiver.calls.filter((call) => call.path === path);
    while (calls().length < count && performance.now() < endMs) await Bun.sleep(20);
    return calls();
  };

  test.each([
    ['complete', HOUSE.address],
    ['no buyers found', '12 Lonely Rd, Phoenix, AZ'],
  ])('gets %p, once, signed, in the documented body', async (status, address) => {
    const path = `/done/${encodeURIComponent(status)}`;
    const searchId = await service.completed({ address, notifyUrl: service.receiver.url(path) });
    const [call] = await callsAt(path, 1);
    expect(call).toMatchObject({ method: 'POST', headers: { 'content-type': 'application/json' } });
    expect(JSON.parse(call!.body)).toEqual({ searchId, status });
    expect(call!.headers['webhook-id']).toMatch(/^msg_/);
    expect(call!.headers['webhook-signature']).toMatch(/^v1,/);
    expect(call!.headers['x-webhook-secret']).toBeUndefined();
  });

  test('is retried only if the key has retries', async () => {
    const path = '/status/500';
    const searchId = await service.completed({ notifyUrl: service.receiver.url(path) });
    await callsAt(path, 1);
    const endMs = performance.now() + WAIT_MS;
    const delivery = async () =>
      (await service.database.sql`select status from investors.webhook_deliveries where search_id = ${searchId}`)[0];
    while ((await delivery())?.status === 'pending' && performance.now() < endMs) await Bun.sleep(20);
    expect((await delivery())?.status).toBe('failed');
    expect(await callsAt(path, 1)).toHaveLength(1);
  });

  test('gets no webhook for a failed search', async () => {
    const { clock, deps, database } = service;
    const path = '/failed';
    const id = Bun.randomUUIDv7();
    const at = new Date(clock.nowMs()).toISOString();
    const search = {
      id,
      searcher: { companyId: 'acme', keyId: 'key-acme', userId: 'u', realm: 'live' as const },
      sort: DEFAULT_BUYER_SEARCH_SORT,
      question: {
        api: 'legacy' as const,
        criteria: { targetResultCount: 1, flipperWeight: 0.5 },
        asOf: '2026-06-30',
        subject: { propertyId: null, parsedAddress: '', latitude: 33.5, longitude: -112.1 },
      },
      reservationId: null,
      callback: { url: service.receiver.url(path), secret: null, withResults: false },
      createdAt: at,
    };
    await deps.searches.record(
      search,
      { error: 'broken' },
      { endedAt: at, expiresAt: at },
      new AbortController().signal,
    );
    const told = await database.sql`select 1 from investors.webhook_deliveries where search_id = ${id}`;
    expect(told).toHaveLength(0);
  });
});
