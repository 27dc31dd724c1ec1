import { describe, expect, test } from 'bun:test';
import { ENDPOINTS, openApiDocument } from '@plat/contracts';
import { docs, KEY_PLACEHOLDER } from './docs.ts';
import { createHttpApp } from './http-app.ts';
import { createLogger } from './logger.ts';

const document = openApiDocument({ version: '1.0.0', audience: 'public', endpoints: ENDPOINTS });
const app = createHttpApp({
  name: 'docs-test',
  log: createLogger({ name: 'docs-test', destination: { write: () => {} } }),
  routes: docs({ document }),
  headers: { 'cache-control': 'no-store, private' },
});
const get = (path: string, headers: Record<string, string> = {}) =>
  app.handle(new Request(`http://docs-test.internal${path}`, { headers }));
const page = async () => (await get('/docs')).text();
const scriptPath = async (): Promise<string> => /<script src="([^"]+)"/.exec(await page())?.[1] ?? '';

describe('the documentation', () => {
  test('shows the document exactly as the contracts generate it', async () => {
    const response = await get('/docs/json');
    expect(response.headers.get('content-type')).toStartWith('application/json');
    expect(await response.json()).toEqual(JSON.parse(JSON.stringify(document)));
  });

  test('is a page whose every address is on the same server', async () => {
    const html = await page();
    expect(html).toContain('<title>Plat API</title>');
    expect(html.match(/https?:|\/\/[a-z]|@import/gi)).toBeNull();
    expect([...html.matchAll(/(?:src|href|data-url)="([^"]*)"/g)].map(([, url]) => url?.[0])).toEqual([
      '/',
      '/',
      '/',
      '/',
    ]);
    expect(html.match(/<script[^>]*>[^<]/)).toBeNull();
    expect(html.match(/<meta\s[^>]*content="[^"]*"\s*\/>/g)).toHaveLength(3);
  });

  test('sets its language and its icon, which the server serves', async () => {
    const html = await page();
    expect(html).toContain('<html lang="en">');
    expect(html).toContain('<link rel="icon" href="/favicon.svg"');
    const icon = await get('/favicon.svg');
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  });

  test('shows a placeholder until there is a demo key, then the demo key', async () => {
    expect(await page()).toContain(`"apiKey":{"value":"${KEY_PLACEHOLDER}"}`);
    let key: string | null = null;
    const keyed = createHttpApp({
      name: 'docs-key-test',
      log: createLogger({ name: 'docs-key-test', level: 'silent' }),
      routes: docs({ document, demoKey: () => key }),
    });
    const shown = async () => (await keyed.handle(new Request('http://docs-test.internal/docs'))).text();
    expect(await shown()).toContain(KEY_PLACEHOLDER);
    key = 'plat_sub_test_one';
    expect(await shown()).toContain('"apiKey":{"value":"plat_sub_test_one"}');
    const samples = async () => (await keyed.handle(new Request('http://docs-test.internal/docs/demo.json'))).text();
    expect(await samples()).toContain('curl -s \\"http://docs-test.internal/v1/autocomplete');
    expect(await samples()).toContain('x-api-key: plat_sub_test_one');
    expect(await samples()).not.toMatch(/PLAT_(URL|KEY)/);
    key = 'plat_sub_test_two';
    expect(await shown()).not.toContain('plat_sub_test_one');
    key = null;
    expect(await shown()).not.toContain('plat_sub_test');
    expect(await samples()).toBe(await (await get('/docs/json')).text());
  });

  test('serves the same document at /openapi.json', async () => {
    const [one, other] = await Promise.all([get('/docs/json'), get('/openapi.json')]);
    expect(await other.text()).toBe(await one.text());
    expect(Object.fromEntries(other.headers)).toEqual({
      ...Object.fromEntries(one.headers),
      'x-request-id': expect.any(String),
    });
  });

  test('serves its own script, cached permanently under a name that changes with the content', async () => {
    const response = await get(await scriptPath());
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toStartWith('text/javascript');
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect((await response.bytes()).byteLength).toBeGreaterThan(1_000_000);
  });

  test('allows loading from and calls to this server only', async () => {
    for (const path of ['/docs', '/docs/json', await scriptPath()]) {
      const policy = (await get(path)).headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("connect-src 'self'");
      expect(policy).not.toMatch(/https?:|\*|unsafe-eval/);
    }
  });

  test('is compressed for clients that accept it and not sent again while unchanged', async () => {
    const plain = await page();
    const zipped = await get('/docs', { 'accept-encoding': 'br, gzip' });
    expect(zipped.headers.get('content-encoding')).toBe('gzip');
    expect(new TextDecoder().decode(Bun.gunzipSync(await zipped.arrayBuffer()))).toBe(plain);
    expect((await get('/docs', { 'accept-encoding': 'gzip;q=0' })).headers.get('content-encoding')).toBeNull();
    const again = await get('/docs', { 'if-none-match': zipped.headers.get('etag') ?? '' });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect(again.headers.get('cache-control')).toBe('no-cache');
  });

  test('accepts GET only, and no other path', async () => {
    const posted = await app.handle(new Request('http://docs-test.internal/docs', { method: 'POST' }));
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET']);
    expect((await get('/docs/assets/../../package.json')).status).toBe(404);
    expect((await get('/docs/assets/style.css')).status).toBe(404);
  });
});
