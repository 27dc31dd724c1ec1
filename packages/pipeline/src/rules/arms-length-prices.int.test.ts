import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { ARMS_LENGTH_REASONS, REASON_CODES } from '@plat/dataset';
import { explainReason } from './arms-length.ts';
import { deriveMarket } from './small-market.fixture.ts';

setDefaultTimeout(60_000);

describe('a parcel that is passed on', () => {
  async function firstSale(resoldOn: string, resalePrice = 250_000): Promise<unknown> {
    const market = await deriveMarket({
      transfers: [
        { parcel: 'P', document: '1', date: '2021-05-03', from: 'ROE ANN', to: 'POE MAX' },
        { parcel: 'P', document: '2', date: resoldOn, price: resalePrice, from: 'POE MAX', to: 'DOE JANE' },
      ],
    });
    const rows = await market.rows('SELECT arms_length, reasons FROM sale ORDER BY sale_date');
    market.close();
    expect(rows[1]).toMatchObject({ reasons: resalePrice === 200_000 ? ['same_price_within_year'] : [] });
    return rows[0];
  }
  test('within 60 days at another price makes the first price no market price', async () => {
    expect(await firstSale('2021-07-02')).toEqual({ arms_length: 'non_arms_length', reasons: ['resold_soon'] });
  });
  test('after 61 days leaves the first sale valid', async () => {
    expect(await firstSale('2021-07-03')).toEqual({ arms_length: 'valid', reasons: [] });
  });
  test('at the same price leaves the first sale valid', async () => {
    expect(await firstSale('2021-06-02', 200_000)).toEqual({ arms_length: 'valid', reasons: [] });
  });
});

describe('states that do not disclose prices', () => {
  async function inState(region: string, price: number | null, fips = '48113'): Promise<unknown> {
    const market = await deriveMarket({
      region,
      properties: [{ parcel: 'P', fips }],
      transfers: [{ parcel: 'P', date: '2021-05-03', price, from: 'ROE ANN', to: 'DOE JANE' }],
    });
    const [row] = await market.rows('SELECT arms_length, reasons FROM sale');
    market.close();
    return row;
  }
  test.each([
    ['TX', null],
    ['TX', 10],
    ['UT', 0],
  ] as const)('%s: a price of %p leaves the sale undetermined', async (state, price) => {
    expect(await inState(state, price)).toEqual({ arms_length: 'undetermined', reasons: ['price_undisclosed'] });
  });
  test('uses a price that is recorded nevertheless', async () => {
    expect(await inState('TX', 250_000)).toEqual({ arms_length: 'valid', reasons: [] });
  });
  test('treats a county that publishes prices like a disclosure state', async () => {
    expect(await inState('MO', 10, '29189')).toEqual({ arms_length: 'non_arms_length', reasons: ['price_nominal'] });
  });
});

test('has one sentence for every reason code', () => {
  for (const code of REASON_CODES) expect(explainReason(code)).toBe(ARMS_LENGTH_REASONS[code].sentence);
  expect(explainReason('toString')).toBeNull();
});
