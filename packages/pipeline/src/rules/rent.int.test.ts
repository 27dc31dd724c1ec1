import { describe, expect, test } from 'bun:test';
import { estimateGivenRents, type GivenHome } from './rented-market.fixture.ts';

const times = (count: number, from: number, home: Omit<GivenHome, 'id'>): GivenHome[] =>
  Array.from({ length: count }, (_, at) => ({ id: from + at, ...home }));

describe('the rent of a property', () => {
  test('prefers the rent in the file to any estimate', async () => {
    const { rents } = await estimateGivenRents({
      homes: [{ id: 1, rent: 1850, value: 300_000 }],
      rents: [['85001', 3, 2000]],
    });
    expect(rents).toEqual({ 1: 'recorded 1850' });
  });

  test('comes from the table by ZIP code and bedrooms otherwise; four means four or more', async () => {
    const { rents } = await estimateGivenRents({
      homes: [
        { id: 1 },
        { id: 2, bedrooms: 6 },
        { id: 3, bedrooms: 3, zip: '85002' },
        { id: 4, bedrooms: null },
        { id: 5, bedrooms: 0 },
        { id: 6, bedrooms: 0, type: 'CONDO' },
        { id: 7, bedrooms: null, type: 'CONDO' },
      ],
      rents: [
        ['85001', 0, 900],
        ['85001', 3, 2000],
        ['85001', 4, 2400],
      ],
    });
    // 85002 is not in the table; nobody knows the bedrooms of 4 and 7, and 0 bedrooms of a house are not counted ones.
    expect(rents).toEqual({ 1: 'table 2000', 2: 'table 2400', 6: 'table 900' });
  });

  test('grows with the living area against homes of as many bedrooms, within 0.75 and 1.35', async () => {
    const { rents } = await estimateGivenRents({
      homes: [
        ...times(11, 100, { squareFeet: 1000 }),
        { id: 1, squareFeet: 2000 },
        { id: 2, squareFeet: 10_000 },
        { id: 3, squareFeet: 310 },
        { id: 4, squareFeet: null },
      ],
      rents: [['85001', 3, 1000]],
    });
    // Median 1,000: 2^0.35 = 1.2746; 10^0.35 = 2.24 is cut to 1.35; 0.31^0.35 = 0.664 is raised to 0.75.
    expect(rents).toMatchObject({
      1: 'table 1275',
      2: 'table 1350',
      3: 'table 750',
      4: 'table 1000',
      100: 'table 1000',
    });
  });

  test('adds up the homes of a parcel, each with its share of bedrooms and area', async () => {
    const { rents } = await estimateGivenRents({
      homes: [
        { id: 1, type: 'MFR', units: 4, bedrooms: 8, squareFeet: 3600 },
        { id: 2, type: 'MFR', units: null, bedrooms: 8 },
      ],
      rents: [['85001', 2, 1200]],
    });
    // 4 homes of 8 / 4 = 2 bedrooms: 4 x 1,200. Without a number of homes the table says nothing.
    expect(rents).toEqual({ 1: 'table 4800' });
  });

  test('is scaled to the recorded rents of the county with at least 30 homes', async () => {
    const table: [string, number, number][] = [['85001', 3, 2000]];
    const estimated = { id: 1, squareFeet: 1500 };
    const calibrated = await estimateGivenRents({
      homes: [...times(30, 100, { rent: 2200 }), estimated],
      rents: table,
    });
    expect(calibrated.rents[1]).toBe('table 2200');
    const few = await estimateGivenRents({ homes: [...times(29, 100, { rent: 2200 }), estimated], rents: table });
    expect(few.rents[1]).toBe('table 2000');
    const elsewhere = await estimateGivenRents({
      homes: [...times(30, 100, { rent: 2200, county: 'Elm' }), estimated],
      rents: table,
    });
    expect(elsewhere.rents[1]).toBe('table 2000');
  });

  test('is a yield of the value last: of county and type, then of the state, then 7.45 %', async () => {
    // 12 x 2,000 / 240,000 = 10 %, so that 300,000 let for 2,500 a month.
    const known = times(30, 100, { rent: 2000, value: 240_000 });
    const { rents } = await estimateGivenRents({
      homes: [
        ...known,
        { id: 1, value: 300_000 },
        { id: 2, value: 300_000, county: 'Elm' },
        { id: 3, value: 300_000, type: 'CONDO' },
        { id: 4, value: null },
        { id: 5, value: 300_000, type: 'LAND' },
      ],
    });
    // 300,000 x 0.0745 / 12 = 1,862.50.
    expect([rents[1], rents[2], rents[3]]).toEqual(['yield 2500', 'yield 2500', 'yield 1863']);
    expect([rents[4], rents[5]]).toEqual([undefined, undefined] as never);
  });
});
