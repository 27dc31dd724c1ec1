import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { verifyKey as verifyKeyEndpoint } from '@plat/contracts';
import { AppError, createLogger, createServiceClient, hostTableTransport, type Principal } from '@plat/kit';
import { testDatabase } from '@plat/test-kit';
import { createAccountsApp } from './app.ts';
import { createAccountsDeps } from './deps.ts';
import { createKey, listKeys, revokeKey } from './operator.ts';

const SECRET = 'a secret of at least thirty-two bytes';
const gateway: Principal = { keyId: 'gateway', keyKind: 'service', companyId: 'plat', userId: null, realm: 'live' };
const ACTOR = 'operator:test';
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

let database: Awaited<ReturnType<typeof testDatabase>>;
let accounts: Awaited<ReturnType<typeof createAccountsDeps>>;

const config = () => ({ DATABASE_URL: database.url, PLAT_INTERNAL_SECRET: SECRET, PLAT_LOG_LEVEL: 'silent' as const });

beforeAll(async () => {
  database = await testDatabase();
  accounts = await createAccountsDeps(config(), { log: createLogger({ name: 'accounts', level: 'silent' }) });
}, 60_000);
afterAll(async () => {
  await accounts.close();
  await database.close();
});

const verify = async (key: string, userId: string | null = null) => {
  const app = createAccountsApp(accounts.deps);
  const client = createServiceClient({
    transport: hostTableTransport(new Map([['accounts.internal', (request) => app.handle(request)]])),
    tokens: accounts.deps.tokens,
  });
  const { key: verified } = await client.call(verifyKeyEndpoint, {
    body: { key_sha256: sha256(key), user_id: userId },
    principal: gateway,
    requestId: 'request-1',
  });
  return verified;
};

describe('a new key', () => {
  test('is found by its hash, with the default limit of its kind', async () => {
    const subscriber = await createKey(accounts.deps, ACTOR, { kind: 'subscriber', name: 'Acme' });
    expect(await verify(subscriber.key)).toEqual({
      key_id: subscriber.record.id,
      key_kind: 'subscriber',
      company_id: subscriber.record.companyId,
      active: true,
      rate_limit: 20,
      is_test: false,
      rate_window_seconds: 60,
      allowed_addresses: null,
      covered_endpoints: null,
      authorized_endpoints: null,
      subscription: 'active',
      may_search_buyers: true,
      user_known: true,
      secret_good_ms: null,
    });
    const enterprise = await createKey(accounts.deps, ACTOR, {
      kind: 'enterprise',
      name: 'Acme CRM',
      companyName: 'Acme',
      rateLimit: 300,
      authorizedEndpoints: ['buyer_search'],
    });
    expect(enterprise.record.companyId).toBe(subscriber.record.companyId);
    expect(await verify(enterprise.key, 'user-1')).toMatchObject({
      key_kind: 'enterprise',
      rate_limit: 300,
      authorized_endpoints: ['buyer_search'],
      subscription: null,
      covered_endpoints: [],
      user_known: false,
    });
  });

  test('is stored nowhere; only the response that created it contains it', async () => {
    const { key, record } = await createKey(accounts.deps, ACTOR, { kind: 'subscriber', name: 'Secretive' });
    const rows = await database.sql`
      select k::text || s::text as row from accounts.api_keys k join accounts.api_key_secrets s on s.key_id = k.id
      where k.id = ${record.id}`;
    expect(rows[0]?.row).not.toContain(key);
    expect(rows[0]?.row).toContain(sha256(key));
    expect(JSON.stringify(await listKeys(accounts.deps))).not.toContain(key);
  });

  test('belongs to one company if parallel calls create it', async () => {
    const created = await Promise.all(
      Array.from({ length: 5 }, () => createKey(accounts.deps, ACTOR, { kind: 'subscriber', name: 'Hasty' })),
    );
    expect(new Set(created.map(({ record }) => record.companyId)).size).toBe(1);
  });

  test.each([
    ['kind', { kind: 'root', name: 'X' }],
    ['name', { kind: 'subscriber', name: '  ' }],
    ['name', { kind: 'subscriber', name: 'x'.repeat(201), companyName: 'X' }],
    ['company', { kind: 'subscriber', name: 'X', companyName: '' }],
    ['rate limit', { kind: 'subscriber', name: 'X', rateLimit: 0 }],
    ['rate limit', { kind: 'subscriber', name: 'X', rateLimit: 2.5 }],
    ['endpoints', { kind: 'enterprise', name: 'X', authorizedEndpoints: ['everything'] }],
    ['endpoints', { kind: 'enterprise', name: 'X', authorizedEndpoints: [] }],
  ])('rejects a wrong %s and names the field', async (field, request) => {
    const error = await createKey({ keys: accounts.deps.keys, randomBytes }, ACTOR, request).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(AppError);
    expect((error as AppError).fields?.map((problem) => problem.field)).toEqual([field]);
  });
});

describe('key verification', () => {
  test('returns null for an unknown key', async () => {
    expect(await verify('plat_sub_nobody')).toBeNull();
  });

  test.each(['user-1', 'Ünïcode 用户', ' spaced ', 'x'.repeat(255)])(
    "recognizes the key's registered end user %j and no other",
    async (userId) => {
      const { key, record } = await createKey(accounts.deps, ACTOR, { kind: 'enterprise', name: 'Users' });
      const { key: foreign } = await createKey(accounts.deps, ACTOR, { kind: 'enterprise', name: 'Others' });
      expect((await verify(key, userId))?.user_known).toBe(false);
      await accounts.deps.users.create(ACTOR, record.id, { user_id: userId, active: true });
      expect((await verify(key, userId))?.user_known).toBe(true);
      for (const other of [`${userId} `, userId.toUpperCase().replace('X', 'Y'), userId.slice(1), null]) {
        expect((await verify(key, other))?.user_known).toBe(false);
      }
      expect((await verify(foreign, userId))?.user_known).toBe(false);
      await accounts.deps.users.setActive(ACTOR, record.id, userId, false);
      expect((await verify(key, userId))?.user_known).toBe(false);
    },
  );

  test.each(['x'.repeat(256), '', '   ', 'tab\there', 'nul\u0000'])('accepts no end user for %j', async (userId) => {
    const { key } = await createKey(accounts.deps, ACTOR, { kind: 'enterprise', name: 'Users' });
    expect((await verify(key, userId))?.user_known).toBe(false);
  });

  test('records when a key was last used', async () => {
    const { key, record } = await createKey(accounts.deps, ACTOR, { kind: 'subscriber', name: 'Used' });
    expect(record.lastUsedAt).toBeNull();
    await verify(key);
    const [listed] = await accounts.deps.keys.find(record.id);
    expect(Date.parse(listed?.lastUsedAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
  });

  test('reports a key of a deactivated company as inactive', async () => {
    const { key, record } = await createKey(accounts.deps, ACTOR, { kind: 'subscriber', name: 'Closed' });
    await database.sql`update accounts.companies set active = false where id = ${record.companyId}`;
    expect((await verify(key))?.active).toBe(false);
  });
});

describe('key revocation', () => {
  test('deactivates a key, advances its epoch, and keeps the first instant when repeated', async () => {
    const { key, record } = await createKey(accounts.deps, ACTOR, { kind: 'subscriber', name: 'Revoked' });
    const before = await accounts.deps.epochs.current(record.id);
    const first = await revokeKey(accounts.deps, ACTOR, record.id);
    expect(first.revokedAt).not.toBeNull();
    expect(await accounts.deps.epochs.current(record.id)).not.toBe(before);
    expect((await verify(key))?.active).toBe(false);
    expect((await revokeKey(accounts.deps, ACTOR, record.keyPrefix)).revokedAt).toBe(first.revokedAt);
  });

  test('leaves other keys alone', async () => {
    const kept = await createKey(accounts.deps, ACTOR, { kind: 'subscriber', name: 'Kept' });
    const epoch = await accounts.deps.epochs.current(kept.record.id);
    const other = await createKey(accounts.deps, ACTOR, { kind: 'subscriber', name: 'Other' });
    await revokeKey(accounts.deps, ACTOR, other.record.id);
    expect(await accounts.deps.epochs.current(kept.record.id)).toBe(epoch);
    expect((await verify(kept.key))?.active).toBe(true);
  });

  test.each(['nothing', 'plat_sub_zzzzzz', '00000000-0000-4000-8000-000000000000', ''])(
    'rejects %j, which is not a key',
    async (reference) => {
      expect(revokeKey(accounts.deps, ACTOR, reference)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    },
  );

  test("takes effect here when another process's call returns", async () => {
    const { record } = await createKey(accounts.deps, ACTOR, { kind: 'subscriber', name: 'Remote' });
    const before = await accounts.deps.epochs.current(record.id);
    const script = join(import.meta.dir, 'revoke.fixture.ts');
    const child = Bun.spawn([process.execPath, script, database.url, record.id], { stdout: 'pipe', stderr: 'inherit' });
    const [answer] = (await new Response(child.stdout).text()).split('\n');
    expect(JSON.parse(answer ?? '')).toMatchObject({ id: record.id, confirmed: true });
    expect(await accounts.deps.epochs.current(record.id)).not.toBe(before);
  });

  test('is not missed while the database connection is lost: no cached key is trusted', async () => {
    const steady = () => Promise.all([accounts.deps.epochs.current('any'), accounts.deps.epochs.current('any')]);
    const [one, two] = await steady();
    expect(one).toBe(two);
    await database.sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'plat-key-change-feed' and datname = current_database()`;
    let lost = await steady();
    while (lost[0] === lost[1]) {
      await Bun.sleep(2);
      lost = await steady();
    }
    let again = await steady();
    while (again[0] !== again[1]) {
      await Bun.sleep(50);
      again = await steady();
    }
    expect(again[0]).not.toBe(one);
    const { record } = await createKey(accounts.deps, ACTOR, { kind: 'subscriber', name: 'After' });
    const before = await accounts.deps.epochs.current(record.id);
    await revokeKey(accounts.deps, ACTOR, record.id);
    expect(await accounts.deps.epochs.current(record.id)).not.toBe(before);
  });
});
