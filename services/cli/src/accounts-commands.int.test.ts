import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createInternalTokens, systemClock } from '@plat/kit';
import { localIssuer } from '@plat/standalone/local-issuer';
import { operatorName } from '@plat/standalone/operator-name';
import { type TestDatabase, testDatabase } from '@plat/test-kit';
import { type CommandLines, startCommandLines } from './command-lines.fixture.ts';

const SLOW_MS = 120_000;
const SECRET = 'a secret of at least thirty-two bytes';

let database: TestDatabase;
let commands: CommandLines;
let run: CommandLines['plat'];
beforeAll(async () => {
  database = await testDatabase();
  commands = startCommandLines(database.url, { PLAT_INTERNAL_SECRET: SECRET });
  run = commands.plat;
}, SLOW_MS);
afterAll(async () => {
  await commands?.close();
  await database?.close();
});

/** The command's --json output; it must succeed. */
async function answer(...words: string[]) {
  const { exitCode, stdout, stderr } = await run(...words, '--json');
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return JSON.parse(stdout);
}

/** The command's text output; it must succeed. */
async function text(...words: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await run(...words);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return stdout;
}

test(
  'commands alone create, inspect, change and delete an enterprise account, and the audit trail records it',
  async () => {
    const account = await answer('account', 'create', '--name', 'Acme CRM', '--email', 'ops@example.com');
    expect(account).toMatchObject({
      name: 'Acme CRM',
      contact_email: 'ops@example.com',
      active: true,
      subscription: null,
    });
    const plan = await answer(
      ...['plan', 'create', 'starter', '--name', 'Starter', '--price', '49.50'],
      ...['--buyer-search', '25', '--analytics-search', '100'],
    );
    expect(plan).toMatchObject({ monthly_price_usd: 49.5, buyer_search_limit: 25, retail_comps_limit: 0 });

    const made = await answer(
      ...['key', 'create', '--kind', 'enterprise', '--name', 'CRM', '--company', 'Acme CRM', '--plan', 'starter'],
      ...['--allow-address', '203.0.113.0/24', '2001:db8::1', '--rate-limit', '300'],
    );
    const { id, key, ...shown } = made;
    expect(key).toMatch(/^plat_ent_/);
    expect(shown).toMatchObject({
      company: 'Acme CRM',
      plans: ['starter'],
      rate_limit: 300,
      is_test: false,
      active: true,
      allowed_addresses: ['203.0.113.0/24', '2001:db8::1'],
    });

    await answer('user', 'create', 'agent-1', '--key', id);
    const { id: subscription } = await answer('user', 'subscribe', 'agent-1', 'starter', '--key', shown.key_prefix);
    expect(await answer('user', 'show', 'agent-1', '--key', id)).toMatchObject({
      user_id: 'agent-1',
      active: true,
      subscriptions: [{ id: subscription, plan_id: 'starter', active: true }],
      current_period_usage: { buyer_search: 0, analytics_summary: 0 },
    });
    await answer('user', 'unsubscribe', subscription, '--key', id);
    expect((await answer('user', 'resubscribe', subscription, '--key', id)).active).toBe(true);
    expect((await answer('user', 'deactivate', 'agent-1', '--key', id)).active).toBe(false);
    expect((await answer('user', 'list', '--key', id)).users).toMatchObject([{ user_id: 'agent-1', active: false }]);
    const table = await text('user', 'show', 'agent-1', '--key', id);
    expect(table).toMatch(/agent-1[\s\S]*starter[\s\S]*inactive[\s\S]*buyer_search/);

    await answer('plan', 'change', 'starter', '--buyer-search', '50');
    expect(await text('plan', 'list', '--key', id)).toMatch(/starter +Starter +49.5 +0 +50 +100/);
    expect(await run('plan', 'unassign', 'startr', '--key', id)).toMatchObject({
      exitCode: 1,
      stdout: '',
      stderr: 'There is no plan startr.\n',
    });
    expect((await answer('plan', 'unassign', 'starter', '--key', id)).plans).toEqual([]);

    const changed = await answer(
      'key',
      'change',
      id,
      '--allow-address',
      'all',
      '--endpoints',
      'api_users,buyer_search',
    );
    expect(changed).toMatchObject({ allowed_addresses: null, authorized_endpoints: ['api_users', 'buyer_search'] });
    expect((await answer('key', 'deactivate', id)).active).toBe(false);
    expect((await answer('key', 'activate', id)).active).toBe(true);
    const rotated = await answer('key', 'rotate', id, '--overlap', '24h');
    expect(rotated.key).toMatch(/^plat_ent_/);
    expect(rotated.key).not.toBe(key);
    expect(Date.parse(rotated.previous_secret_until) - Date.now()).toBeGreaterThan(23 * 3_600_000);
    await answer('account', 'deactivate', account.id);
    expect((await answer('key', 'show', id)).active).toBe(false);
    expect(await text('account', 'show', 'Acme CRM')).toMatch(/active +no[\s\S]*CRM +no/);

    const { events } = await answer('audit', '--company', 'Acme CRM');
    expect(events.map(({ action }: { action: string }) => action).reverse()).toEqual([
      ...['company.created', 'key.created', 'user.created', 'subscription.created', 'subscription.deactivated'],
      ...['subscription.activated', 'subscription.deactivated', 'user.deactivated', 'key.changed', 'key.changed'],
      ...['key.deactivated', 'key.activated', 'key.rotated', 'company.deactivated'],
    ]);
    for (const event of events) expect(event.actor).toBe(`operator:${operatorName()}`);
    const trail = await text('audit', '--key', id, '--limit', '3');
    expect(trail.split('\n').filter((line) => /^\d{4}-\d\d-\d\d /.test(line))).toHaveLength(3);
    expect(trail).toContain('key_prefix:');
    expect(JSON.stringify(await answer('audit'))).not.toContain(key.slice(-20));
  },
  SLOW_MS,
);

test(
  'a subscriber account has a subscription, limits and seats',
  async () => {
    await answer('account', 'create', '--name', 'Trial Co', '--subscription', 'trial');
    expect(await answer('account', 'limit', 'Trial Co', 'buyer_search', '--plan', '5', '--custom', '40')).toEqual({
      endpoint: 'buyer_search',
      plan_limit: 5,
      custom_limit: 40,
    });
    await answer('account', 'limit', 'Trial Co', 'buyer_search', '--plan', 'none');
    await answer('account', 'seat', 'Trial Co', 'Pat', '--buyer-searches', 'no');
    const key = await answer(
      'key',
      'create',
      '--kind',
      'subscriber',
      '--name',
      'Pat',
      '--company',
      'Trial Co',
      '--seat',
      'Pat',
    );
    expect(key).toMatchObject({ seat: 'Pat', rate_limit: 20 });
    await answer('account', 'change', 'Trial Co', '--subscription', 'lapsed', '--email', 'none');
    const shown = await answer('account', 'show', 'Trial Co');
    expect(shown).toMatchObject({
      subscription: 'lapsed',
      limits: [{ endpoint: 'buyer_search', plan_limit: null, custom_limit: 40 }],
      seats: [{ name: 'Pat', may_search_buyers: false }],
      keys: [{ id: key.id }],
    });
    expect(await text('account', 'list')).toMatch(/Trial +- +lapsed/);
    expect(await text('key', 'show', key.id)).toMatch(/seat +Pat \(no buyer searches\)/);
  },
  SLOW_MS,
);

test(
  'a legacy key has its own limits, and a test key is marked as one',
  async () => {
    const legacy = await answer('key', 'create', '--kind', 'legacy_search', '--name', 'Old', '--monthly-limit', '5000');
    expect(legacy).toMatchObject({ rate_limit: 100, rate_window_seconds: 1, monthly_limit: 5_000 });
    expect(legacy.key).toMatch(/^plat_leg_/);
    const tested = await answer('key', 'create', '--kind', 'enterprise', '--name', 'Sandbox', '--test');
    expect(tested).toMatchObject({ is_test: true });
    expect(tested.key).toMatch(/^plat_ent_test_/);
  },
  SLOW_MS,
);

describe('reports a mistake in one plain sentence', () => {
  test.each([
    [['account', 'show', 'Nobody Inc'], 1, 'There is no company Nobody Inc.'],
    [['account', 'create', '--name', 'X', '--email', 'nonsense'], 2, 'email must be a mail address'],
    [['account', 'create', '--name', 'Trial Co'], 1, 'There is a company Trial Co already.'],
    [['account', 'change', 'Trial Co'], 2, 'There is nothing to change'],
    [['account', 'limit', 'Trial Co', 'api_users', '--custom', '1'], 2, 'Allowed choices are'],
    [['account', 'limit', 'Trial Co', 'buyer_search', '--custom', '-1'], 2, 'whole number from 0'],
    [['plan', 'create', 'a b', '--name', 'X'], 2, 'plan id must be'],
    [['plan', 'create', 'starter', '--name', 'X'], 1, 'There is a plan starter already.'],
    [['plan', 'create', 'p', '--name', 'X', '--price', '1.999'], 2, 'at most two decimals'],
    [['plan', 'change', 'nothing', '--price', '1'], 1, 'There is no plan nothing.'],
    [['key', 'create', '--kind', 'enterprise', '--name', 'X', '--plan', 'nothing'], 1, 'There is no plan nothing.'],
    [
      ['key', 'create', '--kind', 'subscriber', '--name', 'X', '--plan', 'starter'],
      2,
      'plan is for enterprise keys only',
    ],
    [['key', 'create', '--kind', 'subscriber', '--name', 'X', '--seat', 'Q'], 1, 'There is no seat Q.'],
    [
      ['key', 'create', '--kind', 'subscriber', '--name', 'X', '--allow-address', '10.0.0.0/33'],
      2,
      '"10.0.0.0/33" is not',
    ],
    [['key', 'rotate', 'x', '--overlap', '31d'], 2, 'at most 30d'],
    [['user', 'create', 'a', '--key', 'plat_sub_nobody'], 1, 'There is no key plat_sub_nobody.'],
    [['user', 'create', ' ', '--key', 'x'], 2, 'The user must not be empty.'],
    [['user', 'create', ' a', '--key', 'x'], 2, 'The user must not begin or end with a space.'],
    [['user', 'list'], 2, "required option '--key <key>'"],
    [['token', 'gateway'], 2, 'Allowed choices are geo'],
    [['token', 'geo', '--minutes', '1441'], 2, 'whole number from 1 to 1440'],
    [['token'], 2, 'Name a service, or a user with --uid'],
    [['token', 'geo', '--uid', 'agent'], 2, 'Name a service, or a user with --uid'],
    [['token', '--uid', 'agent', '--minutes', '61'], 2, 'at most 60 minutes'],
    [['automation', 'disable', 'nobody'], 1, 'There is no user nobody'],
    [['automation', 'add', ''], 2, 'uid must have 1 to 255 characters'],
  ] as const)(
    'plat %p',
    async (words, exitCode, sentence) => {
      const ended = await run(...words);
      expect(ended).toMatchObject({ exitCode, stdout: '' });
      expect(ended.stderr).toContain(sentence);
      expect(ended.stderr).not.toContain('    at ');
    },
    SLOW_MS,
  );
});

test(
  'a service token is accepted by its service only',
  async () => {
    const { token, expires_at } = await answer('token', 'geo', '--minutes', '1440');
    const tokens = createInternalTokens(SECRET);
    expect(await tokens.verify(`Bearer ${token}`, 'geo')).toMatchObject({ keyKind: 'service' });
    expect(tokens.verify(`Bearer ${token}`, 'accounts')).rejects.toMatchObject({ status: 401 });
    expect(Date.parse(expires_at)).toBeGreaterThan(Date.now() + 23 * 3_600_000);
    expect((await text('token', 'geo')).trim().split('.')).toHaveLength(3);
  },
  SLOW_MS,
);

test(
  'an ID token proves a user and the given identity to this installation',
  async () => {
    const words = ['token', '--uid', 'agent', '--email', 'agent@example.com', '--name', 'Agent', '--minutes', '5'];
    const { uid, token, expires_at } = await answer(...words);
    const log = { info: () => {} };
    const idTokens = localIssuer(SECRET, {})!.idTokens({ clock: systemClock, log });
    expect(await idTokens.verify(token)).toEqual({ uid, email: 'agent@example.com', displayName: 'Agent' });
    expect(Date.parse(expires_at)).toBeGreaterThan(Date.now());
    expect((await text('token', '--uid', 'agent')).trim().split('.')).toHaveLength(3);
  },
  SLOW_MS,
);

test(
  'adds, lists, disables and enables automation users',
  async () => {
    expect(await text('automation', 'list')).toContain('There are no automation users');
    const added = await answer('automation', 'add', 'agent', '--email', 'agent@example.com');
    expect(added).toMatchObject({ uid: 'agent', email: 'agent@example.com', active: true, key_prefix: null });
    expect((await run('automation', 'add', 'agent')).stderr).toContain('There is a user agent already');
    expect(await answer('automation', 'disable', 'agent')).toMatchObject({ uid: 'agent', active: false });
    expect((await answer('automation', 'list')).users).toMatchObject([
      { uid: 'agent', active: false, subscriptions: 0 },
    ]);
    expect(await text('automation', 'enable', 'agent')).toContain('The user agent is active');
  },
  SLOW_MS,
);
