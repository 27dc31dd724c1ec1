/** Journeys of operators through the console, each on the Plat and the browser of `console.e2e.test.ts`. */
import { expect } from 'bun:test';
import { createKey, findKey } from '@plat/accounts/operator';
import { eventually } from '@plat/test-kit';
import type { ServedMarket } from '../journeys/served-market.fixture.ts';
import { PHONE, type WatchedBrowser, WIDE } from './console.fixture.ts';

/** A console in which an operator is signed in. */
export interface OpenedConsole {
  served: ServedMarket;
  browser: WatchedBrowser;
  /** Opens a path and waits until nothing loads any more. */
  open(path: string): Promise<void>;
  /** A subscriber key of the company Acme. */
  key: string;
}

export async function sellPlan({ served, browser, open }: OpenedConsole): Promise<void> {
  const { page } = browser;
  const seller = { kind: 'enterprise', name: 'Portal', companyName: 'Acme' } as const;
  const { record } = await createKey(served.operator, 'operator:test', seller);
  await open('/console/operate/plans');
  await page.getByRole('textbox', { name: 'Id of the plan' }).fill('starter');
  await page.getByRole('textbox', { name: 'Name of the plan' }).fill('Starter');
  await page.getByRole('spinbutton', { name: 'Buyer searches' }).fill('100');
  await page.getByRole('button', { name: 'Make the plan' }).click();
  await page.getByRole('combobox', { name: 'Plan for Portal' }).selectOption('starter');
  await page.getByRole('button', { name: /Take starter/ }).waitFor();

  await open(`/console/operate/users?key=${record.id}`);
  await page.getByRole('textbox', { name: 'Identifier that the company uses' }).fill('agent-1');
  await page.getByRole('button', { name: 'Make the user' }).click();
  await page.getByRole('button', { name: 'Show agent-1' }).click();
  await page.getByRole('button', { name: 'Give the plan' }).click();
  await page.getByRole('row').filter({ hasText: 'starter' }).getByRole('button', { name: 'End' }).waitFor();
  expect(await served.operator.plans.ofKey(record.id)).toMatchObject([{ plan_id: 'starter', buyer_search_limit: 100 }]);
  expect(browser.complaints()).toEqual([]);
}

export async function withholdPhone({ browser, open }: OpenedConsole): Promise<void> {
  const { page } = browser;
  await open('/console/operate/do-not-contact');
  await page.getByRole('textbox', { name: 'Value, in any spelling' }).fill('+1 (602) 555-0142');
  await page.getByRole('button', { name: 'Withhold' }).click();
  const entry = page.getByRole('row').filter({ hasText: '6025550142' });
  await entry.getByRole('button', { name: 'Remove' }).click();
  await entry.getByRole('button', { name: 'Show the contacts again' }).click();
  await entry.waitFor({ state: 'detached' });
  expect(browser.complaints()).toEqual([]);
}

export async function replayWebhook({ served, browser, open, key }: OpenedConsole): Promise<void> {
  const { page } = browser;
  const { id } = await findKey(served.operator, key);
  const webhook_url = served.receiver.url('/status/500');
  await served.send('POST', '/v1/buyer-search', { 'x-api-key': key }, { address: served.address, webhook_url });
  const calls = async () => served.receiver.calls.filter(({ path }) => path === '/status/500').length;
  const failed = page.getByRole('row').filter({ hasText: 'failed' });
  await eventually(
    async () => {
      await open(`/console/developer/webhooks?key=${id}&status=failed`);
      return failed.count();
    },
    (count) => count > 0,
  );
  await failed.getByText(/^1: /).waitFor();
  await failed.getByRole('button', { name: 'Send again' }).click();
  await failed.getByRole('button', { name: 'Send it now' }).click();
  await eventually(calls, (count) => count === 2);
  expect(browser.complaints()).toEqual([]);
}

export async function readAccuracy({ served, browser, open, key }: OpenedConsole): Promise<void> {
  const { page } = browser;
  const { body } = await served.send('GET', '/v1/coverage', { 'x-api-key': key });
  await page.setViewportSize(PHONE);
  await open('/console/usage');
  await page.getByRole('button', { name: 'Usage' }).click();
  expect(await browser.violations()).toEqual([]);
  await page.getByRole('link', { name: 'Accuracy' }).click();
  const table = page.getByRole('region', { name: 'Coverage of counties' });
  await table.getByRole('cell', { name: `${body.counties[0].county}, ${body.counties[0].state}` }).waitFor();
  await page.setViewportSize(WIDE);
  expect(browser.complaints()).toEqual([]);
}
