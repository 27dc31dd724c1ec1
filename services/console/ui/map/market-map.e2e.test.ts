/** Tests the map in a real browser, over tiles of a generated market. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sampleDatabase } from '@plat/pipeline/sample-database';
import { eventually, type TestDatabase } from '@plat/test-kit';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { milesBetween } from './circle.ts';
import type { MapPoint } from './index.ts';
import { type MapServer, startMapServer } from './map-server.fixture.ts';

const CHROMIUM = Bun.which('chromium') ?? Bun.which('chromium-browser') ?? Bun.which('google-chrome');
const ARGS = [
  ...['--headless', '--no-sandbox', '--disable-quic', '--no-first-run', '--disable-sync'],
  ...['--disable-background-networking', '--disable-component-update'],
  ...['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'],
];
const SLOW_MS = 180_000;
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const SUBJECT = { latitude: 33.513, longitude: -112.1377 };
/** Fits into the ring and its margin at first. */
const POINT_MILES = 1.5;

if (CHROMIUM === null) console.warn('chromium is missing: skipping the browser tests of the map');

describe.skipIf(CHROMIUM === null)('the map in a browser', () => {
  let db: TestDatabase;
  let server: MapServer;
  let context: BrowserContext;
  let page: Page;
  let points: MapPoint[];
  const folder = mkdtempSync(join(tmpdir(), 'plat-map-'));
  const complaints: string[] = [];

  beforeAll(async () => {
    db = await sampleDatabase();
    points = await dealsAround(db);
    server = await startMapServer(db.sql, { subject: SUBJECT, points });
    context = await chromium.launchPersistentContext(join(folder, 'profile'), {
      executablePath: CHROMIUM ?? '',
      args: ARGS,
      viewport: { width: 1_200, height: 760 },
    });
    page = await context.newPage();
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type()) && !/GPU stall|swiftshader/i.test(message.text())) {
        complaints.push(message.text());
      }
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('request', (request) => {
      if (!request.url().startsWith(server.url)) complaints.push(`asked ${request.url()}`);
    });
    await open();
  }, SLOW_MS);
  afterAll(async () => {
    await context?.close();
    await server?.stop();
    await db?.close();
    rmSync(folder, { recursive: true, force: true });
  }, SLOW_MS);

  const open = async (query = ''): Promise<void> => {
    await page.goto(`${server.url}/${query}`);
    await page.waitForSelector('[data-map=shown]');
    await settled();
  };
  /** Waits until an expression is true; the policy of the page forbids Playwright's own waiting. */
  const until = (expression: string) => eventually(() => page.evaluate(expression), Boolean);
  /** Waits until the map has all tiles and draws nothing more. */
  const settled = () =>
    until('window.shownMap.areTilesLoaded() && window.shownMap.loaded() && !window.shownMap.isMoving()');
  const rendered = <Value>(layer: string, value: string): Promise<Value[]> =>
    page.evaluate(`window.shownMap.queryRenderedFeatures({ layers: ['${layer}'] }).map((feature) => ${value})`);
  const radius = () => page.locator('#radius').textContent();

  test(
    'draws every point of the list',
    async () => {
      const drawn = await rendered<number>('points', 'feature.id');
      expect(new Set(drawn).size).toBe(points.length);
      expect(complaints).toEqual([]);
    },
    SLOW_MS,
  );

  test(
    'draws as many parcels as the records have there',
    async () => {
      await page.evaluate('window.shownMap.jumpTo({ zoom: 9 })');
      await settled();
      const [west, south, east, north] = await page.evaluate<[number, number, number, number]>(
        'window.shownMap.getBounds().toArray().flat()',
      );
      const [counted] = await db.sql<{ parcels: number }[]>`
      select count(*)::int as parcels from market.property
      where latitude between ${south} and ${north} and longitude between ${west} and ${east}`;
      const squares = await rendered<number>('squares', 'feature.properties.parcels');
      expect(squares.reduce((sum, one) => sum + one, 0)).toBe(counted!.parcels);

      await page.evaluate('window.shownMap.jumpTo({ zoom: 16.2 })');
      await settled();
      const [left, bottom, right, top] = await page.evaluate<[number, number, number, number]>(
        'window.shownMap.getBounds().toArray().flat()',
      );
      // Dots at the very edge of the map may be drawn for a half.
      const margin = 0.00003;
      const inside = (by: number) => db.sql<{ places: number; units: number }[]>`
      select count(distinct (latitude, longitude))::int as places, count(*)::int as units from market.property
      where latitude between ${bottom - by} and ${top + by} and longitude between ${left - by} and ${right + by}`;
      const [[least], [most]] = [await inside(-margin), await inside(margin)];
      const drawn = (await rendered<string>('parcels', 'feature.id')).length;
      expect(least!.places).toBeGreaterThan(20);
      expect(drawn).toBeGreaterThanOrEqual(least!.places);
      expect(drawn).toBeLessThanOrEqual(most!.places);
      const names = new Set(await rendered<string>('streets', 'feature.properties.name'));
      expect(names.size).toBeGreaterThan(2);
      expect(complaints).toEqual([]);
    },
    SLOW_MS,
  );

  test(
    'marks the point of a hovered entry, and the entry of a hovered point',
    async () => {
      await page.getByRole('button', { name: 'Show the whole area' }).click();
      await settled();
      const last = points.at(-1)!;
      const entry = page.locator(`button[data-id="${last.id}"]`);
      await entry.hover();
      await until(`window.shownMap.getFeatureState({ source: 'points', id: ${points.length - 1} }).hovered`);
      const at = await page.evaluate<{ x: number; y: number }>(
        `(() => { const { x, y } = window.shownMap.project([${last.longitude}, ${last.latitude}]);
        const { left, top } = window.shownMap.getCanvas().getBoundingClientRect(); return { x: x + left, y: y + top }; })()`,
      );
      await page.mouse.move(at.x, at.y);
      await page.waitForSelector('button[data-hovered=true]');
      await page.mouse.click(at.x, at.y);
      await page.waitForSelector('button[data-selected=true]');
    },
    SLOW_MS,
  );

  test(
    'changes the radius with the mouse and with keys',
    async () => {
      const handle = page.getByRole('slider', { name: 'Radius of the search' });
      const box = (await handle.boundingBox())!;
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      await page.mouse.down();
      await page.mouse.move(box.x - 80, box.y + 10, { steps: 4 });
      await page.mouse.up();
      await until('Number(document.querySelector("#radius").textContent) < 2');
      const dragged = Number(await radius());
      await handle.focus();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      await until(`Math.abs(Number(document.querySelector("#radius").textContent) - ${dragged + 0.2}) < 0.01`);
    },
    SLOW_MS,
  );

  test(
    'selects a point by keys from the list of the map',
    async () => {
      const entries = page.getByRole('list', { name: 'Points on the map' }).getByRole('button');
      await entries.first().focus();
      await until("window.shownMap.getFeatureState({ source: 'points', id: 0 }).hovered");
      await page.keyboard.press('Enter');
      await page.waitForSelector(`button[data-id="${points[0]!.id}"][data-selected=true]`);
    },
    SLOW_MS,
  );

  test.each(['', '?theme=dark&heat'])(
    'has no accessibility violation (%s)',
    async (query) => {
      if (query !== '') await open(query);
      await page.evaluate(AXE);
      const { violations } = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>(
        "axe.run('section')",
      );
      expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 150)}`))).toEqual(
        [],
      );
      expect(complaints).toEqual([]);
    },
    SLOW_MS,
  );
});

/** Deals near the subject, of different properties. */
async function dealsAround({ sql }: TestDatabase): Promise<MapPoint[]> {
  const deals = await sql<{ property_id: string; latitude: number; longitude: number; deal_type: 'flip' | 'rental' }[]>`
    select distinct on (property_id) property_id, latitude, longitude, deal_type from market.deal
    where latitude is not null order by property_id`;
  return deals
    .filter((deal) => milesBetween(SUBJECT, deal) < POINT_MILES)
    .map(({ property_id, latitude, longitude, deal_type }, at) => ({
      id: String(property_id),
      latitude,
      longitude,
      kind: deal_type,
      rank: at < 10 ? at + 1 : null,
      label: `Deal ${at + 1}`,
    }));
}
