import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createKey } from '@plat/accounts/operator';
import { LegacyBuyerResult, legacyResults } from '@plat/contracts';
import { SAMPLE_AS_OF } from '@plat/standalone/sample-database';
import { Value } from '@sinclair/typebox/value';
import { type ServedMarket, serveSampleMarket } from './served-market.fixture.ts';

const OPERATOR = 'operator:test';
const START_MS = 120_000;
const WAIT_MS = 25_000;

let served: ServedMarket;
let address: string;

beforeAll(async () => {
  served = await serveSampleMarket({ receiver: 'hooks.example.com' });
  address = served.address;
}, START_MS);
afterAll(() => served?.close(), START_MS);

const keyOf = async (kind: 'legacy_search' | 'subscriber', changes: object = {}) =>
  (await createKey(served.operator, OPERATOR, { kind, name: 'Old client', companyName: `Acme ${kind}`, ...changes }))
    .key;

const search = (key: string, body: object = {}) =>
  served.send('POST', '/v1/search', { 'x-api-key': key }, { address, userId: 'agent-1042', ...body });
const results = (key: string, searchId: string, query = '') =>
  served.send('GET', `/v1/results${query}`, { 'x-api-key': key, 'search-id': searchId });

async function finished(key: string, searchId: string, query?: string) {
  for (const endMs = performance.now() + WAIT_MS; performance.now() < endMs; await Bun.sleep(50)) {
    const answer = await results(key, searchId, query);
    if (answer.body.code !== 'SEARCH_NOT_COMPLETED') return answer;
    expect(answer.headers.get('retry-after')).toBe('3');
  }
  throw new Error('the search did not complete');
}

test('an existing client searches, receives the webhook and reads buyers as documented', async () => {
  const key = await keyOf('legacy_search');
  const notifyUrl = served.receiver.url('/plat/done');
  const started = await search(key, { notifyUrl, targetResultCount: 20, flipperWeight: 0.35 });
  expect(started.status).toBe(200);
  expect(Object.keys(started.body)).toEqual(['searchId', 'parsedAddress', 'latitude', 'longitude']);
  expect(started.body.parsedAddress).toBe(address);
  const { searchId } = started.body;

  const { status, headers, body } = await finished(key, searchId);
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store, private']);
  expect(Object.keys(body)).toEqual(['data']);
  expect([...Value.Errors(legacyResults.responses[200], body)]).toEqual([]);
  expect(body.data).toHaveLength(20);
  const flippers = body.data.filter((item: { buyer_type: string }) => item.buyer_type === 'flipper');
  expect(flippers).toHaveLength(7);
  expect(new Set(body.data.map((item: { buyer_id: number }) => item.buyer_id)).size).toBe(20);
  const falsy = body.data
    .flatMap((item: object) => Object.values(item))
    .filter((value: unknown) => !value && value !== null);
  expect(falsy).toEqual([]);

  for (const endMs = performance.now() + WAIT_MS; served.receiver.calls.length === 0 && performance.now() < endMs; ) {
    await Bun.sleep(20);
  }
  expect(served.receiver.calls).toHaveLength(1);
  const [call] = served.receiver.calls;
  expect(JSON.parse(call!.body)).toEqual({ searchId, status: 'complete' });
  expect(call).toMatchObject({ method: 'POST', path: '/plat/done', servername: 'hooks.example.com' });
});

test('every field has a value for some buyer of the generated market, consistent with the records', async () => {
  const key = await keyOf('legacy_search');
  const { searchId } = (await search(key, { targetResultCount: 500 })).body;
  const { data } = (await finished(key, searchId, '?keep_falsy=true')).body as { data: LegacyBuyerResult[] };
  const filled = (field: string) => data.some((item) => item[field as keyof LegacyBuyerResult] !== null);
  const empty = Object.keys(LegacyBuyerResult.properties).filter((field) => !filled(field));
  // Nobody there has a third number, or a second landline or address.
  expect(empty).toEqual(['wireless_3', 'wireless_4', 'landline_2', 'email_2', 'email_3']);

  const truth = await served.database.sql<Record<string, unknown>[]>`
    select d.deal_id::float8 as buyer_id, p.apn, p.county, p.subdivision, p.land_use, p.flood_zone, p.fips::int as fips,
      p.assessed_land_value::float8, p.assessed_improvement_value::float8, d.address as full_address,
      (select count(*)::int from market.deal o where o.buyer_id = d.buyer_id and not o.extended
        and o.arms_length <> 'non_arms_length' and o.visible_from <= ${SAMPLE_AS_OF} and o.event_date <= ${SAMPLE_AS_OF}
      ) as linked_deal_count
    from market.deal d join market.property p using (property_id)
    where d.deal_id = any(${data.map(({ buyer_id }) => buyer_id)}::bigint[])`;
  const shown = new Map(data.map((item) => [item.buyer_id, item]));
  expect(truth).toHaveLength(data.length);
  for (const row of truth) expect(shown.get(row.buyer_id as number)).toMatchObject(row);
  for (const item of data) {
    // A flip was resold, and its purchase came directly before, unless the house was sold again since.
    if (item.buyer_type === 'flipper') expect(item.sale_date2).not.toBeNull();
    if (item.sale_date2 !== null) expect(item.sale_date1! >= item.sale_date2).toBe(true);
    if (item.estimated_value === null) expect(item.estimated_equity).toBeNull();
  }
});

describe('keys', () => {
  test('other kinds get 403, and a legacy key gets 403 at every v1 endpoint', async () => {
    const [legacy, subscriber] = [await keyOf('legacy_search'), await keyOf('subscriber')];
    const refusal = ({ status, body }: Awaited<ReturnType<typeof search>>) => [status, body.code];
    expect(refusal(await search(subscriber))).toEqual([403, 'ENDPOINT_NOT_AUTHORIZED']);
    expect(refusal(await results(subscriber, crypto.randomUUID()))).toEqual([403, 'ENDPOINT_NOT_AUTHORIZED']);
    const v1 = await served.send('POST', '/v1/buyer-search', { 'x-api-key': legacy }, { address });
    expect(refusal(v1)).toEqual([403, 'ENDPOINT_NOT_AUTHORIZED']);
  });

  test('a missing key or search-id is 400, an unknown key 401', async () => {
    const refusal = ({ status, body }: Awaited<ReturnType<typeof search>>) => [status, body.code];
    const key = await keyOf('legacy_search');
    expect(refusal(await served.send('POST', '/v1/search', {}, { address, userId: 'u' }))).toEqual([
      400,
      'API_KEY_REQUIRED',
    ]);
    expect(refusal(await served.send('GET', '/v1/results', {}))).toEqual([400, 'API_KEY_REQUIRED']);
    expect(refusal(await results('plat_leg_none', 'x'))).toEqual([401, 'INVALID_API_KEY']);
    expect(refusal(await served.send('GET', '/v1/results', { 'x-api-key': key }))).toEqual([400, 'VALIDATION_ERROR']);
    expect(refusal(await results(key, 'x'))).toEqual([404, 'SEARCH_NOT_FOUND']);
  });

  test('have their own monthly allowance: successes count, refusals do not', async () => {
    const key = await keyOf('legacy_search', { monthlyLimit: 3 });
    const first = await search(key);
    expect([first.headers.get('x-monthly-limit'), first.headers.get('x-monthly-remaining')]).toEqual(['3', '2']);
    expect((await search(key, { address: '1 Nowhere Rd, Phoenix, AZ 85001' })).status).toBe(404);
    const { headers } = await finished(key, first.body.searchId);
    expect(headers.get('x-monthly-remaining')).toBe('1');
    expect((await results(key, first.body.searchId)).headers.get('x-monthly-remaining')).toBe('0');
    const refused = await search(key);
    expect([refused.status, refused.body.code]).toEqual([429, 'MONTHLY_LIMIT_EXCEEDED']);
  });

  test('have 100 requests per second, and are refused above that', async () => {
    const { record } = await createKey(served.operator, OPERATOR, { kind: 'legacy_search', name: 'Old client' });
    expect(record).toMatchObject({ rateLimit: 100, rateWindowSeconds: 1, monthlyLimit: 100_000 });
    const key = await keyOf('legacy_search', { rateLimit: 2 });
    const answers = await Promise.all(Array.from({ length: 5 }, () => results(key, crypto.randomUUID())));
    expect(answers.filter(({ status }) => status === 404).length).toBeGreaterThanOrEqual(2);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.headers.get('retry-after')).toBe('1');
    expect(refused?.body.error).toContain('2 requests per second');
  });

  test('start one search per idempotency key', async () => {
    const key = await keyOf('legacy_search');
    const once = () =>
      served.send('POST', '/v1/search', { 'x-api-key': key, 'idempotency-key': 'only' }, { address, userId: 'u' });
    const [first, second] = [await once(), await once()];
    expect([first.status, second.body]).toEqual([200, first.body]);
  });
});
