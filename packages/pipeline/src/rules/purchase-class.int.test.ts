import { describe, expect, test } from 'bun:test';
import { estimateGivenRents, type GivenHome, type GivenPurchase } from './rented-market.fixture.ts';

/** Purchases at a GRM of 10: a rent of 2,000 a month is 24,000 a year, times 10 is a price of 240,000. */
const usual = (count: number, from: number, changes: Partial<GivenPurchase> = {}, home: Partial<GivenHome> = {}) =>
  Array.from(
    { length: count },
    (_, at): GivenPurchase => ({ home: { id: from + at, rent: 2000, ...home }, price: 240_000, ...changes }),
  );

const bought = (
  id: number,
  price: number | null,
  changes: Partial<GivenPurchase> = {},
  home: Partial<GivenHome> = {},
) => usual(1, id, { price, ...changes }, home)[0]!;

describe('how high a landlord paid', () => {
  test('compares the GRM with the median of county and type: aggressive over 1.15, conservative under 0.85', async () => {
    const { classes } = await estimateGivenRents({
      purchases: [
        ...usual(40, 100),
        bought(1, 276_000),
        bought(2, 276_001),
        bought(3, 204_000),
        bought(4, 203_999),
        bought(5, 300_000, { verdict: 'undetermined' }),
      ],
    });
    // The median is 10 x 24,000; 1.15 and 0.85 of it are 276,000 and 204,000.
    expect([1, 2, 3, 4, 5, 100].map((id) => classes[id])).toEqual([
      ...['moderate', 'aggressive', 'moderate', 'conservative', 'aggressive', 'moderate'],
    ]);
  });

  test('is unclassified without a price or rent, off the market, or for flips', async () => {
    const { classes } = await estimateGivenRents({
      purchases: [
        ...usual(40, 100),
        bought(1, null),
        bought(2, 500_000, {}, { rent: null }),
        bought(3, 500_000, { verdict: 'non_arms_length' }),
        bought(4, 500_000, { dealType: 'flip' }),
      ],
    });
    expect([1, 2, 3, 4].map((id) => classes[id])).toEqual(Array(4).fill(undefined));
  });

  test('takes the median of the state under 30 valid purchases in the county, and 1 / 0.0745 under 30 in the state', async () => {
    const dear = bought(1, 480_000, {}, { county: 'Elm' });
    const state = await estimateGivenRents({ purchases: [...usual(29, 200), dear] });
    // 29 + itself make 30 in the state: GRM 20 against 10.
    expect(state.classes[1]).toBe('aggressive');
    const onlyUndetermined = usual(40, 100, { verdict: 'undetermined' });
    const nation = await estimateGivenRents({
      purchases: [...onlyUndetermined, bought(2, 24_000 * 15), bought(3, 24_000 * 16), bought(4, 24_000 * 11)],
    });
    // 1 / 0.0745 = 13.42: 15 is 1.12 times that, 16 is 1.19 times, 11 is 0.82 times, and 10 is 0.75 times.
    expect([2, 3, 4, 100].map((id) => nation.classes[id])).toEqual([
      ...['moderate', 'aggressive', 'conservative', 'conservative'],
    ]);
  });

  test('compares with purchases of its own 24 months', async () => {
    const asOf = '2024-12-31';
    // 730 days before that day is 2023-01-01, the first one of the trailing 24 months.
    const cheapOnce = usual(30, 300, { date: '2022-12-31', price: 120_000 });
    const { classes } = await estimateGivenRents({
      asOf,
      purchases: [
        ...usual(40, 100),
        ...cheapOnce,
        bought(1, 120_000, { date: '2023-01-01' }),
        bought(2, 240_000, { date: '2022-12-30' }),
      ],
    });
    expect([1, 2, 300].map((id) => classes[id])).toEqual(['conservative', 'aggressive', 'moderate']);
  });

  test('compares with the state by the same calendar months, however long ago the county ended', async () => {
    // The last 24 months of Elm began on 2021-01-01. Seen from the newest county these are two periods of the state.
    const { classes } = await estimateGivenRents({
      days: { OAK: '2024-12-31', ELM: '2022-12-31' },
      purchases: [
        ...usual(40, 100, { date: '2024-06-01' }),
        ...usual(40, 200, { date: '2022-06-01', price: 120_000 }),
        bought(1, 240_000, { date: '2022-06-15' }, { county: 'Elm' }),
      ],
    });
    expect([1, 100, 200].map((id) => classes[id])).toEqual(['aggressive', 'moderate', 'moderate']);
  });

  test('counts the 24 months of a county back from its own last day', async () => {
    // 2023-01-01 divides two periods of Oak. It lies inside a period of Elm, which ends on 2023-12-31.
    const { classes } = await estimateGivenRents({
      days: { OAK: '2024-12-31', ELM: '2023-12-31' },
      purchases: [
        ...usual(15, 100, { date: '2022-06-01', price: 420_000 }, { county: 'Elm' }),
        ...usual(16, 200, { date: '2023-06-01', price: 420_000 }, { county: 'Elm' }),
      ],
    });
    expect([100, 200].map((id) => classes[id])).toEqual(['moderate', 'moderate']);
  });
});

test('compares with 1 % and 0.7 % of the price a month under `rent_to_price`', async () => {
  const { classes } = await estimateGivenRents({
    basis: 'rent_to_price',
    purchases: [...usual(40, 100), bought(1, 200_000), bought(2, 200_001), bought(3, 285_714), bought(4, 285_715)],
  });
  // A rent of 2,000 is 1 % of 200,000 and 0.7 % of 285,714.29.
  expect([1, 2, 3, 4].map((id) => classes[id])).toEqual(['conservative', 'moderate', 'moderate', 'aggressive']);
});

describe('a rent that is a yield of the estimated value', () => {
  const VALUES = [200_000, 240_000, 300_000];
  const valued = (count: number, price: (value: number, at: number) => number): GivenPurchase[] =>
    Array.from({ length: count }, (_, at) => {
      const value = VALUES[at % 3] as number;
      return { home: { id: 100 + at, value }, price: price(value, at) };
    });

  test('classifies purchases when the value is independent of the price', async () => {
    // A third each at 70, 100.6 and 140 % of the value: the middle one is the median.
    const { classes } = await estimateGivenRents({
      purchases: valued(90, (value, at) => Math.round(value * ([0.7, 1.006, 1.4][Math.floor(at / 3) % 3] as number))),
    });
    expect([100, 103, 106].map((id) => classes[id])).toEqual(['conservative', 'moderate', 'aggressive']);
  });

  test('does not classify a purchase whose price is the value', async () => {
    const { classes } = await estimateGivenRents({
      purchases: [
        ...valued(90, (value, at) => Math.round(value * ([0.7, 1.006, 1.4][Math.floor(at / 3) % 3] as number))),
        { home: { id: 1, value: 300_000 }, price: 300_000 },
        { home: { id: 2, value: 300_000 }, price: 301_400 },
      ],
    });
    expect([classes[1], classes[2]]).toEqual([undefined, undefined] as never);
  });

  test('does not classify by yields where values follow prices, but does by recorded rents', async () => {
    // An acquisition-value roll: every value is the price and up to four percent.
    const echo = valued(60, (value, at) => Math.round(value / (1.01 + 0.01 * (at % 4))));
    const { classes } = await estimateGivenRents({ purchases: [...echo, bought(1, 480_000)] });
    expect(classes).toEqual({ 1: 'aggressive' });
  });
});
