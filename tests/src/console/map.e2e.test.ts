/** The map of the console in a real browser against a real Plat, compared with the API. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKey } from '@plat/accounts/operator';
import { createSignInLink, openOperatorConsole, signInUrl } from '@plat/console/operator';
import { eventually } from '@plat/test-kit';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { type ServedMarket, serveSampleMarket } from '../journeys/served-market.fixture.ts';

const CHROMIUM = Bun.which('chromium') ?? Bun.which('chromium-browser') ?? Bun.which('google-chrome');
const FLAGS = [
  ...['--headless', '--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'],
  ...['--disable-quic', '--no-first-run', '--disable-sync', '--disable-background-networking'],
  '--disable-component-update',
];
const SLOW_MS = 180_000;

if (CHROMIUM === null) console.warn('chromium is missing: skipping the browser test of the map in the console');

describe.skipIf(CHROMIUM === null)('the map of the console', () => {
  let served: ServedMarket;
  let context: BrowserContext;
  let page: Page;
  let key: string;
  const folder = mkdtempSync(join(tmpdir(), 'plat-console-map-'));
  const complaints: string[] = [];

  beforeAll(async () => {
    served = await serveSampleMarket({ receiver: 'localhost' });
    const owner = { kind: 'subscriber', name: 'Acme', companyName: 'Acme' } as const;
    key = (await createKey(served.operator, 'operator:test', owner)).key;
    context = await chromium.launchPersistentContext(folder, {
      executablePath: CHROMIUM ?? '',
      args: FLAGS,
      viewport: { width: 1_440, height: 900 },
    });
    page = await context.newPage();
    // The map tells the page that it is there; the test keeps it to ask what it draws.
    await page.addInitScript("addEventListener('map-shown', (event) => { window.shownMap = event.detail; })");
    await signIn();
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('request', (request) => {
      const url = () => request.url();
      if (!url().startsWith(served.url) && !url().startsWith('data:')) complaints.push(`asked ${url()}`);
    });
  }, SLOW_MS);
  afterAll(async () => {
    await context?.close();
    await served?.close();
    rmSync(folder, { recursive: true, force: true });
  }, SLOW_MS);

  async function signIn(): Promise<void> {
    const { companies, audit } = served.operator;
    const people = await openOperatorConsole(served.database.url, { companies, audit });
    const { token } = await createSignInLink(people, 'operator:test', { name: 'Dana', role: 'owner' });
    await people.close();
    await page.goto(signInUrl(served.url, token));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('combobox').waitFor();
  }
  const open = async (view: string) => {
    await page.goto(`${served.url}/console/${view}?address=${encodeURIComponent(served.address)}`);
    await page.waitForSelector('[data-map=shown]');
    await eventually(() => page.evaluate('window.shownMap.areTilesLoaded() && window.shownMap.loaded()'), Boolean);
  };
  const drawn = (layer: string, value: string) =>
    page.evaluate<string[]>(
      `[...new Set(window.shownMap.queryRenderedFeatures({ layers: ['${layer}'] }).map((feature) => ${value}))]`,
    );

  test(
    'draws one point for each buyer that the API gives with coordinates',
    async () => {
      const body = { address: served.address, explain: 'full', create_deal: false };
      const { body: buyers } = await served.send('POST', '/v1/buyer-search', { 'x-api-key': key }, body);
      const placed = (buyers as { latitude: number | null }[]).filter(({ latitude }) => latitude !== null);
      expect(placed.length).toBeGreaterThan(5);
      await open('buyers');
      await eventually(
        async () => (await drawn('points', 'feature.id')).length,
        (count) => count === placed.length,
      );
      expect(complaints).toEqual([]);
    },
    SLOW_MS,
  );

  test(
    'draws the comps of the value and the heat of the market',
    async () => {
      const request = { address: served.address };
      const { body } = await served.send('POST', '/v1/retail-comps', { 'x-api-key': key }, request);
      const placed = (body.comps as { latitude: number | null }[]).filter(({ latitude }) => latitude !== null);
      await open('value');
      await eventually(
        async () => (await drawn('points', 'feature.id')).length,
        (count) => count === placed.length,
      );
      await open('market');
      expect(await page.evaluate<string>("window.shownMap.getLayoutProperty('heat', 'visibility')")).toBe('visible');
      expect(complaints).toEqual([]);
    },
    SLOW_MS,
  );

  test(
    'opens the card of a buyer whose point is clicked',
    async () => {
      await open('buyers');
      const at = await page.evaluate<{ x: number; y: number }>(`(() => {
        const [feature] = window.shownMap.queryRenderedFeatures({ layers: ['points'] });
        const { x, y } = window.shownMap.project(feature.geometry.coordinates);
        const { left, top } = window.shownMap.getCanvas().getBoundingClientRect();
        return { x: x + left, y: y + top };
      })()`);
      await page.mouse.click(at.x, at.y);
      await page.locator('ol > li button[aria-pressed=true]').waitFor();
    },
    SLOW_MS,
  );
});
