/** The journeys of people through the console, in a real browser against a real Plat. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createKey } from '@plat/accounts/operator';
import { type ServedMarket, serveSampleMarket } from '../journeys/served-market.fixture.ts';
import { CHROMIUM, ownerLink, PHONE, type WatchedBrowser, WIDE, watchedBrowser } from './console.fixture.ts';
import { readAccuracy, replayWebhook, sellPlan, withholdPhone } from './operator-journeys.ts';

const SLOW_MS = 120_000;

if (CHROMIUM === null) console.warn('chromium is missing: skipping the browser tests of the console');

describe.skipIf(CHROMIUM === null)('the console in a browser', () => {
  let served: ServedMarket;
  let browser: WatchedBrowser;
  let key: string;

  const api = async (path: string, body: object) => (await served.send('POST', path, { 'x-api-key': key }, body)).body;
  const settle = async () => {
    const { page } = browser;
    await page.locator('main').first().waitFor();
    await page.locator('.waiting').first().waitFor({ state: 'detached' });
  };
  const open = async (path: string) => {
    await browser.page.goto(`${served.url}${path}`);
    await settle();
  };
  const opened = () => ({ served, browser, open, key });
  const placePath = (view: string) => `/console/${view}?address=${encodeURIComponent(served.address)}`;

  beforeAll(async () => {
    served = await serveSampleMarket({ receiver: 'localhost' });
    const owner = { kind: 'subscriber', name: 'Acme', companyName: 'Acme' } as const;
    key = (await createKey(served.operator, 'operator:test', owner)).key;
    browser = await watchedBrowser(served.url);
  }, SLOW_MS);
  afterAll(async () => {
    await browser?.close();
    await served?.close();
  }, SLOW_MS);

  test(
    'a one-time link signs in by its button, not by opening it',
    async () => {
      const { page } = browser;
      const link = await ownerLink(served, 'Dana Ortiz');
      await page.goto(link);
      expect(await browser.violations()).toEqual([]);
      await page.goto(`${served.url}/console/buyers`);
      await page.getByRole('heading', { name: 'Sign in to Plat' }).waitFor();
      expect(await browser.violations()).toEqual([]);
      // The browser reports the 401 of the session as a failed load; it is the answer that was asked for.
      browser.complaints();

      await page.goto(link);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { name: 'Who is buying here?' }).waitFor();
      const [cookie] = await page.context().cookies();
      expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
      expect(await page.evaluate('document.cookie')).toBe('');
      expect(browser.complaints()).toEqual([]);
    },
    SLOW_MS,
  );

  test(
    'a wholesaler finds the buyers of an address by keyboard and sees why the first is first',
    async () => {
      const { page } = browser;
      const buyers = await api('/v1/buyer-search', { address: served.address, explain: 'full', create_deal: false });
      await open('/console/buyers');
      await page.getByRole('combobox').fill(served.address);
      await page.getByRole('option', { name: served.address, exact: true }).waitFor();
      await page.keyboard.press('Enter');
      await page.locator('ol > li').first().waitFor();
      expect(await page.locator('ol > li').count()).toBe(buyers.length);

      await page.locator('ol > li button').first().press('Enter');
      await page.getByRole('heading', { name: 'Why rank 1' }).waitFor();
      await page.getByRole('heading', { name: 'What it buys' }).waitFor();
      const score = Math.round(100 * buyers[0].explain.match.score);
      await page.getByText(`${score} of 100 points`).waitFor();
      expect(new URL(page.url()).searchParams.get('selected')).toBe(buyers[0].explain.buyer_id);
      expect(await browser.violations()).toEqual([]);

      await page.reload();
      await page.getByRole('heading', { name: 'Why rank 1' }).waitFor();
      expect(browser.complaints()).toEqual([]);
    },
    SLOW_MS,
  );

  test(
    'filters change the list and the URL, and the list is exported as it is shown',
    async () => {
      const { page } = browser;
      await open(placePath('buyers'));
      await page.getByRole('button', { name: 'All buyers' }).click();
      await page.getByRole('radio', { name: 'Flippers' }).check();
      await page.keyboard.press('Escape');
      await page.waitForURL(/buyers=flipper/);
      await page.locator('[aria-busy="false"]').waitFor();
      const flippers = await api('/v1/buyer-search', {
        address: served.address,
        buyer_types: ['flipper'],
        create_deal: false,
        explain: 'full',
      });
      expect(await page.locator('ol > li').count()).toBe(flippers.length);

      const downloading = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download as CSV' }).click();
      const file = await (await downloading).path();
      const lines = (await Bun.file(file).text()).trim().split('\r\n');
      expect(lines).toHaveLength(flippers.length + 1);
      expect(lines[1]).toContain(flippers[0].explain.buyer_id);

      await page.getByRole('button', { name: 'Copy as' }).click();
      const code = await page.locator('pre').first().textContent();
      expect(code).toContain("/v1/buyer-search'");
      expect(code).toContain('"buyer_types":["flipper"]');
      expect(browser.complaints()).toEqual([]);
    },
    SLOW_MS,
  );

  test(
    'the offer of the sliders is the offer of the API',
    async () => {
      const { page } = browser;
      const dollars = (amount: number) => `$${amount.toLocaleString('en-US')}`;
      await open(`${placePath('offer')}&repairs=25000&fee=8000&rule=68`);
      await page.getByRole('slider', { name: 'Repairs' }).press('ArrowRight');
      await page.waitForURL(/repairs=26000/);
      const terms = { repairs: 26_000, assignment_fee: 8_000, rules: [0.68] };
      const { offers, arv } = await api('/v1/offers', { address: served.address, ...terms });
      await page.getByText(dollars(offers[0].maximum_offer), { exact: true }).first().waitFor();
      await page.getByText(dollars(arv.value), { exact: true }).waitFor();

      await open(placePath('value'));
      await page.getByText(dollars(arv.value), { exact: true }).waitFor();
      const { comps } = await api('/v1/retail-comps', { address: served.address });
      expect(await page.locator('tbody tr').count()).toBe(comps.length);
      await page.getByRole('list', { name: 'Points on the map' }).getByRole('button').nth(1).focus();
      expect(await page.locator('tbody tr').nth(1).getAttribute('data-hovered')).toBe('true');
      await page.getByRole('button', { name: 'Price' }).click();
      expect(await page.getByRole('columnheader', { name: 'Price' }).getAttribute('aria-sort')).not.toBeNull();
      expect(browser.complaints()).toEqual([]);
    },
    SLOW_MS,
  );

  test(
    'a link shows the place to a stranger until it is ended',
    async () => {
      const { page } = browser;
      await open(placePath('offer'));
      const downloading = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download as PDF' }).click();
      expect((await downloading).suggestedFilename()).toBe('place.pdf');
      await page.getByRole('button', { name: 'Share' }).click();
      await page.getByRole('button', { name: 'Make a link' }).click();
      const url = (await page.locator('[role=status] pre').textContent()) ?? '';
      await page.goto(url);
      await page.getByRole('heading', { name: served.address }).waitFor();
      await page.setViewportSize(PHONE);
      expect([await browser.violations(), await browser.overflow()]).toEqual([[], 0]);
      await open('/console/links');
      await page.getByRole('button', { name: 'End the link' }).click();
      await page.getByText('revoked').waitFor();
      expect((await fetch(url)).status).toBe(410);
      expect(browser.complaints()).toEqual([]);
    },
    SLOW_MS,
  );

  test(
    'buyers are added to the deal of a home and move through its stages',
    async () => {
      const { page } = browser;
      await open(placePath('buyers'));
      await page.getByRole('button', { name: 'Add to deal' }).click();
      await page.waitForURL(/console\/deals\/[0-9a-f-]{36}/);
      await page.getByLabel('Stage of the deal').selectOption('Marketing');
      await (await page.getByRole('table').getByRole('combobox').all())[0]?.selectOption('Interested');
      expect([await browser.violations(), await browser.overflow()]).toEqual([[], 0]);
      await page.getByRole('link', { name: 'All deals' }).click();
      await page.getByRole('row').filter({ hasText: 'Marketing' }).getByText(served.address).waitFor();
      expect(browser.complaints()).toEqual([]);
    },
    SLOW_MS,
  );

  test(
    'a saved search tells what is new since it was seen',
    async () => {
      const { page } = browser;
      await open(placePath('buyers'));
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('button', { name: 'Save this search' }).click();
      await page.getByText('nothing new since').waitFor();
      await served.database.sql`update console.saved_searches set buyers = buyers - 0`;
      await open('/console/buyers');
      await page.getByRole('link', { name: /New since/ }).click();
      await page.getByText('1 new buyer, 0 known buyers bought again').waitFor();
      expect(await browser.violations()).toEqual([]);
      await page.getByRole('button', { name: 'Mark as seen' }).click();
      await page.getByText('nothing new since').waitFor();
      expect(browser.complaints()).toEqual([]);
    },
    SLOW_MS,
  );

  test(
    'a developer calls an endpoint with a pasted key',
    async () => {
      const { page } = browser;
      await open('/console/playground?endpoint=usage');
      await page.getByLabel('Your key').fill(key);
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await page.getByText('HTTP 200').waitFor();
      expect(await browser.violations()).toEqual([]);
      expect(browser.complaints()).toEqual([]);
    },
    SLOW_MS,
  );

  test(
    'an operator sells a key: it is shown once, works, and ends when it is revoked',
    async () => {
      const { page } = browser;
      await open('/console/operate/keys');
      await page.getByRole('textbox', { name: 'Name of the key', exact: true }).fill('Birch');
      await page.getByRole('button', { name: 'Make the key' }).click();
      await page.getByText('Copy it now').waitFor();
      const sold = (await page.locator('pre').textContent()) ?? '';
      const standing = async () => (await served.send('GET', '/v1/usage', { 'x-api-key': sold })).status;
      expect(await standing()).toBe(200);
      await page.reload();
      await settle();
      expect(await page.locator('main').textContent()).not.toContain(sold);

      const row = page.getByRole('row').filter({ hasText: 'Birch' }).first();
      await row.getByRole('button', { name: 'Revoke' }).click();
      await row.getByRole('button', { name: 'Revoke for good' }).click();
      await row.getByText(/revoked/).waitFor();
      expect(await standing()).not.toBe(200);
      await open('/console/operate/audit');
      await page.getByText('key.revoked').first().waitFor();
      expect(browser.complaints()).toEqual([]);
    },
    SLOW_MS,
  );

  test('an operator makes a plan, lets a key sell it, and gives it to an end user', () => sellPlan(opened()), SLOW_MS);
  test('an operator withholds a phone number', () => withholdPhone(opened()), SLOW_MS);
  test('an operator sends a failed webhook again', () => replayWebhook(opened()), SLOW_MS);
  test('a phone has a menu, through which the accuracy of a county is found', () => readAccuracy(opened()), SLOW_MS);

  test(
    'every page is accessible and fits, in both themes and sizes',
    async () => {
      const { page } = browser;
      const paths = ['/console/buyers', ...['buyers', 'value', 'offer', 'market'].map(placePath)];
      // The doctor is part of the command, which this Plat was not started by.
      const operated = 'keys companies plans users do-not-contact report records audit people'.split(' ');
      const others = 'deals links usage accuracy developer/playground developer/webhooks nowhere'.split(' ');
      others.push('developer/requests', ...operated.map((name) => `operate/${name}`));
      for (const path of [...paths, ...others.map((name) => `/console/${name}`)]) {
        await page.setViewportSize(WIDE);
        await open(path);
        if (path !== '/console/nowhere') expect(await page.getByRole('alert').count()).toBe(0);
        expect({ path, found: await browser.problems() }).toEqual({ path, found: [] });
      }
      await page.setViewportSize(WIDE);
      expect(browser.complaints()).toEqual([]);
    },
    SLOW_MS,
  );

  test(
    'an owner invites a member, who sees the places and operates nothing',
    async () => {
      const { page } = browser;
      await open('/console/operate/people');
      await page.getByRole('textbox', { name: 'Name' }).fill('Mo Member');
      await page.getByRole('textbox', { name: 'Company' }).fill('Acme');
      await page.getByRole('button', { name: 'Make a sign-in link' }).click();
      const link = await page.locator('pre').textContent();
      await page.getByRole('button', { name: 'Sign out', exact: true }).click();
      await page.getByRole('heading', { name: 'Sign in to Plat' }).waitFor();
      await page.goto(link ?? '');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { name: 'Who is buying here?' }).waitFor();
      expect(await page.getByRole('link', { name: 'Operate' }).count()).toBe(0);
      await open(placePath('buyers'));
      await page.locator('ol > li').first().waitFor();
    },
    SLOW_MS,
  );
});
