import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { LINKED_DEALS_MAX_RESULTS, type LinkedDealsRequest, PROPERTY_TYPE_LABELS } from '@plat/contracts';
import type { DatasetRow } from '@plat/dataset';
import fc from 'fast-check';
import { type InvestorsUnderTest, investorsUnderTest } from '../../investors-under-test.fixture.ts';
import type { LinkedDeals } from '../domain/linked-deals.ts';

type Deal = Partial<DatasetRow<'deal'>> & { deal_id: number; buyer_id: number; property_id: number };

const OWNERS = 60;
const BUSY_OWNER = 1;
const WORDS = ['SAGUARO', 'SAGUAROS', 'PALO', 'VERDE', 'MESA', 'MESAS', 'LANTERN', 'II'];
const STREETS = ['1 E OAK ST', '2 E OAK ST #1', '2 E OAK ST #2', '3 W ELM ST', 'PO BOX 7'];
const ZIPS = ['85001', '85002', '85003'];
const day = (offset: number): string => new Date(Date.UTC(2023, 0, 1 + offset)).toISOString().slice(0, 10);

const price = fc.oneof(fc.constant(null), fc.integer({ min: 10_000, max: 900_000 }));
const dealOf = (deal_id: number, buyer_id: number) =>
  fc
    .record({
      isFlip: fc.boolean(),
      bought: fc.integer({ min: 0, max: 900 }),
      held: fc.integer({ min: 14, max: 365 }),
      property: fc.integer({ min: 1, max: 80 }),
      property_type: fc.constantFrom('SFR', 'MFR', 'CONDO'),
      purchase_price: price,
      sale_price: fc.integer({ min: 10_000, max: 900_000 }),
      arms_length: fc.constantFrom('valid', 'valid', 'undetermined', 'non_arms_length'),
      extended: fc.boolean(),
    })
    .map(({ isFlip, bought, held, property, extended, sale_price, purchase_price, ...rest }): Deal => {
      const sale = isFlip ? { sale_date: day(bought + held), sale_price } : {};
      const event_date = isFlip ? day(bought + held) : day(bought);
      return {
        deal_id,
        buyer_id,
        property_id: 1000 * buyer_id + property,
        deal_type: isFlip ? 'flip' : 'rental',
        event_date,
        visible_from: event_date,
        purchase_date: day(bought),
        extended: isFlip && extended,
        estimated_value: property % 5 === 0 ? null : 1000 * property,
        purchase_price: isFlip ? (purchase_price ?? 50_000) : purchase_price,
        ...sale,
        ...rest,
      };
    });

const [owners, deals] = (() => {
  const nameKeys = fc.sample(
    fc.tuple(fc.constantFrom(...WORDS), fc.constantFrom(...WORDS)).map(([a, b]) => `${a} ${b} LLC`),
    { numRuns: OWNERS, seed: 5 },
  );
  const places = fc.sample(fc.tuple(fc.constantFrom(...STREETS), fc.constantFrom(...ZIPS)), {
    numRuns: OWNERS,
    seed: 6,
  });
  const distinct = [...new Set(nameKeys)];
  const found = distinct.map((name_key, at) => ({ buyer_id: at + 1, name_key, place: places[at]! }));
  const plan = found.flatMap(({ buyer_id }) =>
    Array.from({ length: buyer_id === BUSY_OWNER ? 2 * LINKED_DEALS_MAX_RESULTS : 6 }, () => buyer_id),
  );
  return [found, plan.map((buyer_id, at) => fc.sample(dealOf(at + 1, buyer_id), { numRuns: 1, seed: at })[0]!)];
})();

const counted = deals.filter((deal) => deal.arms_length !== 'non_arms_length' && !deal.extended);

let service: InvestorsUnderTest;
beforeAll(async () => {
  service = await investorsUnderTest({
    deal: deals,
    buyer_alias: owners.map(({ buyer_id, name_key, place: [street, zip] }) => ({
      buyer_id,
      name_key,
      name: name_key,
      mailing_key: `${street}|${zip}`,
      occurrences: 1,
      mailing_building_key: `${street.replace(/ #\d$/, '')}|${zip}`,
    })),
  });
}, 60_000);
afterAll(() => service?.close());

async function linked(body: LinkedDealsRequest): Promise<LinkedDeals> {
  const response = await service.ask('/v1/linked-deals', body);
  expect(response.status).toBe(200);
  return (await response.json()) as LinkedDeals;
}

const byName = (name: string, strict_matches_only = true) =>
  linked({ search_string: name, search_state: 'AZ', strict_matches_only });
const byMail = (street: string, zip: string, strict_matches_only = true) =>
  linked({ search_string: `${street}, Phoenix, AZ ${zip}`, is_entity_name: false, strict_matches_only });

const idsOf = ({ results }: LinkedDeals): number[] => results.map(({ id }) => id);

/** A slow reference of docs/rules/statistics.md#portfolios. */
function naiveStatistics(own: readonly Deal[]): LinkedDeals['metadata'] {
  const flips = own.filter((deal) => deal.deal_type === 'flip');
  const average = (values: number[]) => {
    let sum = 0;
    for (const value of values) sum += value;
    return values.length === 0 ? 0 : sum / values.length;
  };
  const counts = Object.entries(Object.groupBy(own, (deal) => deal.property_type ?? ''));
  counts.sort(([, a = []], [, b = []]) => {
    const latest = (some: Deal[]) => Math.max(...some.map((deal) => Date.parse(deal.event_date ?? '')));
    return b.length - a.length || latest(b) - latest(a);
  });
  const main = counts[0]?.[0] as keyof typeof PROPERTY_TYPE_LABELS | undefined;
  const values = new Map(
    own.filter((deal) => deal.deal_type === 'rental').map((deal) => [deal.property_id, deal.estimated_value ?? 0]),
  );
  return {
    rental_count: own.length - flips.length,
    flip_count: flips.length,
    total_deals: own.length,
    main_property_type: main === undefined ? '' : PROPERTY_TYPE_LABELS[main],
    estimated_portfolio_value: [...values.values()].reduce((sum, value) => sum + value, 0),
    average_flip_duration: average(
      flips.map((deal) => (Date.parse(deal.sale_date!) - Date.parse(deal.purchase_date!)) / 86_400_000),
    ),
    average_purchase_arv_percent: average(flips.map((deal) => (100 * deal.purchase_price!) / deal.sale_price!)),
    average_purchase_price: average(own.flatMap((deal) => deal.purchase_price ?? [])),
    average_flip_gross_profit: average(flips.map((deal) => deal.sale_price! - deal.purchase_price!)),
  };
}

describe('linked deals, for any search,', () => {
  test('have the statistics of a plain count over every matching deal', async () => {
    for (const { buyer_id, name_key } of owners) {
      const { metadata } = await byName(name_key);
      const naive = naiveStatistics(counted.filter((deal) => deal.buyer_id === buyer_id));
      for (const [statistic, value] of Object.entries(metadata)) {
        const expected = naive[statistic as keyof typeof naive];
        // The reference may round halves either way.
        const slack = statistic.includes('percent') || statistic.includes('duration') ? 0.0501 : 0.501;
        if (typeof value === 'string' || typeof expected === 'string') expect(value).toBe(expected);
        else expect(Math.abs(value - expected)).toBeLessThanOrEqual(statistic.includes('average') ? slack : 0);
      }
    }
  });

  test('add up, list the latest deed first, and limit records to 250 but not statistics', async () => {
    for (const { name_key } of owners) {
      const { metadata, results } = await byName(name_key);
      expect(metadata.rental_count + metadata.flip_count).toBe(metadata.total_deals);
      expect(results.length).toBe(Math.min(metadata.total_deals, LINKED_DEALS_MAX_RESULTS));
      const latest = results.map(({ sale_date, purchase_date }) => sale_date ?? purchase_date ?? '');
      expect(latest).toEqual([...latest].sort().reverse());
      expect(new Set(idsOf({ metadata, results })).size).toBe(results.length);
    }
    const busy = await byName(owners[BUSY_OWNER - 1]!.name_key);
    expect(busy.metadata.total_deals).toBeGreaterThan(LINKED_DEALS_MAX_RESULTS);
  });

  test('find nothing strict that wide does not find', async () => {
    const quiet = owners.filter(({ buyer_id }) => buyer_id !== BUSY_OWNER);
    for (const { name_key, place } of quiet) {
      for (const ask of [byName.bind(null, name_key), byMail.bind(null, ...place)]) {
        const [strict, wide] = [await ask(true), await ask(false)];
        expect(wide.metadata.total_deals).toBeGreaterThanOrEqual(strict.metadata.total_deals);
        if (wide.metadata.total_deals <= LINKED_DEALS_MAX_RESULTS) {
          expect(idsOf(wide)).toEqual(expect.arrayContaining(idsOf(strict)));
        }
      }
    }
  });

  test('by mailing address are exactly the deals of its owners, and of all units for a building', async () => {
    const buildingOf = (street: string) => street.replace(/ #\d$/, '');
    for (const street of STREETS) {
      for (const zip of ZIPS) {
        const at = (isHere: (place: readonly [string, string]) => boolean) => {
          const there = new Set(owners.filter(({ place }) => isHere(place)).map(({ buyer_id }) => buyer_id));
          return counted.filter(({ buyer_id }) => there.has(buyer_id)).length;
        };
        const strict = await byMail(street, zip);
        expect(strict.metadata.total_deals).toBe(at(([line, code]) => line === street && code === zip));
        const wide = await byMail(street, zip, false);
        expect(wide.metadata.total_deals).toBe(
          at(([line, code]) => buildingOf(line) === buildingOf(street) && code === zip),
        );
      }
    }
  });
});
