import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createCompany, createKey, findCompany, usageReport } from '@plat/accounts/operator';
import { createSignInLink, type LinkRequest } from '@plat/console/operator';
import { addressWithBuyers } from '@plat/dataset';
import type { Sql } from '@plat/db';
import { csrfTokenOf, type RunningServer, startServer } from '@plat/kit';
import { createHost, type Host } from '@plat/standalone';
import { readEnvironment } from '@plat/standalone/environment';
import { SAMPLE_AS_OF, sampleDatabase } from '@plat/standalone/sample-database';
import type { TestDatabase } from '@plat/test-kit';

let database: TestDatabase;
let host: Host;
let server: RunningServer;
let address: string;

beforeAll(async () => {
  database = await sampleDatabase();
  host = await createHost({
    databaseUrl: database.url,
    internalSecret: 'a secret of at least thirty-two bytes',
    asOf: () => SAMPLE_AS_OF,
    environment: readEnvironment({ PLAT_LOG_LEVEL: 'silent' }),
  });
  server = startServer({ app: host.app, port: 0, hostname: '127.0.0.1' });
  for (const name of ['Acme Homes', 'Other Homes']) {
    await createCompany(host.accounts, 'operator:test', { name, contactEmail: null, subscription: 'active' });
  }
  address = await anyAddress(database.sql);
}, 180_000);
afterAll(async () => {
  await server?.stop(0);
  await host?.close();
  await database?.close();
});

const anyAddress = async (sql: Sql): Promise<string> => {
  return (await addressWithBuyers(sql, 'live', SAMPLE_AS_OF)) ?? '';
};

interface Browser {
  cookie: string;
  csrf: string;
}

async function signIn(request: LinkRequest): Promise<Browser> {
  const { token } = await createSignInLink(host.people, 'operator:test', request);
  const response = await fetch(`${server.url}/admin/v1/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  const { csrf_token: csrf } = (await response.json()) as { csrf_token: string };
  return { cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '', csrf };
}

const member = (company: string) => signIn({ name: `member of ${company}`, role: 'member', company });
const headersOf = ({ cookie, csrf }: Browser) => ({
  cookie,
  'x-csrf-token': csrf,
  'content-type': 'application/json',
});
const search = (headers: Record<string, string>, body: object = { address }) =>
  fetch(`${server.url}/v1/buyer-search`, { method: 'POST', headers, body: JSON.stringify(body) });
const report = async () => {
  const month = `${new Date().toISOString().slice(0, 7)}-01`;
  return (await usageReport(host.accounts, { month, by: ['company', 'key'] })).rows;
};

describe('a signed-in member', () => {
  test('searches in the pool of the company, as its application', async () => {
    const browser = await member('Acme Homes');
    expect((await search(headersOf(browser))).status).toBe(200);
    expect(await report()).toMatchObject([
      { company: 'Acme Homes', key_id: 'application', calls_counted: 1, calls_not_counted: 0 },
    ]);
    expect(await usedBy(browser)).toBe(1);
  });

  test('leaves the usage of other companies alone, and their searches', async () => {
    const [one, other] = [await member('Acme Homes'), await member('Other Homes')];
    const started = await search(headersOf(one), { address, async: true, create_deal: true });
    const { search_id } = (await started.json()) as { search_id: string };
    const read = (browser: Browser) =>
      fetch(`${server.url}/v1/buyer-search/status?search_id=${search_id}`, { headers: headersOf(browser) });
    expect((await read(one)).status).toBe(200);
    expect((await read(other)).status).toBe(404);
    expect(await usedBy(other)).toBe(0);
  });

  test('has no key that lists show or that anybody can change', async () => {
    const { id } = await findCompany(host.accounts, 'Acme Homes');
    expect(await host.accounts.keys.list(id)).toEqual([]);
    const companies = await host.accounts.companies.list();
    expect(companies.map(({ name }) => name)).toEqual(['Acme Homes', 'Other Homes']);
  });

  test('stays with the company when another one takes its id for a name', async () => {
    const { id } = await findCompany(host.accounts, 'Acme Homes');
    await createCompany(host.accounts, 'operator:test', { name: id, contactEmail: null, subscription: null });
    expect((await findCompany(host.accounts, id)).name).toBe('Acme Homes');
    const session = await fetch(`${server.url}/admin/v1/session`, { headers: headersOf(await member('Acme Homes')) });
    expect(await session.json()).toMatchObject({ company: 'Acme Homes' });
  });

  test('is refused as soon as the company is deactivated', async () => {
    const browser = await member('Other Homes');
    const { id } = await findCompany(host.accounts, 'Other Homes');
    expect((await fetchCoverage(headersOf(browser))).status).toBe(200);
    await host.accounts.companies.change('operator:test', id, { active: false });
    expect((await fetchCoverage(headersOf(browser))).status).toBe(401);
    await host.accounts.companies.change('operator:test', id, { active: true });
  });
});

describe('a session in place of a key', () => {
  test('needs the cookie and its CSRF token', async () => {
    const [one, other] = [await member('Acme Homes'), await member('Other Homes')];
    const code = async (headers: Record<string, string>) => {
      const response = await fetchCoverage(headers);
      return [response.status, ((await response.json()) as { code?: string }).code];
    };
    expect(await code({ cookie: one.cookie })).toEqual([401, 'API_KEY_REQUIRED']);
    expect(await code({ 'x-csrf-token': one.csrf })).toEqual([401, 'API_KEY_REQUIRED']);
    expect(await code({ cookie: one.cookie, 'x-csrf-token': other.csrf })).toEqual([403, 'CSRF_TOKEN_INVALID']);
    for (const [name, value] of [
      ['sec-fetch-site', 'cross-site'],
      ['origin', 'https://evil.example'],
    ] as const) {
      expect(await code({ ...headersOf(one), [name]: value })).toEqual([403, 'CSRF_TOKEN_INVALID']);
    }
    const invented = { cookie: 'plat-session=invented', 'x-csrf-token': one.csrf };
    expect(await code(invented)).toEqual([403, 'CSRF_TOKEN_INVALID']);
    expect(await code({ ...invented, 'x-csrf-token': csrfTokenOf('invented') })).toEqual([401, 'SIGN_IN_REQUIRED']);
  });

  test('gives way to a key', async () => {
    const browser = await member('Acme Homes');
    const { key } = await createKey(host.accounts, 'operator:test', { kind: 'subscriber', name: 'Keyed' });
    expect((await fetchCoverage({ cookie: browser.cookie, 'x-api-key': key })).headers.get('x-ratelimit-limit')).toBe(
      '20',
    );
    expect((await fetchCoverage({ ...headersOf(browser), 'x-api-key': 'unknown' })).status).toBe(401);
  });

  test('ends at once', async () => {
    const browser = await member('Acme Homes');
    expect((await fetchCoverage(headersOf(browser))).status).toBe(200);
    await fetch(`${server.url}/admin/v1/session`, { method: 'DELETE', headers: headersOf(browser) });
    expect((await fetchCoverage(headersOf(browser))).status).toBe(401);
  });

  test.each([
    ['GET', '/v1/webhook-settings'],
    ['PATCH', '/v1/webhook-settings'],
    ['GET', '/v1/webhook-deliveries'],
    ['POST', '/v1/webhook-deliveries/replay'],
  ])('opens no webhooks, whose settings and secret belong to a key: %s %s', async (method, path) => {
    const viewer = await signIn({ name: 'Vic', role: 'viewer' });
    for (const browser of [viewer, await member('Acme Homes')]) {
      const body = method === 'GET' ? null : '{}';
      const response = await fetch(`${server.url}${path}`, { method, headers: headersOf(browser), body });
      expect([response.status, await response.json()]).toMatchObject([401, { code: 'API_KEY_REQUIRED' }]);
    }
  });

  test('allows no other origin by CORS', async () => {
    const response = await fetchCoverage(headersOf(await member('Acme Homes')));
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('deals of a company', () => {
  const admin = async (browser: Browser, method: string, path: string, body?: object) => {
    const response = await fetch(`${server.url}/admin/v1/deals${path}`, {
      method,
      headers: headersOf(browser),
      body: body === undefined ? null : JSON.stringify(body),
    });
    // biome-ignore lint/suspicious/noExplicitAny: answers of several operations
    return { status: response.status, body: (await response.json()) as any };
  };

  test('move through stages with their buyers, which later searches leave', async () => {
    const browser = await member('Acme Homes');
    const added = await search(headersOf(browser), { address, create_deal: true, explain: 'full' });
    const dealId = added.headers.get('x-deal-id') ?? '';
    const buyers = (await added.json()) as { buyer_entity_name: string }[];
    const { deals } = (await admin(browser, 'GET', '')).body;
    expect(deals).toMatchObject([{ deal_id: dealId, stage: 'new', buyer_count: buyers.length, active_buyer_count: 0 }]);
    const deal = (await admin(browser, 'GET', `/details?deal_id=${dealId}`)).body;
    expect(deal.buyers[0]).toMatchObject({
      stage: 'found',
      found: { buyer_entity_name: buyers[0]?.buyer_entity_name },
    });

    const buyer = encodeURIComponent(deal.buyers[0].buyer);
    const moved = await admin(browser, 'PATCH', `/buyers?deal_id=${dealId}&buyer=${buyer}`, { stage: 'interested' });
    expect(moved.body).toMatchObject({ active_buyer_count: 1 });
    const changed = await admin(browser, 'PATCH', `?deal_id=${dealId}`, { stage: 'marketing' });
    expect(changed.body).toMatchObject({ stage: 'marketing' });
    await search(headersOf(browser), { address, create_deal: true, buyer_types: ['flipper'] });
    await search(headersOf(browser), { address, create_deal: true });
    const again = (await admin(browser, 'GET', `/details?deal_id=${dealId}`)).body;
    expect(again.stage).toBe('marketing');
    const stages = again.buyers.map(({ stage }: { stage: string }) => stage);
    expect(stages.filter((stage: string) => stage === 'interested')).toHaveLength(1);
    expect((await admin(browser, 'GET', '?stage=marketing')).body.deals).toHaveLength(1);
    expect((await admin(browser, 'GET', '?stage=closed')).body.deals).toEqual([]);
    const trail = await host.accounts.audit.list({ limit: 2 });
    expect(trail.map(({ action }) => action)).toEqual(['deal.stage_changed', 'deal.buyer_stage_changed']);
  });

  test('are seen by their company and by operators, and changed by no viewer', async () => {
    const [dealId] = (await admin(await member('Acme Homes'), 'GET', '')).body.deals.map(
      ({ deal_id }: { deal_id: string }) => deal_id,
    );
    const stranger = await member('Other Homes');
    expect((await admin(stranger, 'GET', '')).body.deals).toEqual([]);
    expect((await admin(stranger, 'GET', `/details?deal_id=${dealId}`)).status).toBe(404);
    expect((await admin(stranger, 'PATCH', `?deal_id=${dealId}`, { stage: 'lost' })).status).toBe(404);
    expect((await admin(stranger, 'PATCH', `/buyers?deal_id=${dealId}&buyer=x`, { stage: 'offered' })).status).toBe(
      404,
    );
    const viewer = await signIn({ name: 'Vic', role: 'viewer' });
    expect((await admin(viewer, 'GET', `/details?deal_id=${dealId}`)).status).toBe(200);
    expect((await admin(viewer, 'PATCH', `?deal_id=${dealId}`, { stage: 'lost' })).status).toBe(403);
    expect((await admin(viewer, 'PATCH', `?deal_id=${dealId}`, { stage: 'sold' })).status).toBe(403);
    const operator = await signIn({ name: 'Ola', role: 'operator' });
    expect((await admin(operator, 'PATCH', `?deal_id=${dealId}`, { stage: 'sold' })).status).toBe(400);
    expect((await admin(operator, 'PATCH', `?deal_id=${dealId}`, { stage: 'closed' })).status).toBe(200);
  });
});

test('an operator sees the records without a count, under a limit of 240 a minute', async () => {
  const before = await report();
  const browser = await signIn({ name: 'Ruth', role: 'viewer' });
  const response = await search(headersOf(browser));
  expect([response.status, response.headers.get('x-ratelimit-limit')]).toEqual([200, '240']);
  expect(((await response.json()) as unknown[]).length).toBeGreaterThan(0);
  expect(await report()).toEqual(before);
});

const fetchCoverage = (headers: Record<string, string>) => fetch(`${server.url}/v1/coverage`, { headers });

async function usedBy(browser: Browser): Promise<number | undefined> {
  const response = await fetch(`${server.url}/v1/usage`, { headers: headersOf(browser) });
  const { endpoints } = (await response.json()) as { endpoints: { endpoint: string; used: number }[] };
  return endpoints.find(({ endpoint }) => endpoint === 'buyer_search')?.used;
}
