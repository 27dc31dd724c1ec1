import { beforeAll, expect, test } from 'bun:test';
import { createUiRoutes } from './ui-routes.ts';

/** docs/adr/0029-console.md */
const FIRST_VIEW_MAX_BYTES = 200_000;

const ui = createUiRoutes();
const get = (path: string, headers: Record<string, string> = {}) =>
  ui.respond(new Request(`http://plat.test${path}`, { headers: { 'accept-encoding': 'gzip, br', ...headers } }));

let page: string;
let assets: string[];

beforeAll(async () => {
  page = await (await get('/console/', { 'accept-encoding': '' })).text();
  assets = [...page.matchAll(/(?:src|href)="(\/console\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '');
}, 60_000);

test('sends one page for every path, with a policy that allows no inline script and no frame', async () => {
  for (const path of ['/console', '/console/', '/console/buyers?address=1', '/console/sign-in']) {
    const response = await get(path, { 'accept-encoding': '' });
    expect(await response.text()).toBe(page);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toStartWith("default-src 'none';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(response.headers.get('cache-control')).toBe('no-cache');
  }
  expect(page).not.toMatch(/<script(?![^>]*\ssrc=)/);
  expect(page).not.toMatch(/\sstyle=|\son\w+=/);
});

test('names every file of the first view in the page, and nothing of another host', () => {
  expect(assets.some((path) => path.endsWith('.css'))).toBe(true);
  expect(assets.some((path) => path.endsWith('.woff2'))).toBe(true);
  expect(page).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
});

test('the JavaScript of the first view is under 200 kB gzipped', async () => {
  let total = 0;
  const scripts = assets.filter((path) => path.endsWith('.js'));
  expect(scripts).not.toBeEmpty();
  for (const path of new Set(scripts)) {
    const response = await get(path, { 'accept-encoding': 'gzip' });
    expect(response.headers.get('content-encoding')).toBe('gzip');
    total += (await response.arrayBuffer()).byteLength;
  }
  expect(total).toBeLessThan(FIRST_VIEW_MAX_BYTES);
});

test('browsers keep hashed files for good and ask once for the page', async () => {
  for (const path of assets) {
    const response = await get(path);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('content-type')).toMatch(/^(text\/(javascript|css); charset=utf-8|font\/woff2)$/);
  }
  const etag = (await get('/console/')).headers.get('etag') ?? '';
  const again = await get('/console/', { 'if-none-match': etag });
  expect(again.status).toBe(304);
  expect(await again.text()).toBe('');
});

test('sends the same file compressed as the browser likes it', async () => {
  const [path = ''] = assets.filter((asset) => asset.endsWith('.js'));
  const plain = new Uint8Array(await (await get(path, { 'accept-encoding': 'identity' })).arrayBuffer());
  const zipped = new Uint8Array(await (await get(path, { 'accept-encoding': 'gzip' })).arrayBuffer());
  expect(Bun.gunzipSync(zipped)).toEqual(plain);
  expect((await get(path)).headers.get('content-encoding')).toBe('br');
});

test('returns 404 for files that do not exist or are outside the folder', async () => {
  for (const path of ['/console/assets/nothing.js', '/console/assets/../../package.json', '/console/assets/']) {
    const response = await get(path);
    if (!new URL(response.url || `http://plat.test${path}`).pathname.startsWith('/console/assets/')) continue;
    expect(response.status).toBe(404);
  }
});
