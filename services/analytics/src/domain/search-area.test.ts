import { describe, expect, test } from 'bun:test';
import type { BuyerType } from '@plat/contracts';
import type { Point } from '@plat/dataset';
import { type DatedCounty, milesBetween, windowEndOn } from '@plat/dataset';
import { CENTER, north } from '../hand-made-deals.fixture.ts';
import type { AreaDeal } from './area-deal.ts';
import { searchArea } from './search-area.ts';

const deal = (dealId: number, miles: number, buyerType: BuyerType = 'landlord', changes = {}): AreaDeal => ({
  dealId,
  buyerType,
  eventDate: '2026-06-01',
  addressLine: `${dealId} Alder St`,
  city: 'Phoenix',
  state: 'AZ',
  zip: '85013',
  latitude: north(miles),
  longitude: CENTER.longitude,
  propertyType: 'SFR',
  bedrooms: null,
  bathrooms: null,
  livingSquareFeet: null,
  lotSquareFeet: null,
  purchaseDate: '2026-06-01',
  purchasePrice: dealId,
  purchaseMethod: null,
  saleDate: null,
  salePrice: null,
  ...changes,
});

/** Any imported county. */
const COUNTY = { name: 'Maricopa' } as DatedCounty;

interface Asked {
  radiusMiles: number;
  from: string;
  buyerTypes: readonly BuyerType[];
}

/** Searches these deals. @returns their ids by price, in order, and the queries made. */
async function searched(deals: readonly AreaDeal[], weight = 0.5, obfuscate = (truth: Point): Point => truth) {
  const asked: Asked[] = [];
  const items = await searchArea(
    { ...CENTER, property_types: ['SFR'], flipper_weight: weight },
    { end: windowEndOn('2026-06-30'), county: COUNTY },
    {
      obfuscate,
      deals: {
        within: async (radiusMiles, { window, buyerTypes }) => {
          asked.push({ radiusMiles, from: window.from, buyerTypes });
          return deals.filter(
            (deal) => buyerTypes.includes(deal.buyerType) && milesBetween(CENTER, deal) <= radiusMiles,
          );
        },
      },
    },
    new AbortController().signal,
  );
  const ids = items.map((item) =>
    item.buyer_type === 'flipper' ? item.flip_purchase_transaction_price : item.rental_purchase_transaction_price,
  );
  return { items, ids, asked };
}

const many = (count: number, firstId: number, miles: number, buyerType?: BuyerType) =>
  Array.from({ length: count }, (_, at) => deal(firstId + at, miles + at / 1e5, buyerType));

describe('a search around a point', () => {
  test('stays at 2 miles with 50 deals, and widens to 5 and 10 with fewer', async () => {
    const radii = async (deals: AreaDeal[]) => (await searched(deals)).asked.map(({ radiusMiles }) => radiusMiles);
    // Candidates come from 600 feet (0.1136 miles) farther away.
    const [two, five, ten] = [2, 5, 10].map((miles) => miles + 600 / 5280) as [number, number, number];
    expect(await radii(many(50, 1, 1))).toEqual([two]);
    expect(await radii([...many(49, 1, 1), deal(99, 4)])).toEqual([two, five]);
    expect(await radii(many(49, 1, 1))).toEqual([two, five, ten]);
  });

  test('looks back 730 days', async () => {
    expect((await searched([])).asked[0]?.from).toBe('2024-06-30');
  });

  test('returns at most 100 deals, the nearest of each type, nearest first', async () => {
    const { items, ids } = await searched([...many(80, 1, 1, 'flipper'), ...many(80, 1001, 0.5)]);
    expect(items).toHaveLength(100);
    expect(ids.slice(0, 50)).toEqual(Array.from({ length: 50 }, (_, at) => 1001 + at));
    expect(ids.slice(50)).toEqual(Array.from({ length: 50 }, (_, at) => 1 + at));
  });

  test('queries one type only at weights 0 and 1, and widens for that type', async () => {
    const deals = [...many(60, 1, 1), deal(99, 4, 'flipper')];
    const onlyFlips = await searched(deals, 1);
    expect(onlyFlips.ids).toEqual([99]);
    expect(onlyFlips.asked.map(({ buyerTypes }) => buyerTypes)).toEqual([['flipper'], ['flipper'], ['flipper']]);
    expect((await searched(deals, 0)).ids).toHaveLength(60);
  });

  test('uses published points for the radius, distances and order', async () => {
    const feet = (count: number) => count / 5280;
    const truth = [deal(1, 9.95), deal(2, 10.05), deal(3, 0.2), deal(4, 0.1)];
    // Deal 1 is published outside the radius and 2 inside; 3 and 4 swap places.
    const moved: Record<number, number> = { 1: feet(500), 2: -feet(500), 3: -feet(590), 4: feet(400) };
    const publish = (location: Point): Point => {
      const id = truth.find((one) => one.latitude === location.latitude)!.dealId;
      return { ...location, latitude: location.latitude + north(moved[id]!) - CENTER.latitude };
    };
    const { ids, items } = await searched(truth, 0.5, publish);
    expect(ids).toEqual([3, 4, 2]);
    // 0.2 - 0.1117, 0.1 + 0.0758 and 10.05 - 0.0947 miles.
    expect(items.map((item) => item.miles_from_subject)).toEqual([0.09, 0.18, 9.96]);
  });

  test('breaks ties by the later deal, then the lower id', async () => {
    const { ids } = await searched([deal(3, 1), deal(2, 1, 'landlord', { eventDate: '2026-06-02' }), deal(1, 1)]);
    expect(ids).toEqual([2, 1, 3]);
  });
});
