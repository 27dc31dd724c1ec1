import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type OperatorAccounts, openOperatorAccounts } from '@plat/accounts/deps';
import {
  type CreatedKey,
  changeKey,
  changePlan,
  createKey,
  createPlan,
  revokeKey,
  rotateKey,
} from '@plat/accounts/operator';
import { ensureMarketSchema } from '@plat/dataset';
import { connect } from '@plat/db';
import { type RunningServer, startServer } from '@plat/kit';
import { createMemoryKeyEpochs } from '@plat/limits';
import { createHost, type Host } from '@plat/standalone';
import { readEnvironment } from '@plat/standalone/environment';
import { type TestDatabase, testDatabase } from '@plat/test-kit';

const OPERATOR = 'operator:test';
const SECRET = 'a secret of at least thirty-two bytes';
const START_MS = 60_000;
const PLAN = {
  plan_id: 'starter',
  plan_name: 'Starter',
  monthly_price_usd: 49,
  autocomplete_limit: 3,
  analytics_search_limit: 0,
  buyer_search_limit: 0,
  investor_comps_limit: 0,
  retail_comps_limit: 0,
  linked_deals_limit: 0,
};

let database: TestDatabase;
let host: Host;
let server: RunningServer;
/** The operator's commands run in their own process; here they have their own connections. */
let operator: OperatorAccounts;
let made: CreatedKey;

beforeAll(async () => {
  database = await testDatabase();
  const sql = connect(database.url, { applicationName: 'plat-test', maxConnections: 1 });
  await ensureMarketSchema(sql);
  await sql.end();
  host = await createHost({
    databaseUrl: database.url,
    internalSecret: SECRET,
    asOf: () => '2026-03-01',
    environment: readEnvironment({ PLAT_LOG_LEVEL: 'silent' }),
  });
  server = startServer({ app: host.app, port: 0, hostname: '127.0.0.1' });
  operator = await openOperatorAccounts(database.url, createMemoryKeyEpochs());
  await createPlan(operator, OPERATOR, PLAN);
  made = await createKey(operator, OPERATOR, {
    kind: 'enterprise',
    name: 'CRM',
    companyName: 'Acme',
    planIds: ['starter'],
    rateLimit: 1_000,
  });
}, START_MS);
afterAll(async () => {
  await operator.close();
  await server.stop(0);
  await host.close();
  await database.close();
});

const send = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: { 'x-api-key': made.key, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: responses of every operation
  const answer: any = await response.json();
  return { status: response.status, headers: response.headers, body: answer };
};
const autocomplete = (userId: string) =>
  send('POST', '/v1/autocomplete', { search_string: 'Phoenix' }, { 'x-user-id': userId });

test('an enterprise account works as documented, from its credentials to the last request of the month', async () => {
  const credentials = await send('GET', '/v1/api-credentials');
  expect(credentials).toMatchObject({ status: 200, body: { account_name: 'Acme', available_plans: [PLAN] } });
  expect(credentials.headers.get('x-ratelimit-limit')).toBeNull();

  expect((await autocomplete('agent-1')).status).toBe(401);
  expect((await send('POST', '/v1/api-users', { user_id: 'agent-1' })).status).toBe(201);
  expect(await autocomplete('agent-1')).toMatchObject({ status: 403, body: { code: 'PLAN_NOT_COVERED' } });
  const subscribing = { user_id: 'agent-1', plan_id: 'starter' };
  const { body: subscription } = await send('POST', '/functions/v1/api-user-subscriptions', subscribing);
  const first = await autocomplete('agent-1');
  expect([first.status, first.headers.get('x-monthly-limit'), first.headers.get('x-monthly-remaining')]).toEqual([
    ...[200, '3', '2'],
  ]);

  const patch = { subscription_id: subscription.id };
  expect((await send('PATCH', '/v1/api-user-subscriptions', { ...patch, active: false })).status).toBe(200);
  expect((await autocomplete('agent-1')).status).toBe(403);
  await send('PATCH', '/v1/api-user-subscriptions', { ...patch, active: true });
  await send('POST', '/v1/api-user-subscriptions', subscribing);
  const second = await autocomplete('agent-1');
  expect([second.headers.get('x-monthly-limit'), second.headers.get('x-monthly-remaining')]).toEqual(['6', '4']);

  await changePlan(operator, OPERATOR, 'starter', { autocomplete_limit: 1 });
  expect(await autocomplete('agent-1')).toMatchObject({ status: 429, body: { code: 'MONTHLY_LIMIT_EXCEEDED' } });
  const { body: details } = await send('GET', '/v1/api-users?user_id=agent-1');
  expect(details.current_period_usage).toMatchObject({ autocomplete: 2, buyer_search: 0 });
});

test('a deactivated user is refused immediately, and has no subscription when reactivated', async () => {
  await send('POST', '/v1/api-users', { user_id: 'agent-2' });
  await send('POST', '/v1/api-user-subscriptions', { user_id: 'agent-2', plan_id: 'starter' });
  expect((await autocomplete('agent-2')).status).toBe(200);
  await send('PATCH', '/v1/api-users', { user_id: 'agent-2', active: false });
  expect(await autocomplete('agent-2')).toMatchObject({ status: 401, body: { code: 'USER_INACTIVE' } });
  await send('PATCH', '/v1/api-users', { user_id: 'agent-2', active: true });
  expect(await autocomplete('agent-2')).toMatchObject({ status: 403, body: { code: 'PLAN_NOT_COVERED' } });
});

test('a request repeated under one idempotency key creates one subscription', async () => {
  await send('POST', '/v1/api-users', { user_id: 'agent-3' });
  const once = () =>
    send(
      'POST',
      '/v1/api-user-subscriptions',
      { user_id: 'agent-3', plan_id: 'starter' },
      { 'idempotency-key': 'one' },
    );
  const [first, second] = [await once(), await once()];
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body).toEqual(first.body);
  expect((await send('GET', '/v1/api-users?user_id=agent-3')).body.subscriptions).toEqual([first.body]);
});

test("an operator's change of a key applies to the next request", async () => {
  const status = async (key: string) =>
    (await send('GET', '/v1/api-users/list', undefined, { 'x-api-key': key })).status;
  const { key, record } = await createKey(operator, OPERATOR, { kind: 'enterprise', name: 'Handled' });
  const { id } = record;
  expect(await status(key)).toBe(200);
  await changeKey(operator, OPERATOR, id, { active: false });
  expect(await status(key)).toBe(401);
  expect((await send('GET', '/v1/api-credentials', undefined, { 'x-api-key': key })).status).toBe(403);
  await changeKey(operator, OPERATOR, id, { active: true, authorizedEndpoints: ['api_credentials'] });
  expect(await status(key)).toBe(403);
  await changeKey(operator, OPERATOR, id, { authorizedEndpoints: null, allowedAddresses: ['203.0.113.7'] });
  expect(await status(key)).toBe(403);
  await changeKey(operator, OPERATOR, id, { allowedAddresses: ['127.0.0.0/8'] });
  expect(await status(key)).toBe(200);
  const overlapping = await rotateKey(operator, OPERATOR, id, { overlapMs: 60_000 });
  expect([await status(key), await status(overlapping.key)]).toEqual([200, 200]);
  const { key: last } = await rotateKey(operator, OPERATOR, id);
  expect([await status(key), await status(overlapping.key), await status(last)]).toEqual([401, 401, 200]);
  await revokeKey(operator, OPERATOR, id);
  expect(await status(last)).toBe(401);
});
