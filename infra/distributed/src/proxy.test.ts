import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { missingPrograms, program, ROOT } from './distributed-plat.ts';
import { freePorts, LOOPBACK } from './local-addresses.ts';
import { type PlatProcess, startProcess, untilReady } from './process.ts';
import { proxyFile } from './proxy-file.ts';

const START_MS = 30_000;
const MEGABYTE = 1_000_000;
const OWN_WORDS = { error: 'The geo service could not be reached or read; try again', code: 'UPSTREAM_ERROR' };
const isMissing = missingPrograms().includes('nginx');
if (isMissing) console.log('skipped: what the proxy says itself, for this machine has no nginx');

describe.skipIf(isMissing)('what the proxy says itself', () => {
  let folder: string;
  let nginx: PlatProcess;
  let gateway: ReturnType<typeof Bun.serve>;
  let url: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'plat-proxy-'));
    chmodSync(folder, 0o777);
    const [port] = freePorts(1);
    url = `http://${LOOPBACK}:${port}`;
    gateway = Bun.serve({
      port: 0,
      hostname: LOOPBACK,
      fetch: ({ url: asked }) =>
        asked.endsWith('/health') ? new Response('ok') : Response.json(OWN_WORDS, { status: 502 }),
    });
    const settings = {
      NGINX_ENVSUBST_FILTER: '^PLAT_PROXY_',
      PLAT_PROXY_STATE: folder,
      PLAT_PROXY_LISTEN: `${LOOPBACK}:${port}`,
      PLAT_PROXY_RESOLVER: '',
      PLAT_PROXY_GATEWAYS: `server ${LOOPBACK}:${gateway.port};`,
    };
    const file = join(folder, 'nginx.conf');
    writeFileSync(file, proxyFile(join(ROOT, 'infra', 'compose', 'nginx.conf.template'), settings));
    const command = [program('proxy'), '-c', file, '-g', 'daemon off;'];
    nginx = startProcess({ name: 'proxy', command, environment: {}, directory: folder });
    await untilReady(nginx, `${url}/health`, START_MS);
  }, START_MS);
  afterAll(async () => {
    await nginx?.stop();
    await gateway?.stop(true);
    rmSync(folder, { recursive: true, force: true });
  }, START_MS);

  const saidOf = async (response: Response) => ({
    status: response.status,
    type: response.headers.get('content-type'),
    retryAfter: response.headers.get('retry-after'),
    body: await response.json(),
  });

  test('of a body that it does not take, are the words of the gateway', async () => {
    const response = await fetch(`${url}/v1/autocomplete`, { method: 'POST', body: 'a'.repeat(10 * MEGABYTE) });
    expect(await saidOf(response)).toEqual({
      ...{ status: 400, type: 'application/json; charset=utf-8', retryAfter: null },
      body: {
        ...{ error: 'Invalid request body', code: 'INVALID_REQUEST_BODY' },
        fields: [{ field: 'body', problem: 'must be at most 256 KB' }],
      },
    });
  });

  test('of headers or an address that it cannot read, is an error like any other', async () => {
    const long = 'a'.repeat(70_000);
    for (const asking of [
      fetch(`${url}/v1/usage`, { headers: { 'x-long': long } }),
      fetch(`${url}/v1/usage?q=${long}`),
    ]) {
      expect(await saidOf(await asking)).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } });
    }
  });

  test('of what is for operators, is that there is no such endpoint', async () => {
    for (const path of ['/metrics', '/ready']) {
      expect(await saidOf(await fetch(url + path))).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    }
  });

  test('is nothing where the gateway has spoken', async () => {
    expect(await saidOf(await fetch(`${url}/v1/autocomplete`))).toMatchObject({ status: 502, body: OWN_WORDS });
  });

  test('without a gateway says that, and when to come again', async () => {
    await gateway.stop(true);
    expect(await saidOf(await fetch(`${url}/v1/autocomplete`, { method: 'POST', body: '{}' }))).toEqual({
      ...{ status: 502, type: 'application/json; charset=utf-8', retryAfter: '1' },
      body: { error: 'No gateway could be reached; try again', code: 'UPSTREAM_ERROR' },
    });
  });

  test('and what it logs of requests that fail hold no key, which may stand in a query', async () => {
    const path = '/automation/sendBuyerInfo/trigger?api_key=zk_live_example';
    for (const body of ['{}', 'a'.repeat(10 * MEGABYTE)]) await fetch(url + path, { method: 'POST', body });
    await nginx.stop();
    expect(nginx.said()).not.toContain('zk_live_example');
  });
});
