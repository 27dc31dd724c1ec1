import { describe, expect, test } from 'bun:test';
import { rememberClientAddress } from '@plat/kit';
import { servedEndpoints } from './app.ts';
import { gateway, useGateway } from './fresh-gateway.fixture.ts';
import { HERE, SEARCH, SERVICES, SUBSCRIBER_KEY, SUBSCRIBER_KEY_ID, startTestGateway } from './gateway.fixture.ts';

const PROXY = '10.0.0.1';
useGateway();

describe('the log', () => {
  test('has one structured line per request with its ledger entry and no secrets', async () => {
    gateway.lines.length = 0;
    const secrets = ['hook-secret-9f8e7d', 'jane.doe@example.com', SUBSCRIBER_KEY, 'plat_sub_0123'];
    await gateway.post('/v1/buyer-search?api_key=query-secret-1', {
      ...HERE,
      webhook_url: 'https://hooks.example.com/plat',
      webhook_secret: secrets[0],
      note: secrets[1],
    });
    gateway.fake.geo = () => Promise.reject(new Error('x-api-key: query-secret-1 of jane.doe@example.com'));
    await gateway.post('/v1/autocomplete', SEARCH);
    await gateway.post('/v1/autocomplete', SEARCH, { 'x-api-key': 'query-secret-1' });
    const requests = gateway.lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
    expect(requests.map(({ route, status, keyId }) => [route, status, keyId])).toEqual([
      ['/v1/buyer-search', 200, SUBSCRIBER_KEY_ID],
      ['/v1/autocomplete', 500, SUBSCRIBER_KEY_ID],
      ['/v1/autocomplete', 401, undefined],
    ]);
    for (const request of requests) expect(request).toMatchObject({ service: 'gateway', method: 'POST' });
    expect(requests.map(({ usage }) => usage)).toEqual(['counted', 'released', undefined]);
    expect([...gateway.fake.ledger.holds.keys()]).toEqual(requests.flatMap(({ reservationId }) => reservationId ?? []));
    const log = gateway.lines.join('');
    for (const secret of [...secrets, 'query-secret-1', 'Bearer ey']) expect(log).not.toContain(secret);
  });
});

describe('operations', () => {
  test('readiness checks every service', async () => {
    expect((await gateway.send('/ready')).status).toBe(200);
    gateway.fake.wire.investors = () => Promise.reject(new Error('connect ECONNREFUSED 10.1.2.3'));
    const response = await gateway.send('/ready');
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual({
      status: 'not_ready',
      service: 'gateway',
      checks: { accounts: 'ok', geo: 'ok', investors: 'failed', valuation: 'ok', analytics: 'ok' },
    });
    expect((await gateway.send('/health')).status).toBe(200);
  });
  test('metrics count requests by route pattern', async () => {
    await gateway.post('/functions/v1/autocomplete', SEARCH);
    const metrics = await (await gateway.send('/metrics')).text();
    expect(metrics.includes('route="/v1/autocomplete",status="200"')).toBe(true);
  });
  test.each([
    ['10.0.0.7', null, 200],
    ['::ffff:127.0.0.1', null, 200],
    ['fd00::7', null, 200],
    ['198.18.0.7', null, 404],
    ['8.8.8.8', null, 404],
    ['2002:808:808::1', null, 404],
    ['10.0.0.7', '10.0.0.8', 404],
    [PROXY, '10.0.0.8', 200],
    [PROXY, '8.8.8.8', 404],
    ['8.8.8.8', '127.0.0.1', 404],
  ])('metrics requested from %s, forwarded for %p, return %d', async (connection, forwardedFor, status) => {
    const behindProxy = startTestGateway({ trustedProxies: [PROXY] });
    const request = new Request('http://plat.example/metrics', {
      headers: forwardedFor === null ? {} : { 'x-forwarded-for': forwardedFor },
    });
    rememberClientAddress(request, connection);
    expect((await behindProxy.app.fetch(request)).status).toBe(status);
    await behindProxy.close();
  });
  test('the documentation lists served endpoints only', async () => {
    const document = (await (await gateway.send('/docs/json')).json()) as { paths: Record<string, object> };
    const listed = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(listed).toContain('POST /v1/buyer-search');
    expect(listed.sort()).toEqual(
      servedEndpoints(SERVICES)
        .map(({ method, path }) => `${method} ${path}`)
        .sort(),
    );
    const page = await gateway.send('/docs');
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const scripts = [...(await page.text()).matchAll(/src="([^"]+)"/g)].map((match) => match[1]!);
    expect(scripts.length).toBeGreaterThan(0);
    for (const script of scripts) expect((await gateway.send(script)).status).toBe(200);
  });
  test('the root links to the documentation', async () => {
    expect(await (await gateway.send('/')).json()).toEqual({ name: 'Plat', version: '1.0.0', documentation: '/docs' });
  });
  test('shutdown finishes in-flight requests', async () => {
    const arrived = Promise.withResolvers<void>();
    gateway.fake.geo = async () => {
      arrived.resolve();
      await Bun.sleep(150);
      return [];
    };
    const inFlight = gateway.post('/v1/autocomplete', SEARCH);
    await arrived.promise;
    expect(await gateway.server.stop(5_000)).toBe(0);
    expect((await inFlight).status).toBe(200);
  });
});
