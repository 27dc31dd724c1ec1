import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@plat/db/free-ports';
import { missingPrograms, program, ROOT } from './distributed-plat.ts';
import { LOOPBACK } from './local-addresses.ts';
import { startProcess, untilReady } from './process.ts';
import { proxyFile } from './proxy-file.ts';

const START_MS = 30_000;
const MEGABYTE = 1_000_000;
const OWN_WORDS = { error: 'The geo service could not be reached or read; try again', code: 'UPSTREAM_ERROR' };
const GATEWAYS_ID = 'made-by-the-gateway';
const PROXYS_ID = expect.stringMatching(/^[0-9a-f]{32}$/);
const isMissing = missingPrograms().includes('nginx');
if (isMissing) console.log('skipped: errors of the proxy itself need nginx');

interface Proxy {
  url: string;
  said(): string;
  stop(): Promise<void>;
}

/** nginx with the compose file's configuration, in front of gateways at these ports. */
async function startProxy(ports: readonly (number | undefined)[]): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), 'plat-proxy-'));
  chmodSync(folder, 0o777);
  const port = freePort();
  const settings = {
    NGINX_ENVSUBST_FILTER: '^PLAT_PROXY_',
    PLAT_PROXY_STATE: folder,
    PLAT_PROXY_LISTEN: `${LOOPBACK}:${port}`,
    PLAT_PROXY_RESOLVER: '',
    PLAT_PROXY_GATEWAYS: ports.map((one) => `server ${LOOPBACK}:${one};`).join(' '),
  };
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, proxyFile(join(ROOT, 'infra', 'compose', 'nginx.conf.template'), settings));
  const command = [program('proxy'), '-c', file, '-g', 'daemon off;'];
  const nginx = startProcess({ name: 'proxy', command, environment: {}, directory: folder });
  const url = `http://${LOOPBACK}:${port}`;
  await untilReady(nginx, `${url}/health`, START_MS);
  return {
    url,
    said: nginx.said,
    stop: async () => {
      await nginx.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const startGateway = (answer: () => Response | Promise<Response>) =>
  Bun.serve({
    port: 0,
    hostname: LOOPBACK,
    fetch: ({ url }) => (url.endsWith('/health') ? new Response('ok') : answer()),
  });

describe.skipIf(isMissing)('a gateway that hangs', () => {
  test(
    'keeps its connections and gets no new ones',
    async () => {
      const reached = Promise.withResolvers<void>();
      const hanging = startGateway(() => {
        reached.resolve();
        return new Promise(() => {});
      });
      const answering = startGateway(() => new Response('answered'));
      const { url, stop } = await startProxy([hanging.port, answering.port]);
      const ask = (signal: AbortSignal) => fetch(`${url}/v1/usage`, { signal }).then(({ status }) => status);
      const waiting = new AbortController();
      // In turns: one of the two waits at the hanging gateway.
      await Promise.all([Promise.race([ask(waiting.signal), ask(waiting.signal)]), reached.promise]);
      for (let asked = 0; asked < 20; asked++) expect(await ask(AbortSignal.timeout(START_MS))).toBe(200);
      waiting.abort();
      await stop();
      await Promise.all([hanging, answering].map((one) => one.stop(true)));
    },
    2 * START_MS,
  );
});

describe.skipIf(isMissing)('an error of the proxy itself', () => {
  let proxy: Proxy;
  let gateway: ReturnType<typeof Bun.serve>;
  let url: string;

  beforeAll(async () => {
    gateway = startGateway(() => Response.json(OWN_WORDS, { status: 502, headers: { 'x-request-id': GATEWAYS_ID } }));
    proxy = await startProxy([gateway.port]);
    url = proxy.url;
  }, START_MS);
  afterAll(async () => {
    await proxy?.stop();
    await gateway?.stop(true);
  }, START_MS);

  const saidOf = async (response: Response) => ({
    status: response.status,
    type: response.headers.get('content-type'),
    retryAfter: response.headers.get('retry-after'),
    requestId: response.headers.get('x-request-id'),
    body: await response.json(),
  });

  test('leaves the refusal of a body to the gateway', async () => {
    const response = await fetch(`${url}/v1/autocomplete`, { method: 'POST', body: 'a'.repeat(10 * MEGABYTE) });
    expect(await saidOf(response)).toEqual({
      status: 400,
      type: 'application/json; charset=utf-8',
      retryAfter: null,
      requestId: PROXYS_ID,
      body: {
        error: 'Invalid request body',
        code: 'INVALID_REQUEST_BODY',
        fields: [{ field: 'body', problem: 'must be at most 256 KB' }],
      },
    });
  });

  test('has the documented form for unreadable headers or addresses', async () => {
    const long = 'a'.repeat(70_000);
    for (const asking of [
      fetch(`${url}/v1/usage`, { headers: { 'x-long': long } }),
      fetch(`${url}/v1/usage?q=${long}`),
    ]) {
      expect(await saidOf(await asking)).toMatchObject({
        status: 400,
        requestId: PROXYS_ID,
        body: { code: 'VALIDATION_ERROR' },
      });
    }
  });

  test("says for operators' paths that there is no such endpoint", async () => {
    for (const path of ['/metrics', '/ready']) {
      expect(await saidOf(await fetch(url + path))).toMatchObject({
        status: 404,
        requestId: PROXYS_ID,
        body: { code: 'NOT_FOUND' },
      });
    }
  });

  test('does not replace a response of the gateway', async () => {
    expect(await saidOf(await fetch(`${url}/v1/autocomplete`))).toMatchObject({
      status: 502,
      requestId: GATEWAYS_ID,
      body: OWN_WORDS,
    });
  });

  test('says that no gateway is reachable, with Retry-After', async () => {
    await gateway.stop(true);
    expect(await saidOf(await fetch(`${url}/v1/autocomplete`, { method: 'POST', body: '{}' }))).toEqual({
      status: 502,
      type: 'application/json; charset=utf-8',
      retryAfter: '1',
      requestId: PROXYS_ID,
      body: { error: 'No gateway could be reached; try again', code: 'UPSTREAM_ERROR' },
    });
  });

  test('contains no key from the query, nor does its log', async () => {
    const path = '/automation/sendBuyerInfo/trigger?api_key=zk_live_example';
    for (const body of ['{}', 'a'.repeat(10 * MEGABYTE)]) await fetch(url + path, { method: 'POST', body });
    await proxy.stop();
    expect(proxy.said()).not.toContain('zk_live_example');
  });
});
