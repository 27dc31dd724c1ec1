import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { PUBLIC_ENDPOINTS } from '@plat/contracts';
import { ensureMarketSchema } from '@plat/dataset';
import { connect } from '@plat/db';
import { startTestReceiver, type TestReceiver } from '@plat/egress/testing';
import { type RunningServer, startServer } from '@plat/kit';
import { createHost, type Host } from '@plat/standalone';
import { readEnvironment } from '@plat/standalone/environment';
import { localIssuer } from '@plat/standalone/local-issuer';
import { type TestDatabase, testDatabase } from '@plat/test-kit';
import { inheritedNegativeTests } from '@plat/test-kit/negative-tests';

const SECRET = 'a secret of at least thirty-two bytes';
const START_MS = 60_000;
const HOST = 'automation.example.com';

let database: TestDatabase;
let receiver: TestReceiver;
let host: Host;
let server: RunningServer;

const open = async () => {
  host = await createHost({
    databaseUrl: database.url,
    internalSecret: SECRET,
    asOf: () => '2026-03-01',
    environment: readEnvironment({
      PLAT_LOG_LEVEL: 'silent',
      PLAT_EGRESS_ALLOW_LOOPBACK: 'true',
      PLAT_AUTOMATION_HOST: HOST,
    }),
  });
  server = startServer({ app: host.app, port: 0, hostname: '127.0.0.1' });
};
const close = async () => {
  await server.stop(0);
  await host.close();
};

beforeAll(async () => {
  database = await testDatabase();
  const sql = connect(database.url, { applicationName: 'plat-test', maxConnections: 1 });
  await ensureMarketSchema(sql);
  await sql.end();
  receiver = await startTestReceiver({ insecure: true, names: ['127.0.0.1'] });
  await open();
}, START_MS);
afterAll(async () => {
  await close();
  await receiver.close();
  await database.close();
});

interface Sent {
  query?: Record<string, string>;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Sends a request like an automation platform: plain HTTP, without an API key in a header by default. */
const send = async (method: string, path: string, { query = {}, body, headers = {} }: Sent = {}) => {
  const response = await fetch(`${server.url}${path}?${new URLSearchParams(query)}`, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  // biome-ignore lint/suspicious/noExplicitAny: responses of every operation
  const answer: any = text === '' ? null : JSON.parse(text);
  return { status: response.status, headers: response.headers, body: answer };
};

/** A token as printed by `plat token --uid`. */
const idToken = (uid: string, email: string | null = `${uid}@example.com`) =>
  localIssuer(SECRET, {})!.issue({ uid, email, displayName: null }, Date.now(), 600);
const setup = async (uid: string) =>
  send('POST', '/automation/setup', { body: { uid }, headers: { authorization: `Bearer ${await idToken(uid)}` } });
const keyOf = async (uid: string): Promise<string> => (await setup(uid)).body.zapKey;

test('an automation platform works with Plat from setup to removal, across a restart', async () => {
  const made = await setup('agent');
  expect([made.status, Object.keys(made.body)]).toEqual([200, ['message', 'zapKey', 'webhookSecret']]);
  const { zapKey: api_key } = made.body;

  const auth = await send('GET', '/automation/auth', { query: { api_key } });
  expect([auth.status, auth.body]).toEqual([200, { user: { email: 'agent@example.com' } }]);
  expect(auth.headers.get('referrer-policy')).toBe('no-referrer');

  const sample = await send('GET', '/automation/sendBuyerInfo/example', { query: { api_key } });
  expect([sample.status, sample.body.length]).toEqual([200, 3]);

  const web_url = receiver.url('/hooks/1?run=a%20b');
  const subscribed = await send('POST', '/automation/sendBuyerInfo/subscribe', { query: { api_key, web_url } });
  expect([subscribed.status, subscribed.body.id]).toEqual([200, expect.any(String)]);

  await close();
  await open();
  const buyerData = { streetAddress: '123 Main St', city: 'Phoenix', state: 'AZ', zip: 85043, type: 'flipper' };
  const triggered = await send('POST', '/automation/sendBuyerInfo/trigger', { body: { apiKey: api_key, buyerData } });
  expect([triggered.status, triggered.body]).toEqual([200, { message: 'Webhooks sent to 1 URLs', errors: [] }]);
  expect(receiver.calls).toHaveLength(1);
  expect(receiver.calls[0]).toMatchObject({ method: 'POST', path: '/hooks/1?run=a%20b' });
  expect(JSON.parse(receiver.calls[0]!.body)).toEqual(buyerData);
  expect(receiver.calls[0]!.headers['webhook-signature']).toStartWith('v1,');

  for (const message of ['The webhook URL was unsubscribed', 'The webhook URL is not subscribed']) {
    const { status, body } = await send('DELETE', '/automation/sendBuyerInfo/unsubscribe', {
      query: { api_key, web_url },
    });
    expect([status, body]).toEqual([200, { message }]);
  }
  const nobody = await send('POST', '/automation/sendBuyerInfo/trigger', { body: { apiKey: api_key, buyerData } });
  expect([nobody.status, nobody.body.code]).toEqual([400, 'VALIDATION_ERROR']);

  const replaced = await keyOf('agent');
  const statuses = [api_key, replaced].map((key) => send('GET', '/automation/auth', { query: { api_key: key } }));
  expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([401, 200]);
});

describe('parameters are accepted', () => {
  test("as JSON under the platforms' names, with the key in x-api-key", async () => {
    const api_key = await keyOf('json');
    const path = '/automation/sendBuyerInfo/subscribe';
    const answers = [
      await send('POST', path, { body: { api_key, target_url: receiver.url('/json/1') } }),
      await send('POST', path, { body: { url: receiver.url('/json/1') }, headers: { 'x-api-key': api_key } }),
      await send('POST', path, { query: { api_key }, body: { web_url: receiver.url('/json/1') } }),
      await send('POST', path, { query: { api_key, web_url: receiver.url('/json/1') }, body: 'not looked at' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    const gone = await send('DELETE', '/v1/automation/sendBuyerInfo/unsubscribe', {
      body: { url: receiver.url('/json/1') },
      headers: { 'x-api-key': api_key },
    });
    expect([gone.status, gone.body.message]).toEqual([200, 'The webhook URL was unsubscribed']);
    const auth = await send('GET', '/automation/auth', { headers: { 'x-api-key': api_key } });
    expect(auth.status).toBe(200);
  });

  test('in no other form', async () => {
    for (const body of ['[]', '{', '7', 'web_url=https://hooks.example.com']) {
      const { status, body: answer } = await send('POST', '/automation/sendBuyerInfo/subscribe', { body });
      expect([status, answer.code]).toEqual([400, 'INVALID_REQUEST_BODY']);
    }
  });
});

describe('the endpoints answer', () => {
  test('under both prefixes, and without one on their own host only', async () => {
    const query = { api_key: await keyOf('paths') };
    const status = async (path: string, host?: string) =>
      (await send('GET', path, { query, headers: host === undefined ? {} : { host } })).status;
    expect(await status('/automation/auth')).toBe(200);
    expect(await status('/v1/automation/auth')).toBe(200);
    expect(await status('/auth', HOST)).toBe(200);
    expect(await status('/sendBuyerInfo/example', HOST.toUpperCase())).toBe(200);
    expect(await status('/automation/auth', HOST)).toBe(200);
    expect([await status('/auth'), await status('/auth', 'elsewhere.example.com')]).toEqual([404, 404]);
  });

  test('HEAD like GET, and other methods with 405 and the allowed ones', async () => {
    const query = { api_key: await keyOf('methods') };
    expect((await send('HEAD', '/automation/auth', { query })).status).toBe(200);
    for (const [method, path, allow] of [
      ['POST', '/automation/auth', 'GET'],
      ['GET', '/automation/setup', 'POST'],
      ['GET', '/automation/sendBuyerInfo/subscribe', 'POST'],
      ['GET', '/automation/sendBuyerInfo/unsubscribe', 'POST, DELETE'],
      ['GET', '/automation/sendBuyerInfo/trigger', 'POST'],
      ['POST', '/automation/sendBuyerInfo/example', 'GET'],
    ] as const) {
      const refused = await send(method, path, { query });
      expect([path, refused.status, refused.body.code]).toEqual([path, 405, 'METHOD_NOT_ALLOWED']);
      expect(refused.headers.get('allow')).toBe(allow);
    }
  });

  test("with the service's statuses, texts and Retry-After", async () => {
    const api_key = await keyOf('refused');
    const query = { api_key: 'zk_live_unknown', web_url: 'https://hooks.example.com' };
    expect((await send('GET', '/automation/auth', { query })).status).toBe(401);
    expect((await send('POST', '/automation/sendBuyerInfo/subscribe', { query })).status).toBe(404);
    const hidden = { api_key, web_url: 'https://169.254.169.254/latest' };
    expect(await send('POST', '/automation/sendBuyerInfo/subscribe', { query: hidden })).toMatchObject({
      status: 400,
      body: { error: 'web_url must name a public host', fields: [{ field: 'web_url' }] },
    });
    for (let i = 0; i < 4; i++) await setup('refused');
    const often = await setup('refused');
    expect([often.status, often.body.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
    expect(Number(often.headers.get('retry-after'))).toBeGreaterThan(3_000);
  });

  test('setup only with a token of this installation for its own uid', async () => {
    const stranger = await localIssuer('another secret of thirty-two bytes!!', {})!.issue(
      { uid: 'agent', email: null, displayName: null },
      Date.now(),
      600,
    );
    for (const authorization of [undefined, `Bearer ${stranger}`, `Bearer ${await idToken('other')}`]) {
      const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
      const { status, body } = await send('POST', '/automation/setup', { body: { uid: 'agent' }, headers });
      expect([status, body.code]).toEqual([401, 'INVALID_API_KEY']);
    }
    const forged = { 'x-plat-caller-authorization': `Bearer ${await idToken('agent')}` };
    expect((await send('POST', '/automation/setup', { body: { uid: 'agent' }, headers: forged })).status).toBe(401);
  });
});

describe('every automation endpoint rejects invalid requests', () => {
  for (const endpoint of PUBLIC_ENDPOINTS.filter(({ service }) => service === 'automation')) {
    inheritedNegativeTests({ endpoint, call: (request) => host.app.handle(request), validKey: 'none' });
  }
});
