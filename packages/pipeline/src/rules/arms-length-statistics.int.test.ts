import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { word } from './made-up-words.fixture.ts';
import { deriveMarket, type GivenProperty, type GivenTransfer } from './small-market.fixture.ts';

setDefaultTimeout(60_000);

describe("arm's length, statistics of similar sales", () => {
  /** 40 sales of around 200,000 dollars and 1,500 square feet within a year, and one to judge. */
  async function judged(
    more: Partial<GivenTransfer>,
    property: Partial<GivenProperty> = {},
    peers = 40,
    everywhere: Partial<GivenProperty> = {},
  ): Promise<unknown> {
    const crowd = Array.from({ length: peers }, (_, at) => at);
    const market = await deriveMarket({
      properties: [
        ...crowd.map((at) => ({ parcel: `peer ${at}`, sqft: 1_500 + at, ...everywhere })),
        { parcel: 'judged', sqft: 1_500, ...everywhere, ...property },
      ],
      transfers: [
        ...crowd.map((at) => ({
          parcel: `peer ${at}`,
          document: `peer ${at}`,
          date: `2020-0${1 + (at % 9)}-15`,
          price: 180_000 + at * 1_000,
          to: `${word(at)}SON ${word(at * 31)}`,
        })),
        { parcel: 'judged', document: 'judged', date: '2020-10-01', from: 'ROE ANN', to: 'DOE JANE', ...more },
      ],
    });
    const [row] = await market.rows("SELECT arms_length, reasons FROM sale WHERE parcel_id = 'judged'");
    market.close();
    return row;
  }
  const valid = { arms_length: 'valid', reasons: [] };

  test('rejects a price far above its peers, in dollars and per square foot', async () => {
    expect(await judged({ price: 2_000_000 })).toEqual({ arms_length: 'non_arms_length', reasons: ['high_for_peers'] });
  });
  test('accepts a high price of a large house at a usual price per square foot', async () => {
    expect(await judged({ price: 2_000_000 }, { sqft: 15_000 })).toEqual(valid);
  });
  test('needs no living area to reject a high price among homes of one type', async () => {
    const given = { type: 'SFR', sqft: null };
    expect(await judged({ price: 2_000_000 }, {}, 40, given)).toMatchObject({ reasons: ['high_for_peers'] });
  });
  test.each(['LAND', 'OTHER', 'MFR', null])('accepts a high price of type %p without a living area', async (type) => {
    expect(await judged({ price: 2_000_000 }, {}, 40, { type, sqft: null })).toEqual(valid);
  });
  test('accepts a low price without a supplementary reason', async () => {
    expect(await judged({ price: 60_000 })).toEqual(valid);
  });
  test("rejects a low price on a bank's resale", async () => {
    expect(await judged({ price: 60_000, from: 'FIRST EXAMPLE BANK NA' })).toEqual({
      arms_length: 'non_arms_length',
      reasons: ['low_for_peers', 'seller_lender'],
    });
  });
  test('rejects a low price out of an estate', async () => {
    expect(await judged({ price: 60_000, from: 'ESTATE OF ANN ROE' })).toEqual({
      arms_length: 'non_arms_length',
      reasons: ['low_for_peers', 'seller_estate'],
    });
  });
  test('rejects a low price computed to the dollar and paid by a person', async () => {
    expect(await judged({ price: 60_123 })).toEqual({
      arms_length: 'non_arms_length',
      reasons: ['low_for_peers', 'computed_price'],
    });
    expect(await judged({ price: 60_123, to: 'SAMPLE INVESTMENTS LLC' })).toEqual(valid);
  });
  test('rejects a builder sale at less than half of its usual price as restricted', async () => {
    const sales = Array.from(
      { length: 60 },
      (_, at): GivenTransfer => ({
        parcel: `home ${at}`,
        document: `home ${at}`,
        date: `2020-0${1 + (at % 9)}-15`,
        price: at === 59 ? 150_000 : 400_000 + (at % 7) * 50_000,
        from: at < 30 || at === 59 ? 'SAMPLE HOMEBUILDERS INC' : `${word(at * 17)}SON ${word(at * 5)}`,
        to: at === 58 ? 'SAMPLE INVESTMENTS LLC' : `${word(at)}SON ${word(at * 31)}`,
      }),
    );
    const market = await deriveMarket({ transfers: sales });
    const against = await market.rows("SELECT parcel_id, reasons FROM sale WHERE arms_length <> 'valid'");
    market.close();
    expect(against).toEqual([{ parcel_id: 'home 59', reasons: ['low_for_builder'] }]);
  });
  test('decides nothing with fewer than 30 peers', async () => {
    expect(await judged({ price: 2_000_000 }, {}, 20)).toEqual(valid);
  });
  test('does not compare with sales of another property type', async () => {
    expect(await judged({ price: 2_000_000 }, { type: 'MFR' })).toEqual(valid);
  });
  test('does not compare with sales more than 12 months old', async () => {
    expect(await judged({ price: 2_000_000, date: '2022-10-01' })).toEqual(valid);
  });
  test('compares with the county when the ZIP has few sales', async () => {
    expect(await judged({ price: 2_000_000 }, { zip: '85099' })).toEqual({
      arms_length: 'non_arms_length',
      reasons: ['high_for_peers'],
    });
  });
});
