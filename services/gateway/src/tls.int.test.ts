import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { createTestAuthority } from '@plat/egress/testing';
import { createHttpApp, createLogger, readTlsFiles, startServer } from '@plat/kit';
import { freePort } from '@plat/test-kit';

const ENTRY = join(import.meta.dir, 'index.ts');
const SECRET = 'a secret of at least thirty-two bytes';
const NOWHERE = 'http://127.0.0.1:1';
const START_MS = 60_000;
const DATA_SERVICES = ['ACCOUNTS', 'GEO', 'INVESTORS', 'VALUATION', 'ANALYTICS', 'AUTOMATION'];

let folder: string;
let ca: string;
const file = (name: string) => join(folder, name);
const filesOf = (name: string) => ({ PLAT_TLS_CERT_FILE: file(`${name}.crt`), PLAT_TLS_KEY_FILE: file(`${name}.key`) });

const start = (env: Record<string, string>, ...words: string[]) =>
  Bun.spawn([process.execPath, ENTRY, ...words], {
    env: {
      PATH: process.env.PATH ?? '',
      PLAT_HOST: '127.0.0.1',
      PLAT_PORT: '0',
      PLAT_INTERNAL_SECRET: SECRET,
      ...Object.fromEntries(DATA_SERVICES.map((service) => [`PLAT_${service}_URL`, NOWHERE])),
      ...env,
    },
    stdout: 'pipe',
    stderr: 'pipe',
  });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'plat-gateway-tls-'));
  const authority = await createTestAuthority();
  ca = authority.ca;
  for (const name of ['one', 'other']) {
    const { key, cert } = await authority.issue(['127.0.0.1', 'localhost']);
    writeFileSync(file(`${name}.key`), key, { mode: 0o600 });
    writeFileSync(file(`${name}.crt`), `${cert}\n${ca}`);
  }
  writeFileSync(file('not.crt'), 'nothing of the kind');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a gateway with certificate files', () => {
  let gateway: ReturnType<typeof start>;
  let url: string;
  let plainUrl: string;

  beforeAll(async () => {
    const plainPort = freePort();
    plainUrl = `http://127.0.0.1:${plainPort}`;
    // A certificate without an explicit plain port must not leave HTTP open.
    gateway = start({ ...filesOf('one'), PLAT_PLAIN_HTTP_PORT: String(plainPort), PLAT_REQUIRE_HTTPS: 'false' });
    const reader = gateway.stderr.getReader();
    let said = '';
    while (!said.includes('\n')) {
      const { value, done } = await reader.read();
      if (done) throw new Error(`the gateway did not start: ${said}`);
      said += new TextDecoder().decode(value);
    }
    const line = JSON.parse(said.split('\n')[0] ?? '');
    expect(Date.parse(line.certificateEndsAt)).toBeGreaterThan(Date.now());
    url = line.url;
  }, START_MS);
  afterAll(async () => {
    gateway.kill('SIGTERM');
    expect(await gateway.exited).toBe(0);
  });

  test('serves HTTPS and sends Strict-Transport-Security', async () => {
    expect(url).toStartWith('https://127.0.0.1:');
    const response = await fetch(url, { tls: { ca } });
    expect(response.status).toBe(200);
    expect(response.headers.get('strict-transport-security')).toBe('max-age=31536000');
  });

  test('is trusted only by clients that trust the authority', async () => {
    await expect(fetch(url)).rejects.toThrow();
  });

  test('speaks TLS 1.2 and 1.3 only', async () => {
    const speaks = (version: 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3') =>
      new Promise<boolean>((resolve) => {
        const { hostname: host, port } = new URL(url);
        const range = { minVersion: version, maxVersion: version };
        const socket = connect({ host, port: Number(port), ca, ...range }, () => {
          resolve(socket.getProtocol() === version);
          socket.end();
        });
        socket.on('error', () => resolve(false));
      });
    expect([await speaks('TLSv1.3'), await speaks('TLSv1.2'), await speaks('TLSv1.1')]).toEqual([true, true, false]);
  });

  test.each(['GET', 'POST', 'PUT'])('rejects %s over plain HTTP with 403, never with a redirect', async (method) => {
    for (const path of ['/', '/v1/buyer-search', '/docs', '/no/such/path']) {
      const headers = { 'x-api-key': 'plat_sub_live_x', 'x-forwarded-proto': 'https' };
      const response = await fetch(`${plainUrl}${path}`, { method, headers, redirect: 'manual' });
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({ code: 'HTTPS_REQUIRED' });
      expect(response.headers.get('strict-transport-security')).toBeNull();
    }
  });

  test('answers probes over plain HTTP', async () => {
    expect((await fetch(`${plainUrl}/health`)).status).toBe(200);
  });

  test('routes every host name that a caller may use', async () => {
    for (const host of ['a', 'plat.example.com', '127.0.0.1:1', 'x:abc', '%zz']) {
      const response = await fetch(`${url}/v1/buyer-search`, { method: 'POST', headers: { host }, tls: { ca } });
      expect([host, response.status, ((await response.json()) as { code: string }).code]).toEqual([
        ...[host, 401, 'API_KEY_REQUIRED'],
      ]);
    }
  });
});

test('reads bodies over TLS and notices disconnected callers', async () => {
  const gone = Promise.withResolvers<string>();
  const app = createHttpApp({
    name: 'geo',
    log: createLogger({ name: 'test', level: 'silent' }),
    routes: [
      { method: 'POST', path: '/echo', handle: async ({ request }) => new Response(await request.text()) },
      {
        method: 'GET',
        path: '/slow',
        handle: async ({ request }) => {
          request.signal.addEventListener('abort', () => gone.resolve('gone'));
          caller.abort();
          await gone.promise;
          return new Response('late');
        },
      },
    ],
  });
  const caller = new AbortController();
  const tls = readTlsFiles(filesOf('one'));
  const server = startServer({ app, port: 0, hostname: '127.0.0.1', tls });
  const body = 'x'.repeat(100_000);
  expect(await (await fetch(`${server.url}/echo`, { method: 'POST', body, tls: { ca } })).text()).toBe(body);
  await fetch(`${server.url}/slow`, { signal: caller.signal, tls: { ca } }).catch(() => {});
  expect(await gone.promise).toBe('gone');
  await server.stop(1_000);
});

describe('reports certificate file mistakes at startup and names the variable', () => {
  const cases: [string, () => Record<string, string>, RegExp][] = [
    ['one without the other', () => ({ PLAT_TLS_CERT_FILE: file('one.crt') }), /PLAT_TLS_KEY_FILE: is required/],
    ['a missing file', () => ({ ...filesOf('one'), PLAT_TLS_KEY_FILE: file('no') }), /KEY_FILE: .*ENOENT/],
    [
      'no certificate',
      () => ({ ...filesOf('one'), PLAT_TLS_CERT_FILE: file('not.crt') }),
      /contains no PEM certificate/,
    ],
    ['no key', () => ({ ...filesOf('one'), PLAT_TLS_KEY_FILE: file('not.crt') }), /contains no PEM private key/],
    [
      'the key of another certificate',
      () => ({ ...filesOf('one'), PLAT_TLS_KEY_FILE: file('other.key') }),
      /is not the key/,
    ],
    [
      'a plain port without TLS',
      () => ({ PLAT_PLAIN_HTTP_PORT: '8081' }),
      /PLAT_PLAIN_HTTP_PORT: needs PLAT_TLS_CERT_FILE/,
    ],
  ];
  test.each(cases)('%s', async (_, env, message) => {
    const gateway = start(env(), '--check-config');
    const said = await new Response(gateway.stderr).text();
    expect([await gateway.exited, said]).toEqual([2, expect.stringMatching(message)]);
    expect(said).not.toContain('nothing of the kind');
  });
});
