import { afterAll, beforeAll, expect, test } from 'bun:test';
import {
  attachment,
  type CrmDealsUnderTest,
  crmDealsUnderTest,
  foundBuyer,
  never,
} from './crm-deals-under-test.fixture.ts';
import { createPostgresLateDeals } from './postgres-late-deals.ts';

let deals: CrmDealsUnderTest;
beforeAll(async () => {
  deals = await crmDealsUnderTest();
}, 60_000);
afterAll(() => deals?.close());

const forgetVersions = () => deals.sql`update investors.crm_deal_buyers set found = found - 'version'`;
const versions = async () => {
  const rows = await deals.sql<{ version: number | null }[]>`
    select distinct (found ->> 'version')::int as version from investors.crm_deal_buyers`;
  return rows.map(({ version }) => version);
};

test('reads buyers of an earlier release and reports no change', async () => {
  const buyers = [foundBuyer('A LLC'), foundBuyer('B LLC', { rank: 2 })];
  const { dealId } = await deals.store.attach(attachment(buyers), never);
  expect(await versions()).toEqual([1]);
  await forgetVersions();
  const stored = await deals.store.find(dealId, never);
  expect(stored?.buyers).toEqual(buyers);

  const again = await deals.store.attach(attachment(buyers, { at: '2026-07-01T12:00:00.000Z' }), never);
  expect(again).toEqual({ dealId, outcome: 'unchanged' });
  // Fewer buyers are written again; those that differ only in version do not count as changed.
  const fewer = attachment(buyers.slice(0, 1), { at: '2026-07-02T12:00:00.000Z' });
  expect(await deals.store.attach(fewer, never)).toEqual({ dealId, outcome: 'unchanged' });
  expect(new Set(await versions())).toEqual(new Set([1, null]));
});

test('writes a late deal that an earlier release kept', async () => {
  const { searcher, ...rest } = attachment([foundBuyer('LATE LLC')]);
  const { realm: _, ...oldSearcher } = searcher;
  const kept = { ...rest, property: { ...rest.property, propertyId: 77 }, searcher: oldSearcher };
  await deals.sql`insert into investors.late_deals (search_id, attachment)
    values (${rest.searchId}, ${JSON.stringify(kept)}::text::json)`;
  const outbox = { add: async () => {} };
  const lateDeals = createPostgresLateDeals({ sql: deals.sql, keepSql: deals.sql, outbox });
  expect(await lateDeals.writeNext()).toEqual({ outcome: 'created', searchId: rest.searchId });
  const [row] = await deals.sql`select realm from investors.crm_deals where property_id = 77`;
  expect(row).toMatchObject({ realm: 'live' });
});
