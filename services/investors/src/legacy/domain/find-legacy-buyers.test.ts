import { describe, expect, test } from 'bun:test';
import type { BuyerType } from '@plat/contracts';
import { AS_OF, exampleBuyer, exampleDeal, examplePorts } from '../../search/domain/examples.fixture.ts';
import { findLegacyBuyers, type LegacyQuestion } from './find-legacy-buyers.ts';
import type { LegacyDeal, LegacySearchPorts, PropertyRecord } from './ports.ts';

const SUBJECT = { propertyId: 1, parsedAddress: '12 W Juniper Ave', latitude: 33.5, longitude: -112.1 };
const RECORD: PropertyRecord = {
  address: '12 W Juniper Ave, Phoenix, AZ 85013',
  addressLine: '12 W Juniper Ave',
  city: 'Phoenix',
  state: 'AZ',
  zip: '85013',
  county: 'Maricopa',
  fips: '04013',
  apn: '123-45',
  subdivision: 'Willo',
  landUse: 'R1',
  floodZone: 'X',
  yearBuilt: 1950,
  assessedLandValue: 50_000,
  assessedImprovementValue: 90_000,
  currentValue: 400_000,
  loanAmount: 150_000,
  ownerMail: { line: null, city: null, state: null, zip: null },
  latestSale: {
    date: '2026-05-01',
    price: 360_000,
    deedType: 'warranty',
    sellerName: 'FLIPS LLC',
    buyerName: 'OAK ANN',
  },
  formerSale: { date: '2026-01-10', price: 250_000, deedType: 'grant', sellerName: 'ELM BO', buyerName: 'FLIPS LLC' },
};

const deal = (
  id: number,
  distanceMiles: number,
  buyerType: BuyerType,
  changes: Partial<LegacyDeal> = {},
): LegacyDeal => ({
  ...exampleDeal({ dealId: id, distanceMiles, buyerType, buyer: exampleBuyer({ buyerId: id }) }),
  region: 'AZ',
  propertyId: id,
  ...changes,
});

/** A market of these deals, which records its queries. */
function market(deals: readonly LegacyDeal[], changes: Partial<LegacySearchPorts['propertyRecords']> = {}) {
  const asked: { radiusMiles: number; buyerTypes: readonly BuyerType[]; from: string; to: string }[] = [];
  const ports: LegacySearchPorts = {
    ...examplePorts([]),
    legacyDeals: {
      near: async (_, { radiusMiles, buyerTypes }, window) => {
        asked.push({ radiusMiles, buyerTypes, ...window });
        return deals.filter((one) => one.distanceMiles <= radiusMiles && buyerTypes.includes(one.buyerType));
      },
    },
    propertyRecords: {
      recordsOf: async (of) => new Map(of.map(({ dealId }) => [dealId, RECORD])),
      dealCountsOf: async () => new Map([[1, 9]]),
      citiesOf: async () => new Map(),
      ...changes,
    },
  };
  const find = (criteria: LegacyQuestion['criteria']) =>
    findLegacyBuyers({ criteria, subject: SUBJECT, asOf: AS_OF }, ports, new AbortController().signal);
  return { asked, find };
}

describe('a search of the earlier API', () => {
  const DEALS = [deal(1, 1, 'flipper'), deal(2, 1.5, 'landlord'), deal(3, 4, 'flipper'), deal(4, 9, 'landlord')];

  test.each([
    [2, [2]],
    [3, [2, 5]],
    [4, [2, 5, 10]],
    [500, [2, 5, 10]],
  ])('of %p buyers widens as far as it must: %p miles', async (targetResultCount, radii) => {
    const { asked, find } = market(DEALS);
    const found = await find({ targetResultCount, flipperWeight: 0.5 });
    expect(asked.map(({ radiusMiles }) => radiusMiles)).toEqual(radii);
    expect(found.length).toBe(Math.min(targetResultCount, DEALS.length));
  });

  test('looks back 730 days from the as-of day', async () => {
    const { asked, find } = market(DEALS);
    await find({ targetResultCount: 1, flipperWeight: 0.5 });
    expect(asked[0]).toMatchObject({ from: '2024-06-30', to: AS_OF });
  });

  test.each<[number, BuyerType, number[]]>([
    [1, 'flipper', [1, 3]],
    [0, 'landlord', [2, 4]],
  ])('at weight %p asks for nobody but a %s, and widens until there are enough of them', async (weight, type, ids) => {
    const { asked, find } = market(DEALS);
    const found = await find({ targetResultCount: 2, flipperWeight: weight });
    expect(found.map(({ facts }) => facts.buyer_id).sort()).toEqual(ids);
    expect(asked.every(({ buyerTypes }) => buyerTypes.length === 1 && buyerTypes[0] === type)).toBe(true);
  });

  test('fills every documented field that the records have', async () => {
    const [best] = await market([deal(1, 0.256, 'flipper')]).find({ targetResultCount: 1, flipperWeight: 0.5 });
    expect(best?.facts).toMatchObject({
      buyer_id: 1,
      linked_deal_count: 9,
      fips: 4013,
      property_use: 'Single Family Residential',
      land_use: 'R1',
      lot_acres: 0.1377,
      estimated_value: 400_000,
      estimated_equity: 250_000,
      cash_buyer: true,
      sale_date1: '2026-05-01',
      sale_price1: 360_000,
      buyer_names1: 'OAK ANN',
      transaction_type1: 'warranty',
      sale_date2: '2026-01-10',
      sale_price2: 250_000,
      buyer_names2: 'FLIPS LLC',
      transaction_type2: 'grant',
      seller_names2: 'ELM BO',
      miles_from_subject: 0.26,
      smart_match_rank: 1,
    });
  });

  test('ranks without gaps when the dataset was replaced meanwhile', async () => {
    const recordsOf: LegacySearchPorts['propertyRecords']['recordsOf'] = async (of) =>
      new Map(of.filter(({ dealId }) => dealId !== 1).map(({ dealId }) => [dealId, RECORD]));
    const found = await market(DEALS, { recordsOf }).find({ targetResultCount: 4, flipperWeight: 0.5 });
    expect(found.map(({ facts }) => facts.smart_match_rank)).toEqual([1, 2, 3]);
  });

  test('has no equity without a loan on record; a cash purchase has no loan', async () => {
    const of = async (loanAmount: number | null) => {
      const recordsOf: LegacySearchPorts['propertyRecords']['recordsOf'] = async () =>
        new Map([[1, { ...RECORD, loanAmount }]]);
      const [best] = await market(DEALS, { recordsOf }).find({ targetResultCount: 1, flipperWeight: 1 });
      return best?.facts.estimated_equity;
    };
    expect([await of(null), await of(0), await of(500_000)]).toEqual([null, 400_000, -100_000]);
  });

  test('reads the records once for any number of buyers', async () => {
    const many = Array.from({ length: 500 }, (_, id) => deal(id + 1, 1, id % 2 === 0 ? 'flipper' : 'landlord'));
    const asked = { records: 0, counts: 0, cities: 0 };
    const { find } = market(many, {
      recordsOf: async (of) => {
        asked.records += 1;
        return new Map(of.map(({ dealId }) => [dealId, RECORD]));
      },
      dealCountsOf: async () => {
        asked.counts += 1;
        return new Map();
      },
      citiesOf: async () => {
        asked.cities += 1;
        return new Map();
      },
    });
    expect(await find({ targetResultCount: 500, flipperWeight: 0.5 })).toHaveLength(500);
    expect(asked).toEqual({ records: 1, counts: 1, cities: 1 });
  });

  test('finds nobody where nobody bought', async () => {
    expect(await market([]).find({ targetResultCount: 30, flipperWeight: 0.5 })).toEqual([]);
  });
});
