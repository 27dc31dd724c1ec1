import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { createLogger } from '@plat/kit';
import { createLateDealWriter } from '../domain/write-late-deals.ts';
import {
  attachment,
  type CrmDealsUnderTest,
  crmDealsUnderTest,
  foundBuyer,
  HOUSE,
  never,
} from './crm-deals-under-test.fixture.ts';
import { createPostgresLateDeals } from './postgres-late-deals.ts';

const EARLIER = '2026-06-30T12:00:00.000Z';
const LATER = '2026-06-30T13:00:00.000Z';
const outbox = { add: async () => {} };

let deals: CrmDealsUnderTest;
let late: ReturnType<typeof createPostgresLateDeals>;
beforeAll(async () => {
  deals = await crmDealsUnderTest();
  late = createPostgresLateDeals({ sql: deals.sql, keepSql: deals.sql, outbox });
}, 60_000);
afterAll(() => deals?.close());
beforeEach(async () => {
  await deals.sql`truncate investors.crm_deals, investors.late_deals cascade`;
});

const waiting = async () => (await deals.sql`select from investors.late_deals`).count;
const theDeal = async () => {
  const [row] = await deals.sql<{ id: string }[]>`select id from investors.crm_deals`;
  return deals.store.find(row?.id ?? '', never);
};
const due = () => deals.sql`update investors.late_deals set due_at = now()`;

describe('a late deal', () => {
  test('is written once and then deleted', async () => {
    const search = attachment([foundBuyer('A LLC'), foundBuyer('B LLC')]);
    await late.keep(search, never);
    expect(await late.writeNext()).toEqual({ outcome: 'created', searchId: search.searchId });
    expect(await late.writeNext()).toEqual({ outcome: 'none' });
    expect([(await theDeal())?.buyers.length, await waiting()]).toEqual([2, 0]);
  });

  test('changes nothing when the search had written it already', async () => {
    const search = attachment([foundBuyer('A LLC')]);
    await late.keep(search, never);
    await deals.store.attach(search, never);
    expect(await late.writeNext()).toMatchObject({ outcome: 'unchanged' });
    expect((await theDeal())?.searchIds).toEqual([search.searchId]);
  });

  test('keeps the buyers of a newer search', async () => {
    const older = attachment([foundBuyer('A LLC', { rank: 7 }), foundBuyer('B LLC')], { at: EARLIER });
    await late.keep(older, never);
    await deals.store.attach(attachment([foundBuyer('A LLC', { rank: 1 })], { at: LATER }), never);
    await late.writeNext();
    const buyers = (await theDeal())?.buyers.map(({ deal, rank }) => [deal.buyer.name, rank]);
    expect(buyers).toEqual([
      ['A LLC', 1],
      ['B LLC', 1],
    ]);
  });

  test('is written by one process, and by the next one if that process dies', async () => {
    await late.keep(attachment([foundBuyer('A LLC')]), never);
    const writer = await deals.sql.reserve();
    await writer`begin`;
    await writer`select from investors.late_deals for update`;
    expect(await late.writeNext()).toEqual({ outcome: 'none' });
    await writer`rollback`;
    writer.release();
    expect(await late.writeNext()).toMatchObject({ outcome: 'created' });
  });

  test('is retried for a week', async () => {
    const search = attachment([], { property: { ...HOUSE, propertyId: null as never } });
    await late.keep(search, never);
    expect(await late.writeNext()).toMatchObject({ outcome: 'postponed', searchId: search.searchId });
    expect(await late.writeNext()).toEqual({ outcome: 'none' });
    await due();
    expect(await late.writeNext()).toMatchObject({ outcome: 'postponed' });
    await deals.sql`update investors.late_deals set created_at = now() - interval '8 days', due_at = now()`;
    expect(await late.writeNext()).toMatchObject({ outcome: 'given-up' });
    expect(await waiting()).toBe(0);
  });

  test('that fails does not block others', async () => {
    await late.keep(attachment([], { property: { ...HOUSE, propertyId: null as never } }), never);
    await late.keep(attachment([foundBuyer('A LLC')]), never);
    expect([(await late.writeNext()).outcome, (await late.writeNext()).outcome]).toEqual(['postponed', 'created']);
  });
});

test('two processes write every late deal once', async () => {
  const outcomes: string[] = [];
  const log = createLogger({ name: 'test', level: 'silent' });
  const writers = Array.from({ length: 2 }, () =>
    createLateDealWriter({ lateDeals: late, log, onAttached: (outcome) => void outcomes.push(outcome) }),
  );
  const searches = Array.from({ length: 40 }, (_, index) =>
    attachment([foundBuyer(`BUYER ${index} LLC`)], { property: { ...HOUSE, propertyId: index + 1 } }),
  );
  for (const search of searches) await late.keep(search, never);
  for (const writer of writers) writer.start();
  const endMs = performance.now() + 10_000;
  while ((await waiting()) > 0 && performance.now() < endMs) await Bun.sleep(20);
  await Promise.all(writers.map((writer) => writer.stop()));
  expect(outcomes).toEqual(Array(searches.length).fill('created'));
}, 30_000);
