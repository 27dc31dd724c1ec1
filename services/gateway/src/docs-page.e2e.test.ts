/** Tests the pages in a real browser. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { startTestGateway } from './gateway.fixture.ts';

const CHROMIUM = Bun.which('chromium') ?? Bun.which('chromium-browser') ?? Bun.which('google-chrome');
const QUIET = [
  ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
  ...['--disable-background-networking', '--disable-component-update'],
];
const SLOW_MS = 120_000;
const DEMO_KEY = 'plat_sub_test_shown';
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  nodes: { html: string }[];
}

if (CHROMIUM === null) console.warn('chromium is missing: skipping the browser tests of the pages');

describe.skipIf(CHROMIUM === null)('documentation pages in a browser', () => {
  const gateway = startTestGateway({ demoKey: () => DEMO_KEY });
  let folder: string;
  let context: BrowserContext;
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'plat-chromium-'));
    context = await chromium.launchPersistentContext(folder, { executablePath: CHROMIUM ?? '', args: QUIET });
    page = await context.newPage();
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('request', (request) => {
      const isOurs = request.url().startsWith(gateway.server.url) || /^(data|blob):/.test(request.url());
      if (!isOurs) complaints.push(`asked ${request.url()}`);
    });
  }, SLOW_MS);
  afterAll(async () => {
    await context?.close();
    await gateway.close();
    rmSync(folder, { recursive: true, force: true });
  }, SLOW_MS);

  /** Accessibility violations that axe reports once the page has rendered. */
  async function violations(): Promise<string[]> {
    await page.evaluate(AXE);
    const found = await page.evaluate<{ violations: Violation[] }>('axe.run()');
    return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 150)}`));
  }
  const openReference = async (): Promise<void> => {
    await page.goto(`${gateway.server.url}/docs`);
    await page.getByText('Find investors who bought near a property').first().click();
    await page.waitForFunction("document.body.innerText.includes('buyer-search')");
    await page.waitForFunction(
      "document.querySelectorAll('button[class*=copy-button]:not([aria-label])').length === 0",
    );
  };

  test.each(['light', 'dark'] as const)(
    'axe reports no violations on the pages, %s',
    async (colorScheme) => {
      await page.emulateMedia({ colorScheme });
      for (const path of ['/', '/changelog']) {
        await page.goto(`${gateway.server.url}${path}`);
        expect(await violations()).toEqual([]);
      }
      await openReference();
      expect(await violations()).toEqual([]);
    },
    SLOW_MS,
  );

  test(
    'snippets use the demo key, omit X-Dry-Run: false and load nothing from other hosts',
    async () => {
      await openReference();
      const text = await page.evaluate<string>('document.body.innerText');
      expect(text).toContain(`x-api-key: ${DEMO_KEY}`);
      expect(text).toContain(`curl -s "${gateway.server.url}/v1/`);
      expect(text).not.toMatch(/x-dry-run: false/i);
      expect(await page.evaluate<string>('document.documentElement.lang')).toBe('en');
      expect(complaints).toEqual([]);
    },
    SLOW_MS,
  );
});
