import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import {
  commitUsage,
  METERED_ENDPOINT_NAMES,
  previewUsage,
  recordApplicationSearch,
  releaseUsage,
  reserveUsage,
  usage,
} from '@plat/contracts';
import { createLogger, createServiceClient, hostTableTransport, type Principal } from '@plat/kit';
import { fixedClock, testDatabase } from '@plat/test-kit';
import { createAccountsApp } from './app.ts';
import { createAccountsDeps } from './deps.ts';
import {
  insertCompany,
  insertEndUser,
  insertKey,
  location,
  NOW_MS,
  property,
  reservation,
  setLimit,
} from './store/usage/usage.fixture.ts';

const SECRET = 'a secret of at least thirty-two bytes';
const RESET = '2026-06-01T00:00:00.000Z';
const gateway: Principal = { keyId: 'gateway', keyKind: 'service', companyId: 'plat', userId: null, realm: 'live' };
const clock = fixedClock(new Date(NOW_MS).toISOString());

let database: Awaited<ReturnType<typeof testDatabase>>;
let accounts: Awaited<ReturnType<typeof createAccountsDeps>>;
beforeAll(async () => {
  database = await testDatabase();
  accounts = await createAccountsDeps(
    { DATABASE_URL: database.url, PLAT_INTERNAL_SECRET: SECRET, PLAT_LOG_LEVEL: 'silent' },
    { log: createLogger({ name: 'accounts', level: 'silent' }), clock },
  );
}, 60_000);
afterAll(async () => {
  await accounts.close();
  await database.close();
});

const client = () => {
  const app = createAccountsApp(accounts.deps);
  return createServiceClient({
    transport: hostTableTransport(new Map([['accounts.internal', (request) => app.handle(request)]])),
    tokens: accounts.deps.tokens,
  });
};
const as = (principal: Principal = gateway) => ({ principal, requestId: 'request-1' });

describe('a request of a subscriber key, over the internal endpoints', () => {
  test('is reserved, counts once however often it is committed, and shows its limit and reset', async () => {
    const keyId = await insertKey(database.sql, await insertCompany(database.sql), 'subscriber');
    const held = reservation(keyId, { thing: property('1') });
    const call = client();
    expect(await call.call(reserveUsage, { body: { reservations: [held] }, ...as() })).toEqual({
      answers: [{ outcome: 'granted', reason: null, allowance: { limit: 25, remaining: 24, resets_at: RESET } }],
    });
    const commits = [{ reservation_id: held.reservation_id, skiptraced: true }];
    for (let i = 0; i < 2; i++) {
      expect(await call.call(commitUsage, { body: { commits }, ...as() })).toEqual({
        answers: [{ outcome: 'counted', allowance: { limit: 25, remaining: 24, resets_at: RESET } }],
      });
    }
    const principal: Principal = { keyId, keyKind: 'subscriber', companyId: 'c', userId: null, realm: 'live' };
    const { endpoints } = await call.call(usage, as(principal));
    expect(endpoints.map(({ endpoint }) => endpoint)).toEqual([...METERED_ENDPOINT_NAMES]);
    expect(endpoints.find(({ endpoint }) => endpoint === 'buyer_search')).toEqual({
      endpoint: 'buyer_search',
      limit: 25,
      used: 1,
      remaining: 24,
      resets_at: RESET,
    });
    expect(endpoints.find(({ endpoint }) => endpoint === 'autocomplete')?.limit).toBe(10_000);
  });

  test('shows offers with the limit agreed for retail comps until one of their own is agreed', async () => {
    const companyId = await insertCompany(database.sql);
    const keyId = await insertKey(database.sql, companyId, 'subscriber');
    const principal: Principal = { keyId, keyKind: 'subscriber', companyId, userId: null, realm: 'live' };
    const limitOfOffers = async () =>
      (await client().call(usage, as(principal))).endpoints.find(({ endpoint }) => endpoint === 'offers')?.limit;
    const agree = (endpoint: string, limit: number) =>
      database.sql`insert into accounts.company_limits (company_id, endpoint, custom_limit)
        values (${companyId}, ${endpoint}, ${limit})`;
    expect(await limitOfOffers()).toBe(100);
    await agree('retail_comps', 7);
    expect(await limitOfOffers()).toBe(7);
    await agree('offers', 9);
    expect(await limitOfOffers()).toBe(9);
  });

  test('releases its hold once after a failure', async () => {
    const keyId = await insertKey(database.sql, await insertCompany(database.sql), 'subscriber');
    const held = reservation(keyId);
    const call = client();
    await call.call(reserveUsage, { body: { reservations: [held] }, ...as() });
    const body = { reservation_ids: [held.reservation_id, held.reservation_id, crypto.randomUUID()] };
    const allowance = { limit: 25, remaining: 25, resets_at: RESET };
    expect(await call.call(releaseUsage, { body, ...as() })).toEqual({
      answers: [
        { released: true, allowance },
        { released: false, allowance },
        { released: false, allowance: null },
      ],
    });
    expect(
      await call.call(commitUsage, {
        body: { commits: [{ reservation_id: held.reservation_id, skiptraced: true }] },
        ...as(),
      }),
    ).toEqual({ answers: [{ outcome: 'unknown', allowance: null }] });
  });

  test.each([
    ['buyer_search', 'skiptrace_limit_exceeded'],
    ['analytics_search', 'unskiptrace_limit_exceeded'],
    ['retail_comps', null],
  ] as const)('refuses %s at the limit with reason %p', async (endpoint, reason) => {
    const companyId = await insertCompany(database.sql);
    const keyId = await insertKey(database.sql, companyId, 'subscriber');
    await setLimit(database.sql, companyId, endpoint, { customLimit: 0 });
    const { answers } = await client().call(reserveUsage, {
      body: { reservations: [reservation(keyId, { endpoint })] },
      ...as(),
    });
    expect(answers).toEqual([
      { outcome: 'exhausted', reason, allowance: { limit: 0, remaining: 0, resets_at: RESET } },
    ]);
  });

  test.each([
    ['soon', 'must be an ISO 8601 instant'],
    ['2026-05-19T00:00:00.000Z', 'at most 24 hours'],
  ])('rejects a hold until %p, naming the field', async (expiresAt, problem) => {
    const keyId = await insertKey(database.sql, await insertCompany(database.sql), 'subscriber');
    const wrong = { ...reservation(keyId), expires_at: expiresAt };
    const refused = client().call(reserveUsage, { body: { reservations: [reservation(keyId), wrong] }, ...as() });
    expect(refused).rejects.toThrow(problem);
    expect(await accounts.deps.ledger.verify()).toMatchObject({ differences: [] });
  });
});

describe('a preview', () => {
  test('returns the outcome of a reservation and changes nothing', async () => {
    const keyId = await insertKey(database.sql, await insertCompany(database.sql), 'subscriber');
    const { reservation_id: _, expires_at: __, ...request } = reservation(keyId, { thing: property('7') });
    const allowance = { limit: 25, remaining: 25, resets_at: RESET };
    const call = client();
    for (let i = 0; i < 2; i++) {
      expect(await call.call(previewUsage, { body: request, ...as() })).toEqual({
        outcome: 'granted',
        reason: null,
        allowance,
        counted_before: false,
      });
    }
    const held = reservation(keyId, { thing: property('7') });
    await call.call(reserveUsage, { body: { reservations: [held] }, ...as() });
    await call.call(commitUsage, {
      body: { commits: [{ reservation_id: held.reservation_id, skiptraced: true }] },
      ...as(),
    });
    expect(await call.call(previewUsage, { body: request, ...as() })).toEqual({
      outcome: 'free',
      reason: null,
      allowance: { ...allowance, remaining: 24 },
      counted_before: true,
    });
  });
});

describe('a search in the companion application', () => {
  const search = (companyId: string, thing = location('33.4484,-112.0740'), skiptraced = false) => ({
    search_id: crypto.randomUUID() as string,
    company_id: companyId,
    counted_thing: thing,
    skiptraced,
    searched_at: '2026-05-17T11:00:00Z',
  });

  test('counts in the pool of the API, also above the limit, and once per id', async () => {
    const companyId = await insertCompany(database.sql);
    const keyId = await insertKey(database.sql, companyId, 'subscriber');
    await setLimit(database.sql, companyId, 'buyer_search', { customLimit: 1 });
    const call = client();
    for (const value of ['1', '2', '3']) {
      const body = search(companyId, property(value), true);
      for (let i = 0; i < 2; i++) {
        expect(await call.call(recordApplicationSearch, { body, ...as() })).toEqual({ counted: true });
      }
    }
    const principal: Principal = { keyId, keyKind: 'subscriber', companyId, userId: null, realm: 'live' };
    const { endpoints } = await call.call(usage, as(principal));
    expect(endpoints.find(({ endpoint }) => endpoint === 'buyer_search')).toMatchObject({
      limit: 1,
      used: 3,
      remaining: 0,
    });
    const body = { reservations: [reservation(keyId, { thing: property('2') }), reservation(keyId)] };
    const { answers } = await call.call(reserveUsage, { body, ...as() });
    expect(answers.map(({ outcome }) => outcome)).toEqual(['free', 'exhausted']);
  });

  test('is free for a property without a contact lookup, and the API still counts its first lookup', async () => {
    const companyId = await insertCompany(database.sql);
    const keyId = await insertKey(database.sql, companyId, 'subscriber');
    const call = client();
    const body = search(companyId, property('9'), false);
    expect(await call.call(recordApplicationSearch, { body, ...as() })).toEqual({ counted: false });
    const reserved = { reservations: [reservation(keyId, { thing: property('9') })] };
    expect((await call.call(reserveUsage, { body: reserved, ...as() })).answers[0]?.outcome).toBe('granted');
  });

  test('is free for a location searched before', async () => {
    const companyId = await insertCompany(database.sql);
    const call = client();
    const record = () => call.call(recordApplicationSearch, { body: search(companyId), ...as() });
    expect([await record(), await record()]).toEqual([{ counted: true }, { counted: false }]);
  });

  test('counts in the month in which it was made', async () => {
    const companyId = await insertCompany(database.sql);
    const body = { ...search(companyId), searched_at: '2026-04-30T23:59:59.999Z' };
    await client().call(recordApplicationSearch, { body, ...as() });
    const rows = await database.sql`select month from accounts.usage_ledger where company_id = ${companyId}`;
    expect(rows.map(({ month }) => month)).toEqual(['2026-04-01']);
  });

  test.each(['acme', '00000000-0000-4000-8000-000000000000'])('returns 404 for unknown company %p', async (id) => {
    const call = client().call(recordApplicationSearch, { body: search(id), ...as() });
    expect(call).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test.each(['2026-05-17T13:00:00Z', '2026-13-01T00:00:00Z', '2026-02-30T00:00:00Z', '2026-04-30T25:00:00Z'])(
    'made at %p is rejected',
    async (searchedAt) => {
      const body = { ...search(await insertCompany(database.sql)), searched_at: searchedAt };
      const call = client().call(recordApplicationSearch, { body, ...as() });
      expect(call).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    },
  );
});

describe('the usage endpoint', () => {
  const usageOf = async (principal: Principal) => (await client().call(usage, as(principal))).endpoints;

  test('belongs to the end user for an enterprise key, with the limits of active plans added up', async () => {
    const companyId = await insertCompany(database.sql);
    const keyId = await insertKey(database.sql, companyId, 'enterprise');
    await insertEndUser(database.sql, keyId, 'agent-1', [5, 7]);
    await insertEndUser(database.sql, keyId, 'agent-2', []);
    const of = (userId: string | null) => usageOf({ keyId, keyKind: 'enterprise', companyId, userId, realm: 'live' });
    expect((await of('agent-1')).every(({ limit, remaining }) => limit === 12 && remaining === 12)).toBe(true);
    expect((await of('agent-2')).every(({ limit, remaining }) => limit === 0 && remaining === 0)).toBe(true);
    for (const nobody of ['agent-3', 'nul\0', null]) {
      expect(of(nobody)).rejects.toMatchObject({ code: 'USER_INACTIVE' });
    }
  });

  test('is separate for a legacy key', async () => {
    const companyId = await insertCompany(database.sql);
    const keyId = await insertKey(database.sql, companyId, 'legacy_search', { monthlyLimit: 50 });
    expect(await usageOf({ keyId, keyKind: 'legacy_search', companyId, userId: 'label', realm: 'live' })).toEqual([
      { endpoint: 'legacy_search', limit: 50, used: 0, remaining: 50, resets_at: RESET },
    ]);
  });

  test('is unlimited for a test key', async () => {
    const companyId = await insertCompany(database.sql);
    const keyId = await insertKey(database.sql, companyId, 'subscriber', { isTest: true });
    const endpoints = await usageOf({ keyId, keyKind: 'subscriber', companyId, userId: null, realm: 'live' });
    expect(endpoints.every(({ limit, used, remaining }) => limit === null && used === 0 && remaining === null)).toBe(
      true,
    );
  });

  test('refuses a key revoked meanwhile', async () => {
    const companyId = await insertCompany(database.sql);
    const keyId = await insertKey(database.sql, companyId, 'subscriber');
    await database.sql`update accounts.api_keys set revoked_at = now() where id = ${keyId}`;
    const call = usageOf({ keyId, keyKind: 'subscriber', companyId, userId: null, realm: 'live' });
    expect(call).rejects.toMatchObject({ code: 'INVALID_API_KEY' });
  });
});
