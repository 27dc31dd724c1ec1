import { afterAll, beforeAll, beforeEach } from 'bun:test';
import { attachment, type CrmDealsUnderTest, crmDealsUnderTest, never } from './crm-deals-under-test.fixture.ts';

export let deals: CrmDealsUnderTest;

/** Opens a database of its own for the tests of a file, and empties its tables before each test. */
export function useCrmDeals(): void {
  beforeAll(async () => {
    deals = await crmDealsUnderTest();
  }, 60_000);
  afterAll(() => deals?.close());
  beforeEach(async () => {
    deals.events.length = 0;
    await deals.sql`truncate investors.crm_deals, investors.webhook_settings cascade`;
  });
}

export const attach = (...given: Parameters<typeof attachment>) => deals.store.attach(attachment(...given), never);
/** @throws Error if there is no deal with this id. */
export const stored = async (dealId: string) => {
  const found = await deals.store.find(dealId, never);
  if (found === null) throw new Error(`there is no deal ${dealId}`);
  return found;
};
export const namesOf = async (dealId: string) => (await stored(dealId)).buyers.map(({ deal }) => deal.buyer.name);
export const allDeals = () => deals.store.list({}, { changedAfter: null, behind: null }, 1_000, never);
/** An hour of 2026-06-30, as an ISO instant. */
export const hour = (number: number): string => new Date(Date.UTC(2026, 5, 30, number)).toISOString();
