import { beforeAll, describe, expect, test } from 'bun:test';
import { mapSquaresSql } from '@plat/dataset';
import { serveHandMadeMarket } from '@plat/dataset/hand-made-market';
import { type Browser, consoleUnderTest } from '../console-under-test.fixture.ts';

describe('tiles of the console', () => {
  const console = consoleUnderTest();
  let browser: Browser;
  let tiles: string;

  beforeAll(async () => {
    const { sql } = console.database;
    const property = [{ property_id: 1, latitude: 33.45, longitude: -112.07, property_type: 'SFR' }];
    await serveHandMadeMarket(sql, { property }, 'sample');
    const squares = mapSquaresSql('market_sample.property', 'market_sample.deal');
    await sql.unsafe(`insert into market_sample.map_square select 'AZ', * from (${squares}) squares`);
    browser = await console.signIn({ role: 'viewer', name: 'Ada' });
    const response = await console.as(browser, '/console/tiles/current');
    expect(response.headers.get('cache-control')).toBe('no-store, private');
    tiles = ((await response.json()) as { tiles: string }).tiles;
  }, 60_000);

  const path = () => tiles.replace('{z}/{x}/{y}', '8/48/102');

  test('are for whoever is signed in', async () => {
    expect((await console.send('/console/tiles/current')).status).toBe(401);
    expect((await console.send(path())).status).toBe(401);
    expect((await console.as(browser, path())).status).toBe(200);
  });

  test('may be kept by the browser, and by no shared cache', async () => {
    const response = await console.as(browser, path());
    expect(response.headers.get('cache-control')).toBe('private, no-cache');
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(0);
    const etag = response.headers.get('etag') ?? '';
    const again = { headers: { 'if-none-match': etag } };
    expect((await console.as(browser, path(), again)).status).toBe(304);
    const other = await console.signIn({ role: 'viewer', name: 'Bea' });
    await console.as(other, '/admin/v1/session', { method: 'DELETE' });
    expect((await console.as(other, path(), again)).status).toBe(401);
  });

  test('are those of the records that people see', () => {
    expect(tiles).toMatch(/^\/console\/tiles\/sample-[0-9a-f]{16}\//);
  });

  test('are not found once other records are served', async () => {
    console.host.realm = 'live';
    expect((await console.as(browser, path())).status).toBe(404);
    console.host.realm = 'sample';
    expect((await console.as(browser, path())).status).toBe(200);
  });

  test('are not found under another version, without a cached answer', async () => {
    const response = await console.as(browser, path().replace(/sample-\w+/, 'sample-0000000000000000'));
    expect(response.status).toBe(404);
    expect(response.headers.get('cache-control')).toBe('no-store, private');
  });
});
