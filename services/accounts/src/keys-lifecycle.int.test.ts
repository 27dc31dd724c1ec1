import { beforeAll, describe, expect, test } from 'bun:test';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { accountsUnderTest, OPERATOR } from './accounts-under-test.fixture.ts';
import { changeCompany } from './domain/companies/change-company.ts';
import { setSeat } from './domain/companies/set-seat.ts';
import { generateApiKey, parseApiKey } from './domain/keys/api-key.ts';
import { changeKey } from './domain/keys/change-key.ts';
import { createKey } from './domain/keys/create-key.ts';
import { findKey } from './domain/keys/find-key.ts';
import { revokeKey } from './domain/keys/revoke-key.ts';
import { rotateKey } from './domain/keys/rotate-key.ts';
import { verifyKey } from './domain/keys/verify-key.ts';

const SLOW_MS = 120_000;
const HOUR_MS = 3_600_000;
const accounts = accountsUnderTest();
const verify = (key: string, userId: string | null = null) =>
  verifyKey(accounts.deps, { key_sha256: createHash('sha256').update(key).digest('hex'), user_id: userId });
const create = (request: Partial<Parameters<typeof createKey>[2]> = {}) =>
  createKey(accounts.deps, OPERATOR, { kind: 'subscriber', name: `Key ${randomUUID()}`, ...request });

/** Simulates elapsed time for one key: its secrets expire earlier. */
const pass = (keyId: string, ms: number) => accounts.database.sql`
  update accounts.api_key_secrets set expires_at = expires_at - ${ms} * interval '1 millisecond' where key_id = ${keyId}`;

test('an invalid key has no information', async () => {
  for (const id of [randomUUID(), 'investors']) expect(await accounts.deps.keys.isActive(id)).toBeNull();
});

test('tells which of many hashes belong to a key, active or not', async () => {
  const hashOf = (key: string) => createHash('sha256').update(key).digest('hex');
  const [used, revoked, rotated] = await Promise.all([create(), create(), create()]);
  await revokeKey(accounts.deps, OPERATOR, revoked.record.id);
  const { key: fresh } = await rotateKey(accounts.deps, OPERATOR, rotated.record.id, { overlapMs: 0 });
  const hashes = [used.key, revoked.key, rotated.key, fresh, 'plat_sub_guess'].map(hashOf);
  const existing = await accounts.deps.keys.existing(hashes);
  expect(hashes.map((hash) => existing.has(hash))).toEqual([true, true, false, true, false]);
});

type Event =
  | { do: 'activate' | 'deactivate' | 'revoke' | 'close company' | 'open company' }
  | { do: 'rotate' | 'wait'; hours: number };
const event: fc.Arbitrary<Event> = fc.oneof(
  fc.constantFrom('activate', 'deactivate', 'revoke', 'close company', 'open company').map((name) => ({ do: name })),
  fc.record({ do: fc.constant('rotate' as const), hours: fc.constantFrom(0, 1, 5) }),
  fc.record({ do: fc.constant('wait' as const), hours: fc.constantFrom(1, 2, 6) }),
) as fc.Arbitrary<Event>;

test(
  'a secret works exactly while it is current or in its overlap, whatever happens to the key',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 15, size: 'max' }), async (events) => {
        const { key, record } = await create();
        const { deps } = accounts;
        const secrets = [{ key, endsInHours: Number.POSITIVE_INFINITY }];
        const state = { active: true, revoked: false, companyActive: true };
        for (const one of events) {
          if (one.do === 'wait') {
            await pass(record.id, one.hours * HOUR_MS);
            for (const secret of secrets) secret.endsInHours -= one.hours;
          } else if (one.do === 'rotate') {
            const rotation = rotateKey(deps, OPERATOR, record.id, { overlapMs: one.hours * HOUR_MS });
            if (state.revoked) expect(await rotation.catch(({ code }) => code)).toBe('VALIDATION_ERROR');
            else {
              for (const secret of secrets) secret.endsInHours = Math.min(secret.endsInHours, one.hours);
              secrets.push({ key: (await rotation).key, endsInHours: Number.POSITIVE_INFINITY });
            }
          } else if (one.do === 'revoke') {
            await revokeKey(deps, OPERATOR, record.id);
            state.revoked = true;
          } else if (one.do === 'close company' || one.do === 'open company') {
            state.companyActive = one.do === 'open company';
            await changeCompany(deps, OPERATOR, record.companyId, { active: state.companyActive });
          } else {
            const change = changeKey(deps, OPERATOR, record.id, { active: one.do === 'activate' });
            if (state.revoked) expect(await change.catch(({ code }) => code)).toBe('VALIDATION_ERROR');
            else state.active = (await change).deactivatedAt === null;
          }
          const opens = state.active && !state.revoked && state.companyActive;
          const expected = secrets.map(({ endsInHours }) => (endsInHours > 0 ? opens : null));
          const found = await Promise.all(secrets.map(async (secret) => (await verify(secret.key))?.active ?? null));
          expect(found).toEqual(expected);
          expect(await deps.keys.isActive(record.id)).toBe(opens);
        }
      }),
      { numRuns: 20 },
    );
  },
  SLOW_MS,
);

describe('an operator with a whole key', () => {
  test('finds its record, also when the secret has expired', async () => {
    const { key, record } = await create();
    expect((await findKey(accounts.deps, key)).id).toBe(record.id);
    await rotateKey(accounts.deps, OPERATOR, record.id);
    expect((await findKey(accounts.deps, key)).id).toBe(record.id);
  });

  test('never sees the secret in a message, whether mistyped or from another installation', async () => {
    const { key } = generateApiKey({ kind: 'enterprise' }, randomBytes);
    for (const wrong of [key, `${key.slice(0, -1)}-`]) {
      const { code, message } = await findKey(accounts.deps, wrong).catch((error) => error);
      expect([code, message]).toEqual(['NOT_FOUND', `There is no key ${key.slice(0, 15)}...`]);
    }
  });
});

describe('key rotation', () => {
  test('expires old secrets immediately without overlap, and keeps earlier expiry times with one', async () => {
    const { key: first, record } = await create();
    const { key: second } = await rotateKey(accounts.deps, OPERATOR, record.keyPrefix, { overlapMs: HOUR_MS });
    expect([(await verify(first))?.active, (await verify(second))?.active]).toEqual([true, true]);
    const { key: third, record: shown } = await rotateKey(accounts.deps, OPERATOR, record.id, {
      overlapMs: 9 * HOUR_MS,
    });
    expect(Date.parse(shown.previousSecretUntil ?? '') - Date.now()).toBeGreaterThan(8 * HOUR_MS);
    await pass(record.id, HOUR_MS);
    expect([await verify(first), (await verify(second))?.active, (await verify(third))?.active]).toEqual([
      null,
      true,
      true,
    ]);
    await rotateKey(accounts.deps, OPERATOR, record.id);
    expect([await verify(second), await verify(third)]).toEqual([null, null]);
  });

  test("keeps the key's kind, users, plans and id", async () => {
    await accounts.plan('kept', { buyer_search_limit: 1 });
    const { keyId } = await accounts.enterpriseKey('kept');
    await accounts.deps.users.create(OPERATOR, keyId, { user_id: 'u', active: true });
    await accounts.deps.users.subscribe(OPERATOR, keyId, 'u', 'kept');
    const { key, record } = await rotateKey(accounts.deps, OPERATOR, keyId);
    expect(record).toMatchObject({ id: keyId, kind: 'enterprise', planIds: ['kept'] });
    expect(parseApiKey(key)).toMatchObject({ kind: 'enterprise', isTest: false });
    expect(await verify(key, 'u')).toMatchObject({
      key_id: keyId,
      user_known: true,
      covered_endpoints: ['buyer_search'],
    });
  });

  test('leaves one current secret when run in parallel; all issued ones work during the overlap', async () => {
    const { record } = await create();
    const rotations = await Promise.all(
      Array.from({ length: 5 }, () => rotateKey(accounts.deps, OPERATOR, record.id, { overlapMs: HOUR_MS })),
    );
    for (const { key } of rotations) expect((await verify(key))?.active).toBe(true);
    const [current] = await accounts.database.sql`
      select count(*)::int as n from accounts.api_key_secrets where key_id = ${record.id} and expires_at is null`;
    expect(current?.n).toBe(1);
  });

  test('rejects an overlap above 30 days or below zero', async () => {
    const { record } = await create();
    for (const overlapMs of [-1, 31 * 24 * HOUR_MS, Number.NaN]) {
      const rotation = rotateKey(accounts.deps, OPERATOR, record.id, { overlapMs });
      expect(rotation).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    }
  });
});

describe('key verification', () => {
  test('gives a legacy key 100 requests a second, 100,000 a month, no plans and no users', async () => {
    const { key, record } = await create({ kind: 'legacy_search' });
    expect(record.monthlyLimit).toBe(100_000);
    expect(await verify(key, 'anybody')).toMatchObject({
      key_kind: 'legacy_search',
      rate_limit: 100,
      rate_window_seconds: 1,
      covered_endpoints: null,
      user_known: true,
      subscription: null,
    });
    expect((await create({ kind: 'legacy_search', rateLimit: 5, monthlyLimit: 0 })).record).toMatchObject({
      rateLimit: 5,
      monthlyLimit: 0,
    });
  });

  test('reports that a key is a test key', async () => {
    expect(await verify((await create({ isTest: true })).key)).toMatchObject({ is_test: true, active: true });
    expect(await verify((await create()).key)).toMatchObject({ is_test: false });
  });

  test('returns the allowed addresses as entered', async () => {
    const allowedAddresses = ['203.0.113.7', '10.0.0.0/8', '2001:db8::/32'];
    const { key, record } = await create({ allowedAddresses });
    expect((await verify(key))?.allowed_addresses).toEqual(allowedAddresses);
    await changeKey(accounts.deps, OPERATOR, record.id, { allowedAddresses: null });
    expect((await verify(key))?.allowed_addresses).toBeNull();
  });

  test('reports whether a seat may run buyer searches, immediately after a change', async () => {
    const { key, record } = await create();
    expect((await verify(key))?.may_search_buyers).toBe(true);
    await setSeat(accounts.deps, OPERATOR, record.companyId, { name: 'Pat', maySearchBuyers: false });
    expect((await verify(key))?.may_search_buyers).toBe(true);
    await changeKey(accounts.deps, OPERATOR, record.id, { seatName: 'Pat' });
    expect((await verify(key))?.may_search_buyers).toBe(false);
    await setSeat(accounts.deps, OPERATOR, record.companyId, { name: 'Pat', maySearchBuyers: true });
    expect((await verify(key))?.may_search_buyers).toBe(true);
  });

  test.each(['active', 'trial', 'lapsed', null] as const)(
    "reports that the company's subscription is %p",
    async (subscription) => {
      const { key, record } = await create();
      await changeCompany(accounts.deps, OPERATOR, record.companyId, { subscription });
      expect((await verify(key))?.subscription).toBe(subscription);
    },
  );

  test('covers both analytics endpoints with one limit, and nothing with a sum of 0', async () => {
    await accounts.plan('analytics', { analytics_search_limit: 1 });
    await accounts.plan('empty');
    const { keyId, key } = await accounts.enterpriseKey('analytics', 'empty');
    await accounts.deps.users.create(OPERATOR, keyId, { user_id: 'u', active: true });
    await accounts.deps.users.subscribe(OPERATOR, keyId, 'u', 'empty');
    expect((await verify(key, 'u'))?.covered_endpoints).toEqual([]);
    await accounts.deps.users.subscribe(OPERATOR, keyId, 'u', 'analytics');
    expect((await verify(key, 'u'))?.covered_endpoints).toEqual(['analytics_search', 'analytics_summary']);
    expect((await verify(key, 'someone else'))?.covered_endpoints).toEqual([]);
  });
});

describe('last use', () => {
  const lastUse = async (id: string) => (await accounts.deps.keys.find(id))[0]?.lastUsedAt ?? null;

  test('is recorded once a minute per secret, so a rotation shows who still uses the old one', async () => {
    const { key, record } = await create();
    expect(await lastUse(record.id)).toBeNull();
    await verify(key);
    const first = await lastUse(record.id);
    expect(Date.parse(first ?? '')).toBeGreaterThan(Date.now() - 60_000);
    await verify(key);
    expect(await lastUse(record.id)).toBe(first);
    await accounts.database.sql`
      update accounts.api_key_secrets set last_used_at = now() - interval '61 seconds' where key_id = ${record.id}`;
    await verify(key);
    expect(Date.parse((await lastUse(record.id)) ?? '')).toBeGreaterThan(Date.parse(first ?? '') - 1);
  });

  test('ignores refused callers', async () => {
    const { key, record } = await create();
    await changeKey(accounts.deps, OPERATOR, record.id, { active: false });
    await verify(key);
    expect(await lastUse(record.id)).toBeNull();
  });
});

describe('rejects invalid terms of a key and names them', () => {
  beforeAll(() => accounts.plan('real'));
  test.each([
    ['monthly limit', { kind: 'enterprise', monthlyLimit: 5 }],
    ['seat', { kind: 'enterprise', seatName: 'Pat' }],
    ['plan', { kind: 'subscriber', planIds: ['real'] }],
    ['endpoints', { kind: 'legacy_search', authorizedEndpoints: ['buyer_search'] }],
    ['allowed addresses', { allowedAddresses: [] }],
    ['allowed addresses', { allowedAddresses: ['10.0.0.0/33'] }],
    ['allowed addresses', { allowedAddresses: ['fe80::1%eth0'] }],
    ['allowed addresses', { allowedAddresses: ['example.com'] }],
    ['allowed addresses', { allowedAddresses: ['10.0.0.0/8/8'] }],
    ['rate limit', { rateLimit: 100_001 }],
    ['monthly limit', { kind: 'legacy_search', monthlyLimit: -1 }],
    ['name', { name: 'bell\u0007' }],
  ])('%s: %j', async (field, request) => {
    const error = await create(request).catch((thrown) => thrown);
    expect(error).toMatchObject({ code: 'VALIDATION_ERROR', fields: [{ field }] });
  });

  test('an unknown plan or seat creates neither key nor company', async () => {
    for (const request of [
      { kind: 'enterprise', planIds: ['real', 'unreal'] },
      { kind: 'subscriber', seatName: 'Nobody' },
    ]) {
      const name = `Company ${randomUUID()}`;
      expect(await create({ ...request, name }).catch(({ code }) => code)).toBe('NOT_FOUND');
      expect(await accounts.deps.companies.find(name)).toBeNull();
    }
  });
});
