import { afterEach, describe, expect, test } from 'bun:test';
import type { ServiceRequest } from '@plat/kit';
import { jsonResponse } from '@plat/kit';
import { errorOf, SERVICES, startTestGateway } from './gateway.fixture.ts';

const KEY = 'zk_live_0123456789abcdefABCDEF0123456789chksum';
const SUBSCRIBE = '/automation/sendBuyerInfo/subscribe';
const WEB_URL = 'https://hooks.example.com/catch/1?a=b&c=d';

let gateway: ReturnType<typeof startTestGateway>;
let arrived: ServiceRequest[] = [];
afterEach(() => gateway.close());

/** Starts a gateway in front of an automation service that returns `answer`. */
function start(answer: () => Response, overrides: Parameters<typeof startTestGateway>[0] = {}) {
  arrived = [];
  gateway = startTestGateway({
    services: [...SERVICES, 'automation'],
    transport: async (request) => {
      arrived.push(request);
      return answer();
    },
    ...overrides,
  });
  return gateway;
}

describe('requests to the automation service', () => {
  test.each<[string, string, Record<string, string>, object | undefined]>([
    ['the query', `?${new URLSearchParams({ api_key: KEY, web_url: WEB_URL })}`, {}, undefined],
    ['a body', '', {}, { api_key: KEY, target_url: WEB_URL }],
    ['a header and a body', '', { 'x-api-key': KEY }, { url: WEB_URL }],
  ])('have the same form whether a caller uses %s', async (_what, search, headers, body) => {
    const { send } = start(() => jsonResponse({ message: 'done', id: '1' }));
    const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } };
    const response = await send(SUBSCRIBE + search, { ...init, body: body && JSON.stringify(body) });
    expect(response.status).toBe(200);
    const [request] = arrived;
    const { pathname, searchParams } = new URL(request!.path, 'http://automation.internal');
    expect([arrived.length, request!.method, pathname, request!.body]).toEqual([1, 'POST', SUBSCRIBE, undefined]);
    expect(Object.fromEntries(searchParams)).toEqual({ api_key: KEY, web_url: WEB_URL });
    expect(Object.keys(request!.headers!)).not.toContain('x-api-key');
  });

  test("carry the caller's ID token, the gateway's own token and declared headers only", async () => {
    const { send } = start(() => jsonResponse({ message: 'done', zapKey: 'k', webhookSecret: 's' }));
    const setup = (headers: Record<string, string>) =>
      send('/automation/setup', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-plat-caller-authorization': 'Bearer forged', ...headers },
        body: '{"uid":"user-1"}',
      });
    await setup({ authorization: 'Bearer theirs', cookie: 'a=b' });
    await setup({});
    const callerHeaders = arrived.map(({ headers }) =>
      Object.entries(headers!).filter(([name]) => name.startsWith('x-plat-caller-') || name === 'cookie'),
    );
    expect(callerHeaders).toEqual([[['x-plat-caller-authorization', 'Bearer theirs']], []]);
    for (const { headers } of arrived) expect(headers!.authorization).toMatch(/^Bearer ey/);
  });
});

test('keep a key in the query out of the log, also when the service is unreachable', async () => {
  const { send, lines } = start(() => {
    throw new TypeError('no route to host');
  });
  const response = await send(`/automation/auth?api_key=${KEY}`);
  expect([response.status, (await errorOf(response)).code, response.headers.get('retry-after')]).toEqual([
    ...[500, 'INTERNAL', '1'],
  ]);
  expect(response.headers.get('referrer-policy')).toBe('no-referrer');
  expect(lines.join()).toContain('"route":"/automation/auth"');
  expect(lines.join()).not.toContain(KEY);
});

test("a refusal keeps the service's status, text and Retry-After", async () => {
  const refusal = { error: 'The limit of 60 requests per minute is reached', code: 'RATE_LIMIT_EXCEEDED' };
  const { send } = start(() => jsonResponse(refusal, 429, { 'retry-after': '7' }));
  const response = await send(`/automation/auth?api_key=${KEY}`);
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '7']);
  expect(await errorOf(response)).toEqual(refusal as never);
});

test('rejects plain HTTP before forwarding a key', async () => {
  const { send } = start(() => jsonResponse({ user: { email: '' } }), { requireHttps: true });
  const response = await send(`/automation/auth?api_key=${KEY}`);
  expect([response.status, (await errorOf(response)).code, arrived.length]).toEqual([403, 'HTTPS_REQUIRED', 0]);
});

test('only the automation host serves paths without the prefix', async () => {
  const { send } = start(() => jsonResponse({ user: { email: '' } }), {
    automationHost: 'Automation.example.com:8443',
  });
  const statusAt = async (host: string) => (await send(`/auth?api_key=${KEY}`, { headers: { host } })).status;
  expect(await statusAt('automation.example.com:8443')).toBe(200);
  expect([await statusAt('automation.example.com'), await statusAt('example.com')]).toEqual([404, 404]);
});
