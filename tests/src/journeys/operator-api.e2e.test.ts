import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createSignInLink, type LinkRequest } from '@plat/console/operator';
import { HOST_OPERATIONS } from '@plat/contracts/admin';
import { type RunningServer, startServer } from '@plat/kit';
import { createHost, type Host } from '@plat/standalone';
import { readEnvironment } from '@plat/standalone/environment';
import { SAMPLE_AS_OF, sampleDatabase } from '@plat/standalone/sample-database';
import { eventually, type TestDatabase } from '@plat/test-kit';

let database: TestDatabase;
let host: Host;
let server: RunningServer;
let operator: Browser;
let viewer: Browser;
let acme: Browser;
let other: Browser;

interface Browser {
  cookie: string;
  'x-csrf-token': string;
}

beforeAll(async () => {
  database = await sampleDatabase();
  host = await createHost({
    databaseUrl: database.url,
    internalSecret: 'a secret of at least thirty-two bytes',
    asOf: () => SAMPLE_AS_OF,
    environment: readEnvironment({ PLAT_LOG_LEVEL: 'silent' }),
    doctor: async () => ({ result: 'ok', checks: [{ name: 'home', standing: 'ok', seen: 'fine' }] }),
  });
  server = startServer({ app: host.app, port: 0, hostname: '127.0.0.1' });
  operator = await signIn({ name: 'Ruth', role: 'operator' });
  viewer = await signIn({ name: 'Vic', role: 'viewer' });
  for (const name of ['Acme Homes', '=Other Homes']) {
    await send(operator, 'POST', 'companies', { name, subscription: 'active' });
  }
  acme = await signIn({ name: 'Mel', role: 'member', company: 'Acme Homes' });
  other = await signIn({ name: 'Moe', role: 'member', company: '=Other Homes' });
}, 180_000);
afterAll(async () => {
  await server?.stop(0);
  await host?.close();
  await database?.close();
});

async function signIn(request: LinkRequest): Promise<Browser> {
  const { token } = await createSignInLink(host.people, 'operator:test', request);
  const body = JSON.stringify({ token });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${server.url}/admin/v1/session`, { method: 'POST', headers, body });
  const { csrf_token } = (await response.json()) as { csrf_token: string };
  return { cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '', 'x-csrf-token': csrf_token };
}

const fetchAs = (browser: Browser, method: string, path: string, body?: unknown) =>
  fetch(`${server.url}/admin/v1/${path}`, {
    method,
    headers: { ...browser, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

// biome-ignore lint/suspicious/noExplicitAny: answers of several operations
async function send(browser: Browser, method: string, path: string, body?: unknown): Promise<any> {
  const response = await fetchAs(browser, method, path, body);
  const answer = await response.json();
  if (!response.ok) throw new Error(`${method} ${path} gave ${response.status}: ${JSON.stringify(answer)}`);
  return answer;
}
const refusal = async (browser: Browser, method: string, path: string, body?: unknown) => {
  const response = await fetchAs(browser, method, path, body);
  return [response.status, ((await response.json()) as { code: string }).code];
};

test('a company gets from nothing to a sold key that works, and loses it', async () => {
  const created = await send(operator, 'POST', 'keys', { kind: 'subscriber', name: 'CRM', company: 'Acme Homes' });
  expect(created).toMatchObject({ company: 'Acme Homes', active: true });
  expect(created.key).toStartWith('plat_sub_');
  const call = (key: string) => fetch(`${server.url}/v1/coverage`, { headers: { 'x-api-key': key } });
  expect((await call(created.key)).status).toBe(200);
  const { keys } = await send(viewer, 'GET', 'keys?company=Acme%20Homes');
  expect(keys).toHaveLength(1);
  expect(JSON.stringify(keys)).not.toContain(created.key);
  const rotated = await send(operator, 'POST', `keys/rotate?key=${created.id}`, {});
  expect([(await call(created.key)).status, (await call(rotated.key)).status]).toEqual([401, 200]);
  expect(await send(operator, 'PATCH', `keys?key=${created.id}`, { rate_limit: 7 })).toMatchObject({ rate_limit: 7 });
  expect((await send(operator, 'DELETE', `keys?key=${created.id}`)).revoked_at).toBeString();
  expect((await call(rotated.key)).status).toBe(401);
  const { events } = await send(viewer, 'GET', `audit?key=${created.id}`);
  expect(events.map(({ action, actor }: { action: string; actor: string }) => [action, actor])).toEqual([
    ['key.revoked', 'operator:Ruth'],
    ['key.changed', 'operator:Ruth'],
    ['key.rotated', 'operator:Ruth'],
    ['key.created', 'operator:Ruth'],
  ]);
});

test('plans, users and subscriptions do what their commands do', async () => {
  const limits = Object.fromEntries(
    ['autocomplete', 'analytics_search', 'buyer_search', 'investor_comps', 'retail_comps', 'linked_deals'].map(
      (name) => [`${name}_limit`, 10],
    ),
  );
  await send(operator, 'POST', 'plans', { plan_id: 'basic', plan_name: 'Basic', monthly_price_usd: 9, ...limits });
  expect(await send(operator, 'PATCH', 'plans?plan_id=basic', { monthly_price_usd: 12 })).toMatchObject({
    monthly_price_usd: 12,
  });
  const key = await send(operator, 'POST', 'keys', {
    kind: 'enterprise',
    name: 'Portal',
    company: 'Acme Homes',
    plans: ['basic'],
  });
  await send(operator, 'POST', `users?key=${key.id}`, { user_id: 'agent-1' });
  const subscription = await send(operator, 'POST', `users/subscriptions?key=${key.id}&user_id=agent-1`, {
    plan_id: 'basic',
  });
  expect(subscription).toMatchObject({ plan_id: 'basic', active: true });
  expect(await send(acme, 'GET', `users?key=${key.id}`)).toMatchObject({ users: [{ user_id: 'agent-1' }] });
  const details = `users/details?key=${key.id}&user_id=agent-1`;
  expect(await send(acme, 'GET', details)).toMatchObject({
    subscriptions: [{ id: subscription.id, plan_id: 'basic', active: true }],
    current_period_usage: { buyer_search: 0 },
  });
  for (const path of [`users?key=${key.id}`, details]) {
    expect(await refusal(other, 'GET', path)).toEqual([404, 'NOT_FOUND']);
  }
  const { keys } = await send(viewer, 'GET', 'keys?kind=enterprise');
  expect(keys).toMatchObject([{ id: key.id, plans: ['basic'] }]);
  expect(await send(acme, 'GET', `usage?key=${key.id}&user_id=agent-1`)).toMatchObject({ scope: 'user' });
});

describe('a member', () => {
  test('sees the own company only', async () => {
    const { id } = await send(operator, 'POST', 'keys', {
      kind: 'subscriber',
      name: 'Secret',
      company: '=Other Homes',
    });
    const { keys } = await send(acme, 'GET', 'keys?company=%3DOther%20Homes');
    expect(keys.map(({ company }: { company: string }) => company)).not.toContain('=Other Homes');
    for (const path of [
      `usage?key=${id}`,
      `webhooks?key=${id}`,
      'usage?company=%3DOther%20Homes',
      'usage-report?company=%3DOther%20Homes',
    ]) {
      expect([path, ...(await refusal(acme, 'GET', path))]).toEqual([path, 404, 'NOT_FOUND']);
    }
    expect(await send(acme, 'GET', 'usage')).toMatchObject({ scope: 'company' });
    expect(await send(other, 'GET', `webhooks?key=${id}`)).toEqual({ deliveries: [], next_cursor: null });
  });

  test('reads neither people, the audit trail, companies nor the installation, and changes nothing', async () => {
    for (const { method, path, roles } of HOST_OPERATIONS) {
      if ((roles as readonly string[]).includes('member')) continue;
      const outcome = await refusal(acme, method, path.replace('/admin/v1/', ''));
      expect([method, path, ...outcome]).toEqual([method, path, 403, 'ROLE_NOT_ALLOWED']);
    }
  });
});

test('a failed webhook is sent again, alone or with all failed ones of its key', async () => {
  const owner = { kind: 'subscriber', name: 'Hooks', company: 'Acme Homes' };
  const { id: key } = await send(operator, 'POST', 'keys', owner);
  await database.sql`
    with made as (
      insert into investors.searches (id, api, company_id, key_id, question, sort, status, completed_at, expires_at)
      select gen_random_uuid(), 'v1', 'c', ${key}, '{}', 'match', 'completed', now(), now() + interval '1 day'
      from generate_series(1, 3) returning id
    )
    insert into investors.webhook_deliveries
      (id, company_id, key_id, event, search_id, url, retries, status, finished_at)
    select gen_random_uuid(), 'c', ${key}, 'buyer_search.completed', id, 'https://hooks.example.invalid/', false,
      'failed', now() from made`;
  const { deliveries } = await send(acme, 'GET', `webhooks?key=${key}&status=failed`);
  expect(deliveries).toHaveLength(3);
  const replay = `webhooks/replay?delivery_id=${deliveries[0].delivery_id}`;
  expect(await send(operator, 'POST', replay)).toMatchObject({ status: 'pending' });
  const { replayed } = await send(operator, 'POST', `webhooks/replay-failed?key=${key}`);
  // The first may have failed again by now.
  expect([2, 3]).toContain(replayed);
  for (const path of [replay, `webhooks/replay-failed?key=${key}`]) {
    expect(await refusal(acme, 'POST', path)).toEqual([403, 'ROLE_NOT_ALLOWED']);
  }
  const unknown = 'webhooks/replay?delivery_id=00000000-0000-4000-8000-000000000000';
  expect(await refusal(operator, 'POST', unknown)).toEqual([404, 'NOT_FOUND']);
  const { events } = await send(viewer, 'GET', `audit?key=${key}`);
  expect(events[0]).toMatchObject({ action: 'webhook.failed_replayed', actor: 'operator:Ruth' });
});

test('the requests of a key are listed for its company, without their bodies', async () => {
  const owner = { kind: 'subscriber', name: 'Dev', company: 'Acme Homes' };
  const { id, key } = await send(operator, 'POST', 'keys', owner);
  const headers = { 'x-api-key': key };
  const found = await fetch(`${server.url}/v1/coverage?address=secret`, { headers });
  const refused = await fetch(`${server.url}/v1/buyer-search`, {
    method: 'POST',
    headers,
    body: '{"adress":"secret"}',
  });
  const { requests } = await eventually(
    () => send(acme, 'GET', `requests?key=${id}`),
    (page) => page.requests.length === 2,
  );
  expect(requests).toMatchObject([
    { method: 'POST', path: '/v1/buyer-search', status: 400, request_id: refused.headers.get('x-request-id') },
    { method: 'GET', path: '/v1/coverage', status: found.status, request_id: found.headers.get('x-request-id') },
  ]);
  expect(JSON.stringify(requests)).not.toContain('secret');
  expect((await send(viewer, 'GET', `requests?key=${id}&outcome=refused`)).requests).toEqual([requests[0]]);
  const first = await send(acme, 'GET', `requests?key=${id}&limit=1`);
  const older = await send(acme, 'GET', `requests?key=${id}&limit=1&cursor=${first.next_cursor}`);
  expect([...first.requests, ...older.requests]).toEqual(requests);
  expect(await refusal(other, 'GET', `requests?key=${id}`)).toEqual([404, 'NOT_FOUND']);
});

test('the usage report is the ledger, as JSON and as CSV without formulas', async () => {
  const headers = { ...other, 'content-type': 'application/json' };
  const search = { search_string: '1 Main' };
  for (let times = 0; times < 3; times++) {
    const response = await fetch(`${server.url}/v1/autocomplete`, {
      method: 'POST',
      headers,
      body: JSON.stringify(search),
    });
    expect(response.status).toBe(200);
  }
  const report = await send(viewer, 'GET', 'usage-report?by=company,key,endpoint&format=json');
  const [ledger] = await database.sql<{ count: number }[]>`select count(*)::int as count from accounts.usage_ledger`;
  const sum = report.rows.reduce((total: number, row: { calls_counted: number }) => total + row.calls_counted, 0);
  expect(sum).toBe(ledger!.count);
  expect(report.rows).toContainEqual({
    month: new Date().toISOString().slice(0, 7),
    company: '=Other Homes',
    key_id: 'application',
    endpoint: 'autocomplete',
    calls_counted: expect.any(Number),
    calls_not_counted: expect.any(Number),
  });
  const csv = await fetchAs(viewer, 'GET', 'usage-report?by=company&format=csv');
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(await csv.text()).toContain(",'=Other Homes,");
  expect((await send(acme, 'GET', 'usage-report?by=company')).rows).not.toContainEqual(
    expect.objectContaining({ company: '=Other Homes' }),
  );
});

test('records, suppressions, doctor and the document answer by their contracts', async () => {
  const { counties } = await send(viewer, 'GET', 'coverage');
  expect(counties.length).toBeGreaterThan(0);
  const { versions } = await send(viewer, 'GET', 'versions?limit=1');
  expect(versions).toMatchObject([{ is_serving: true, kind: 'import' }]);
  const entry = { kind: 'phone', value: '(602) 555-0142' };
  expect(await send(operator, 'POST', 'suppressions', entry)).toMatchObject({
    added: true,
    created_by: 'operator:Ruth',
  });
  expect((await send(viewer, 'GET', 'suppressions')).entries).toHaveLength(1);
  await send(operator, 'DELETE', `suppressions?${new URLSearchParams(entry)}`);
  expect(await refusal(operator, 'DELETE', `suppressions?${new URLSearchParams(entry)}`)).toEqual([404, 'NOT_FOUND']);
  expect(await send(viewer, 'GET', 'doctor')).toMatchObject({ result: 'ok' });
  const document = await send(viewer, 'GET', 'openapi.json');
  expect(Object.keys(document.paths)).toEqual(
    expect.arrayContaining(['session', 'companies', 'keys', 'usage-report'].map((name) => `/admin/v1/${name}`)),
  );
});

test('lists come in pages', async () => {
  const first = await send(viewer, 'GET', 'companies?limit=1');
  const second = await send(viewer, 'GET', `companies?limit=1&cursor=${first.next_cursor}`);
  expect([...first.companies, ...second.companies].map(({ name }) => name)).toEqual(['=Other Homes', 'Acme Homes']);
  expect(second.next_cursor).toBeNull();
  const events = await send(viewer, 'GET', 'audit?limit=2');
  const older = await send(viewer, 'GET', `audit?limit=2&cursor=${events.next_cursor}`);
  expect(older.events[0].id).toBeLessThan(events.events[1].id);
  expect(await refusal(viewer, 'GET', 'companies?cursor=x')).toEqual([400, 'VALIDATION_ERROR']);
});

test('sign-ins and changes of people are in the audit trail of owners only', async () => {
  const owner = await signIn({ name: 'Olga', role: 'owner' });
  const subjects = async (browser: Browser) => {
    const { events } = await send(browser, 'GET', 'audit?limit=200');
    return new Set(events.map(({ subject }: { subject: string }) => subject.split(':')[0]));
  };
  expect(await subjects(owner)).toContain('person');
  for (const browser of [operator, viewer]) expect(await subjects(browser)).not.toContain('person');
});
