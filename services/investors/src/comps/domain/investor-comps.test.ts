import { describe, expect, test } from 'bun:test';
import { investorCompsCriteria } from '@plat/contracts';
import type { CompDeal } from '@plat/dataset';
import fc from 'fast-check';
import { exampleDeal, RECORDS } from '../../search/domain/examples.fixture.ts';
import { findInvestorComps } from './investor-comps.ts';

const HERE = { latitude: 33.5, longitude: -112.1 };
const { signal } = new AbortController();

const amount = fc.option(fc.integer({ min: 0, max: 4000 }));
const deals = fc
  .array(
    fc.record({
      distanceMiles: fc.double({ min: 0, max: 2, noNaN: true }),
      eventDate: fc.constantFrom('2025-01-01', '2026-01-01'),
      buyerType: fc.constantFrom('flipper' as const, 'landlord' as const),
      livingSquareFeet: amount,
      bedrooms: fc.option(fc.integer({ min: 0, max: 8 })),
      bathrooms: fc.option(fc.integer({ min: 0, max: 8 })),
      purchasePrice: fc.option(fc.integer({ min: 1000, max: 2_000_000 })),
    }),
    { maxLength: 40 },
  )
  .map((all) => all.map((changes, at): CompDeal => exampleDeal({ ...changes, dealId: at + 1, address: `${at + 1}` })));
const details = fc.record(
  { bedrooms: fc.integer({ min: 0, max: 6 }), bathrooms: amount, square_feet: amount },
  { requiredKeys: [] },
);
const limit = fc.integer({ min: 1, max: 50 });

const comps = (body: object, near: readonly CompDeal[]) =>
  findInvestorComps(investorCompsCriteria({ ...HERE, ...body }), RECORDS, { near: async () => [...near] }, signal);

describe('investor comps, for any nearby deals,', () => {
  test('are the nearest deals up to the limit, in any input order', async () => {
    await fc.assert(
      fc.asyncProperty(deals, limit, async (near, most) => {
        const found = await comps({ limit: most }, near);
        const miles = near.map(({ distanceMiles }) => distanceMiles).sort((a, b) => a - b);
        expect(found).toHaveLength(Math.min(most, near.length));
        expect(found.map(({ address }) => near[Number(address) - 1]?.distanceMiles)).toEqual(miles.slice(0, most));
        expect(await comps({ limit: most }, near.toReversed())).toEqual(found);
        for (const comp of found) expect(comp).not.toContainAnyKeys(['rank', 'pricePerSqFt']);
      }),
    );
  });

  test('with details are ranked without gaps, the same in any input order', async () => {
    await fc.assert(
      fc.asyncProperty(deals, details, limit, async (near, subject_property_details, most) => {
        const body = { subject_property_details, limit: most };
        const ranked = await comps(body, near);
        expect(ranked.map(({ rank }) => rank)).toEqual(ranked.map((_, at) => at + 1));
        expect(ranked.length).toBeLessThanOrEqual(Math.min(most, near.length));
        expect(new Set(ranked.map(({ address }) => address)).size).toBe(ranked.length);
        expect(await comps(body, near.toReversed())).toEqual(ranked);
        for (const { address, pricePerSqFt } of ranked) {
          const deal = near[Number(address) - 1];
          const isPriced = deal?.purchasePrice != null && Boolean(deal.livingSquareFeet);
          if (isPriced) expect(pricePerSqFt).toBeCloseTo(deal.purchasePrice! / deal.livingSquareFeet!, 1);
          else expect(pricePerSqFt).toBeNull();
        }
      }),
    );
  });
});
