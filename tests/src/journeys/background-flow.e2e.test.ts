import { afterAll, beforeAll, expect, test } from 'bun:test';
import { openOperatorAccounts } from '@plat/accounts/deps';
import { createCompany, createKey, setCompanyLimit } from '@plat/accounts/operator';
import { serveHandMadeMarket } from '@plat/dataset/hand-made-market';
import { type RunningServer, startServer } from '@plat/kit';
import { createMemoryKeyEpochs } from '@plat/limits';
import { createHost, type Host } from '@plat/standalone';
import { readEnvironment } from '@plat/standalone/environment';
import { type TestDatabase, testDatabase } from '@plat/test-kit';

const AS_OF = '2026-06-30';
const HERE = { latitude: 33.5, longitude: -112.1 };
const MONTHLY = 2;
const WAIT_MS = 40_000;

let database: TestDatabase;
let host: Host;
let server: RunningServer;
let key: string;
let testKey: string;

beforeAll(async () => {
  database = await testDatabase();
  await serveHandMadeMarket(database.sql, {
    property: [{ property_id: 1, parcel_id: 'P1', property_type: 'SFR', ...HERE }],
    deal: [
      {
        ...HERE,
        deal_id: 1,
        buyer_id: 1,
        buyer_name: 'BUYER LLC',
        buyer_is_entity: true,
        deal_type: 'rental',
        event_date: '2026-05-01',
        visible_from: '2026-05-01',
        purchase_date: '2026-05-01',
        property_type: 'SFR',
        arms_length: 'valid',
        purchase_price: 200_000,
        reliability: 1,
      },
    ],
  });
  host = await createHost({
    databaseUrl: database.url,
    internalSecret: 'a secret of at least thirty-two bytes',
    asOf: () => AS_OF,
    environment: readEnvironment({ PLAT_LOG_LEVEL: 'silent' }),
  });
  server = startServer({ app: host.app, port: 0, hostname: '127.0.0.1' });
  const accounts = await openOperatorAccounts(database.url, createMemoryKeyEpochs());
  const by = 'operator:test';
  const { id, name } = await createCompany(accounts, by, { name: 'Acme', subscription: 'active' });
  await setCompanyLimit(accounts, by, id, { endpoint: 'buyer_search', customLimit: MONTHLY });
  const kind = { kind: 'subscriber', companyName: name, rateLimit: 1_000 } as const;
  key = (await createKey(accounts, by, { ...kind, name: 'key' })).key;
  testKey = (await createKey(accounts, by, { ...kind, name: 'test key', isTest: true })).key;
  await accounts.close();
}, 60_000);
afterAll(async () => {
  await server?.stop(0);
  await host?.close();
  await database?.close();
});

const search = (more: object = {}, apiKey = key) =>
  fetch(`${server.url}/v1/buyer-search`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ ...HERE, async: true, ...more }),
  });
const get = (path: string, apiKey = key) => fetch(`${server.url}${path}`, { headers: { 'x-api-key': apiKey } });

/** Waits for the end of an accepted search. @returns its id and final status. */
async function ended(accepted: Response, apiKey = key): Promise<[id: string, status: string]> {
  expect(accepted.status).toBe(202);
  const { search_id: id } = (await accepted.json()) as { search_id: string };
  const until = performance.now() + WAIT_MS;
  for (;;) {
    const response = await get(`/v1/buyer-search/status?search_id=${id}`, apiKey);
    const { status } = (await response.json()) as { status: string };
    if (status !== 'pending' || performance.now() > until) return [id, status];
    await Bun.sleep(20);
  }
}
const used = async () => {
  const { endpoints } = (await (await get('/v1/usage')).json()) as { endpoints: { endpoint: string; used: number }[] };
  return endpoints.find(({ endpoint }) => endpoint === 'buyer_search')?.used;
};
const remaining = (response: Response) => response.headers.get('x-monthly-remaining');

test(
  'a background search is held at 202, counted on completion, and free for a property already looked up',
  async () => {
    const first = await search();
    expect([first.status, remaining(first), first.headers.get('retry-after')]).toEqual([202, '1', '3']);
    const [id, status] = await ended(first);
    expect([status, await used()]).toEqual(['completed', 1]);
    const results = await get(first.headers.get('location') ?? '');
    expect(results.headers.get('x-search-status')).toBe('completed');
    expect([results.headers.get('x-ratelimit-limit'), remaining(results)]).toEqual(['1000', null]);
    expect(await results.json()).toMatchObject([{ buyer_entity_name: 'BUYER LLC' }]);
    const other = await get(`/v1/buyer-search?search_id=${id}`, testKey);
    expect([other.status, ((await other.json()) as { code: string }).code]).toEqual([404, 'SEARCH_NOT_FOUND']);

    const again = await search();
    expect([await ended(again), await used()]).toEqual([[expect.any(String), 'completed'], 1]);
    const elsewhere = await search({ latitude: 34 });
    expect([remaining(elsewhere), (await ended(elsewhere))[1], await used()]).toEqual(['0', 'completed', 2]);
    const refused = await search({ latitude: 35 });
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ reason: 'skiptrace_limit_exceeded' });
    const [held] = await database.sql<{ held: number }[]>`
      select count(*)::int as held from accounts.usage_reservations where not is_settled`;
    expect(held?.held).toBe(0);
  },
  WAIT_MS * 3,
);

test(
  'a test key searches in the background without counting, and replays an accepted request under its idempotency key',
  async () => {
    const before = await used();
    const [, status] = await ended(await search({}, testKey), testKey);
    expect([status, await used()]).toEqual(['completed', before]);
    const repeat = () =>
      fetch(`${server.url}/v1/buyer-search`, {
        method: 'POST',
        headers: { 'x-api-key': testKey, 'content-type': 'application/json', 'idempotency-key': 'the same' },
        body: JSON.stringify({ ...HERE, async: true }),
      });
    const [one, two] = [await repeat(), await repeat()];
    expect([one.status, two.status, two.headers.get('idempotent-replayed')]).toEqual([202, 202, 'true']);
    expect(await two.json()).toEqual(await one.json());
    expect(two.headers.get('location')).toBe(one.headers.get('location'));
  },
  WAIT_MS * 2,
);
