import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { exampleDeal } from '../../search/domain/examples.fixture.ts';
import type { DealAttachment } from '../domain/ports.ts';
import { allDeals, deals, hour, stored, useCrmDeals } from './crm-deals-of-file.fixture.ts';
import { attachment, foundBuyer, HOUSE, never } from './crm-deals-under-test.fixture.ts';

useCrmDeals();

describe('attachments in any order, repeated any number of times,', () => {
  const NAMES = ['A LLC', 'B LLC', 'C LLC', 'D LLC'];
  const SEARCHERS = [
    { companyId: 'c1', keyId: 'k1', userId: null, realm: 'live' as const },
    { companyId: 'c1', keyId: 'k2', userId: null, realm: 'live' as const },
    { companyId: 'c1', keyId: 'k3', userId: 'u1', realm: 'live' as const },
    { companyId: 'c1', keyId: 'k3', userId: 'u2', realm: 'live' as const },
  ];
  const one = fc.record({
    searcher: fc.constantFrom(...SEARCHERS),
    propertyId: fc.constantFrom(1, 2),
    buyers: fc.uniqueArray(
      fc.record({
        name: fc.constantFrom(...NAMES),
        buyerType: fc.constantFrom('flipper' as const, 'landlord' as const),
        smartMatch: fc.boolean(),
      }),
      { selector: ({ name, buyerType }) => `${name} ${buyerType}`, maxLength: 6 },
    ),
  });
  /** Each at a different time, then in an order with repetitions. */
  const history = fc.array(one, { minLength: 1, maxLength: 8 }).chain((searches) =>
    fc.tuple(
      fc.constant(
        searches.map(({ searcher, propertyId, buyers }, index) =>
          attachment(
            buyers.map(({ name, buyerType, smartMatch }, place) =>
              foundBuyer(name, {
                rank: place + 1,
                smartMatch,
                deal: exampleDeal({ ...foundBuyer(name).deal, buyerType }),
              }),
            ),
            { searcher, at: hour(index), property: { ...HOUSE, propertyId } },
          ),
        ),
      ),
      fc.shuffledSubarray(
        searches.map((_, index) => index),
        { minLength: searches.length },
      ),
      fc.array(fc.nat({ max: searches.length - 1 }), { maxLength: 4 }),
    ),
  );

  /** The expected deals: per owner and property, the newest state of every buyer, and every search. */
  function modelOf(attachments: readonly DealAttachment[]) {
    interface ModelDeal {
      buyers: Map<string, string>;
      searches: string[];
    }
    const deals = new Map<string, ModelDeal>();
    for (const { owner, property, searchId, buyers, at } of attachments) {
      const name = `${owner} ${property.propertyId}`;
      const deal: ModelDeal = deals.get(name) ?? { buyers: new Map(), searches: [] };
      deals.set(name, deal);
      deal.searches.unshift(searchId);
      for (const { buyerKey, buyerType, found } of buyers) {
        deal.buyers.set(`${buyerKey} ${buyerType}`, `${at} ${buyerType} ${found.deal.buyer.name} ${found.smartMatch}`);
      }
    }
    return [...deals.values()].map(({ buyers, searches }) => [[...buyers.values()].sort(), searches]).sort(byText);
  }
  const byText = (a: unknown, b: unknown) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

  async function kept() {
    const ids = (await allDeals()).map(({ deal_id }) => deal_id);
    const rows = await Promise.all(
      ids.map(async (dealId) => {
        const { searchIds } = await stored(dealId);
        // Buyers of the newest search are found again without being written.
        const buyers = await deals.sql<{ sight: string }[]>`
          select to_char(
              case found_at when newest_buyers_at then newest_search_at else found_at end at time zone 'UTC',
              'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
            ) || ' ' || buyer_type || ' ' || (found->'deal'->'buyer'->>'name') || ' ' || (found->>'smartMatch') as sight
          from investors.crm_deal_buyers join investors.crm_deals on id = deal_id where deal_id = ${dealId}`;
        return [buyers.map(({ sight }) => sight).sort(), searchIds];
      }),
    );
    return rows.sort(byText);
  }

  test('end with the newest form of every buyer, one deal per owner and property', async () => {
    await fc.assert(
      fc.asyncProperty(history, async ([searches, order, repeated]) => {
        await deals.sql`truncate investors.crm_deals cascade`;
        for (const index of [...order, ...repeated]) await deals.store.attach(searches[index]!, never);
        expect(await kept()).toEqual(modelOf(searches));
      }),
      { numRuns: 40 },
    );
  }, 60_000);

  test('end the same when they run concurrently', async () => {
    await fc.assert(
      fc.asyncProperty(history, async ([searches, order, repeated]) => {
        await deals.sql`truncate investors.crm_deals cascade`;
        await Promise.all([...order, ...repeated].map((index) => deals.store.attach(searches[index]!, never)));
        expect(await kept()).toEqual(modelOf(searches));
      }),
      { numRuns: 25 },
    );
  }, 60_000);
});
