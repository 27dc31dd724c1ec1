/** An operator gets from an empty Plat to served counties in the browser. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSignInLink, signInUrl } from '@plat/console/operator';
import { ensureMarketSchema } from '@plat/dataset';
import { type RunningServer, startServer } from '@plat/kit';
import { createHost, type Host } from '@plat/standalone';
import { readEnvironment } from '@plat/standalone/environment';
import { type TestDatabase, testDatabase } from '@plat/test-kit';
import { CHROMIUM, PHONE, type WatchedBrowser, WIDE, watchedBrowser } from './console.fixture.ts';

const SLOW_MS = 120_000;
const NUMBERS = Array.from({ length: 12 }, (_, number) => number);
const MADE_UP = [
  'Tax Lot,Property Address,Town,Acres,Seller,Buyer,Sale Date,Amount',
  ...NUMBERS.map(
    (n) => `L-${n},${100 + n} Alder St,Fernwood,0.5,"Moss, Ida",Larch Homes LLC,2025-0${1 + (n % 6)}-11,${150_000 + n}`,
  ),
  'L-99,9 Alder St,Fernwood,0.5,<script>alert(1)</script>,Larch Homes LLC,someday,150000',
].join('\n');
/** The columns of the built-in source lebanon-nh. */
const BUILT_IN = [
  'parcel_id,situs_address,owner_name,mailing_address1,mailing_city,mailing_state,mailing_zip,class_code,lot_size_acres,land_value,building_value,total_value',
  ...NUMBERS.map(
    (n) => `1-${n},${10 + n} BIRCH LN,"MOSS, IDA",PO BOX ${n},LEBANON,NH,03766,1010,0.5,100000,200000,300000`,
  ),
].join('\n');

if (CHROMIUM === null) console.warn('chromium is missing: skipping the imports in a browser');

describe.skipIf(CHROMIUM === null)('imports in a browser', () => {
  let home: string;
  let database: TestDatabase;
  let host: Host;
  let server: RunningServer;
  let browser: WatchedBrowser;
  let url: string;

  beforeAll(async () => {
    [home, database] = await Promise.all([mkdtemp(join(tmpdir(), 'plat-imports-')), testDatabase()]);
    host = await createHost({
      databaseUrl: database.url,
      internalSecret: 'a secret of at least thirty-two bytes',
      asOf: () => '2026-03-01',
      environment: readEnvironment({ PLAT_LOG_LEVEL: 'silent' }),
      home,
    });
    await ensureMarketSchema(host.sql);
    server = startServer({ app: host.app, port: 0, hostname: '127.0.0.1' });
    url = `http://127.0.0.1:${server.port}`;
    browser = await watchedBrowser(url);
    const { token } = await createSignInLink(host.people, 'operator:test', { name: 'Ruth', role: 'operator' });
    await browser.page.goto(signInUrl(url, token));
    await browser.page.getByRole('button', { name: 'Sign in' }).click();
    await browser.page.getByRole('link', { name: 'Operate' }).waitFor();
    browser.complaints();
  }, SLOW_MS);
  afterAll(async () => {
    await browser?.close();
    await server?.stop(0);
    await host?.close();
    await database?.close();
    await rm(home, { recursive: true, force: true });
  }, SLOW_MS);

  const field = (label: string) => browser.page.getByLabel(label, { exact: true });
  const choose = async (name: string, text: string) => {
    const file = { name, mimeType: 'text/csv', buffer: Buffer.from(text) };
    const choosing = browser.page.waitForEvent('filechooser');
    await browser.page.getByRole('button', { name: 'Choose a file' }).press('Enter');
    await (await choosing).setFiles(file);
    await browser.page.getByRole('heading', { name }).waitFor();
  };

  test(
    'a file of a made-up layout is mapped in a form, checked and published',
    async () => {
      const { page } = browser;
      await page.goto(`${url}/console/operate/imports`);
      await page.getByText('No file was imported here yet').waitFor();
      await choose('fernwood.csv', MADE_UP);
      // Guessed by the headers; the identifier, the size and the place are not.
      expect(await field('transfers price').inputValue()).toBe('Amount');
      expect(await field('properties address').inputValue()).toBe('Property Address');
      await field('properties parcel_id').selectOption('Tax Lot');
      await field('transfers parcel_id').selectOption('Tax Lot');
      await field('properties state of every row').fill('ME');
      await field('properties county of every row').fill('Oxford');
      await page.getByRole('group', { name: 'Parcels of the roll' }).getByText('more columns').click();
      await field('properties lot_square_feet').selectOption('Acres');
      await field('properties lot_square_feet unit').selectOption('acres');
      expect(await browser.violations()).toEqual([]);
      await page.getByRole('button', { name: 'Check the file' }).click();

      await page.getByText('Oxford, ME: 25 rows').waitFor();
      await page.getByRole('cell', { name: 'sale_date is not a date' }).first().waitFor();
      expect(await page.getByRole('region', { name: 'First rows of properties' }).textContent()).toContain('21780');
      for (const size of [WIDE, PHONE]) {
        await page.setViewportSize(size);
        expect(await browser.violations()).toEqual([]);
        const overflow = 'document.documentElement.scrollWidth - window.innerWidth';
        expect(await page.evaluate<number>(overflow)).toBeLessThanOrEqual(0);
      }
      await page.setViewportSize(WIDE);
      await page.getByRole('button', { name: 'Import and publish' }).click();
      await page.getByText('Published as version 1.').waitFor();
      expect(browser.complaints()).toEqual([]);
    },
    SLOW_MS,
  );

  test(
    'a file of a built-in layout is recognised, and its county serves beside the other',
    async () => {
      const { page } = browser;
      await choose('parcels 2025.csv', BUILT_IN);
      await page.getByText('Grafton, NH: 12 rows').waitFor();
      await page.getByText('The layout is that of lebanon-nh.').waitFor();
      await page.getByRole('button', { name: 'Import and publish' }).click();
      await page.getByText('Published as version 2.').waitFor();
      await page.getByRole('link', { name: 'See the records' }).click();
      const counties = page.getByRole('region', { name: 'Counties' });
      await counties.getByText('Oxford, ME').waitFor();
      await counties.getByText('Grafton, NH').waitFor();
      expect(browser.complaints()).toEqual([]);
    },
    SLOW_MS,
  );

  test(
    'two versions are compared by county, and a county is removed',
    async () => {
      const { page } = browser;
      const compared = page.getByRole('region', { name: 'Comparison by county' });
      await compared.getByRole('row').filter({ hasText: 'Grafton, NH' }).getByText('– → 12').waitFor();
      expect(await browser.violations()).toEqual([]);
      const grafton = page.getByRole('region', { name: 'Counties' }).getByRole('row').filter({ hasText: 'Grafton' });
      await grafton.getByRole('button', { name: 'Remove' }).click();
      await grafton.getByRole('button', { name: 'Remove 33009 from everybody' }).click();
      await grafton.waitFor({ state: 'detached' });
      await compared.getByRole('row').filter({ hasText: 'Grafton, NH' }).getByText('12 → –').waitFor();
      expect(browser.complaints()).toEqual([]);
    },
    SLOW_MS,
  );
});
