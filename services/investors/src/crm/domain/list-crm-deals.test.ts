import { describe, expect, test } from 'bun:test';
import { CRM_DEALS_PAGE_SIZE, type CrmDeal } from '@plat/contracts';
import fc from 'fast-check';
import { listCrmDeals } from './list-crm-deals.ts';
import type { CrmDealStore } from './ports.ts';

const never = new AbortController().signal;
const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
/** With microseconds, as the store returns it. */
const instantOf = (tick: number) =>
  new Date(Date.UTC(2026, 0, 1) + Math.floor(tick / 1_000))
    .toISOString()
    .replace('Z', `${String(tick % 1_000).padStart(3, '0')}Z`);
const deal = (number: number, tick: number): CrmDeal => ({
  deal_id: idOf(number),
  company_id: 'c',
  key_id: 'k',
  user_id: null,
  property_id: number,
  address: 'somewhere',
  latitude: null,
  longitude: null,
  buyer_count: 0,
  search_count: 0,
  created_at: instantOf(0),
  updated_at: instantOf(tick),
});

/** Deals in memory, in the order of the store. */
function dealsOf(deals: Map<string, CrmDeal>): Pick<CrmDealStore, 'list'> {
  const place = ({ updated_at, deal_id }: CrmDeal) => `${updated_at} ${deal_id}`;
  return {
    list: async (_, { changedAfter, behind }, most) =>
      [...deals.values()]
        .filter(({ updated_at }) => changedAfter === null || updated_at > changedAfter)
        .filter((one) => behind === null || place(one) < `${behind.updatedAt} ${behind.dealId}`)
        .sort((a, b) => (place(a) < place(b) ? 1 : -1))
        .slice(0, most),
  };
}

/** Reads all pages; `between` runs after each page. */
async function walk(crmDeals: Pick<CrmDealStore, 'list'>, between: () => void = () => {}): Promise<CrmDeal[][]> {
  const pages: CrmDeal[][] = [];
  let cursor: string | undefined;
  do {
    const page = await listCrmDeals({ crmDeals }, {}, cursor, never);
    pages.push(page.deals);
    cursor = page.next_cursor ?? undefined;
    between();
  } while (cursor !== undefined);
  return pages;
}

describe('following the pages of deals', () => {
  test('returns each once, last changed first, when nothing changes', async () => {
    for (const count of [0, 1, CRM_DEALS_PAGE_SIZE, CRM_DEALS_PAGE_SIZE + 1, 2 * CRM_DEALS_PAGE_SIZE]) {
      const deals = new Map(Array.from({ length: count }, (_, index) => [idOf(index), deal(index, index % 7)]));
      const pages = await walk(dealsOf(deals));
      const ids = pages.flat().map(({ deal_id }) => deal_id);
      expect([ids.length, new Set(ids).size]).toEqual([count, count]);
      expect(pages.length).toBe(Math.max(1, Math.ceil(count / CRM_DEALS_PAGE_SIZE)));
      const instants = pages.flat().map(({ updated_at }) => updated_at);
      expect(instants).toEqual(instants.toSorted().reverse());
    }
  });

  test('returns the newest state of every deal, also of changes between two pages', async () => {
    const changes = fc.array(fc.array(fc.nat({ max: 350 }), { maxLength: 20 }), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(changes, async (rounds) => {
        const deals = new Map(Array.from({ length: 250 }, (_, index) => [idOf(index), deal(index, index)]));
        let tick = 1_000;
        const pending = [...rounds];
        const pages = await walk(dealsOf(deals), () => {
          for (const number of pending.shift() ?? []) {
            tick += 1;
            deals.set(idOf(number), deal(number, tick));
          }
        });
        // Changes after the last page belong to the next walk.
        const seen = new Map(pages.flat().map((one) => [one.deal_id, one.updated_at]));
        const changedAfterwards = new Set(rounds[pages.length - 1]?.map(idOf));
        for (const one of deals.values()) {
          if (!changedAfterwards.has(one.deal_id)) expect(seen.get(one.deal_id)).toBe(one.updated_at);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('rejects a foreign cursor', async () => {
    const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const offCalendar = [
      '2026-02-30T00:00:00Z',
      '2026-13-01T00:00:00Z',
      '0000-01-01T00:00:00Z',
      '2026-01-01T00:00:60Z',
    ];
    const forged = [
      '',
      'x',
      encoded(null),
      encoded([null, null]),
      encoded([null, ['2026-01-01T00:00:00Z', "' or true"], null]),
      encoded([1, null, null]),
      ...offCalendar.map((instant) => encoded([instant, null, null])),
    ];
    for (const cursor of forged) {
      const listed = listCrmDeals({ crmDeals: dealsOf(new Map()) }, {}, cursor, never);
      expect(listed).rejects.toMatchObject({ code: 'VALIDATION_ERROR', fields: [{ field: 'cursor' }] });
    }
  });
});
