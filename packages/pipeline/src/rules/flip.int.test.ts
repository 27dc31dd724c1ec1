import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type DerivedMarket, deriveMarket, type GivenProperty, type GivenTransfer } from './small-market.fixture.ts';

type Leg = Partial<Omit<GivenTransfer, 'parcel'>>;
interface Case {
  promise: string;
  transfers: Leg[];
  property?: Omit<GivenProperty, 'parcel'>;
  flips: 'none' | 'flip' | 'extended';
  tests?: string[];
}

/** ROE sells to FLIPPER LLC on 2021-01-01 at 100,000; it sells to DOE 120 days later at 180,000. */
const bought = (more: Leg = {}): Leg => ({
  date: '2021-01-01',
  price: 100_000,
  from: 'ROE ANN',
  to: 'FLIPPER LLC',
  ...more,
});
const sold = (more: Leg = {}): Leg => ({
  date: '2021-05-01',
  price: 180_000,
  from: 'FLIPPER LLC',
  to: 'DOE JANE',
  ...more,
});
const pair = (promise: string, purchase: Leg, resale: Leg, flips: Case['flips'], more: Partial<Case> = {}): Case => ({
  promise,
  transfers: [bought(purchase), sold(resale)],
  flips,
  ...more,
});
/** In a separate county, so that its prices are not peers of the others. */
const elsewhere = (given: Case): Case => ({
  ...given,
  transfers: given.transfers.map((leg) => ({ ...leg, county: 'Elsewhere' })),
});
const HOME = '12 OAK ST|85001';

const CASES: Case[] = [
  pair('bought and sold within a year', {}, {}, 'flip', { tests: ['buyer_is_seller', 'entity_buyer', 'resale_buyer'] }),
  pair('13 days are a double close', {}, { date: '2021-01-14' }, 'none'),
  pair('14 days are a flip', {}, { date: '2021-01-15' }, 'flip'),
  pair('a same-day double close is no flip', {}, { date: '2021-01-01' }, 'none'),
  pair('365 days are a flip', {}, { date: '2022-01-01' }, 'flip'),
  pair('366 days are an extended flip', {}, { date: '2022-01-02' }, 'extended'),
  pair('730 days are an extended flip', {}, { date: '2023-01-01' }, 'extended'),
  pair('731 days are none', {}, { date: '2023-01-02' }, 'none'),
  pair(
    'an iBuyer flips like others, though the price that it paid is no market price',
    { to: 'OFFERPAD SPE BORROWER A LLC' },
    { from: 'OFFERPAD SPE BORROWER A LLC' },
    'flip',
  ),
  pair('a sale to an iBuyer ends a flip', {}, { to: 'OFFERPAD SPE BORROWER A LLC' }, 'flip'),
  pair('20 days are a flip, though the first price was never on offer', {}, { date: '2021-01-21' }, 'flip'),
  pair('a loss is a flip too', {}, { price: 80_000 }, 'flip'),
  pair('somebody else sells', {}, { from: 'STRANGER LLC' }, 'none'),
  pair(
    'the seller is spelled another way',
    { to: 'FLIPPER, L.L.C.' },
    { from: 'Flipper Limited Liability Company' },
    'flip',
  ),
  pair('an unknown seller continues the chain', {}, { from: null }, 'flip', {
    tests: ['entity_buyer', 'resale_buyer'],
  }),
  pair('a withheld seller continues the chain', {}, { from: 'NAME WITHHELD BY REQUEST' }, 'flip'),
  pair('an unknown buyer is named by the next seller', { to: null }, {}, 'flip', {
    tests: ['entity_buyer', 'resale_buyer'],
  }),
  pair('nobody is named on either side', { to: null }, { from: null }, 'none'),
  pair('the buyer of the resale is not recorded', {}, { to: null }, 'flip', {
    tests: ['buyer_is_seller', 'entity_buyer'],
  }),
  pair('a purchase without a price', { price: null }, {}, 'none'),
  pair('a resale without a price', {}, { price: null }, 'none'),
  pair('a purchase at a nominal price', { price: 10 }, {}, 'none'),
  pair('a purchase at a sheriff sale is not a valid leg', { deed: 'sheriff' }, {}, 'none'),
  pair("a purchase of a bank's real estate owned", { from: 'FIRST EXAMPLE BANK NA' }, {}, 'flip'),
  pair('a resale to oneself', {}, { to: 'FLIPPER L L C' }, 'none'),
  pair('a builder sells what it built', { to: 'SAMPLE HOMEBUILDERS INC' }, { from: 'SAMPLE HOMEBUILDERS INC' }, 'none'),
  pair('a builder buys the resale', {}, { to: 'SAMPLE HOMEBUILDERS INC' }, 'none'),
  ...[
    pair('a relocation company sells on', { to: 'SAMPLE RELOCATION INC' }, { from: 'SAMPLE RELOCATION INC' }, 'none'),
    pair('an owner sells to a relocation company', {}, { to: 'SAMPLE RELOCATION INC' }, 'none'),
    pair('a new house bought from its builder', { from: 'SAMPLE HOMEBUILDERS INC' }, {}, 'none'),
    pair('an old house bought from a builder', { from: 'SAMPLE HOMEBUILDERS INC' }, {}, 'flip', {
      property: { yearBuilt: 1990 },
    }),
    pair('a resale at less than a quarter of the purchase', {}, { price: 20_000 }, 'none'),
  ].map(elsewhere),
  pair('a lender passes on what it took', { to: 'FIRST EXAMPLE BANK NA' }, { from: 'FIRST EXAMPLE BANK NA' }, 'none'),
  pair('a person moves out of the home bought', { to: 'POE MAX', mailing: HOME }, { from: 'POE MAX' }, 'none', {
    property: { situs: HOME },
  }),
  pair('a company may have its mail sent to the property', { mailing: HOME }, {}, 'flip', {
    property: { situs: HOME },
  }),
  pair(
    'a person with mail elsewhere did not live there',
    { to: 'POE MAX', mailing: '9 ELM ST|85002' },
    { from: 'POE MAX' },
    'flip',
    {
      property: { situs: HOME },
      tests: ['buyer_is_seller', 'absentee_mailing', 'improved', 'resale_buyer'],
    },
  ),
  pair('a person of whom no mailing address is known', { to: 'POE MAX' }, { from: 'POE MAX' }, 'flip', {
    tests: ['buyer_is_seller', 'resale_buyer'],
  }),
  pair("the next owner's homestead says nothing of the flipper", {}, {}, 'flip', {
    property: { owner: 'DOE JANE', homestead: true },
  }),
  pair('land', {}, {}, 'none', { property: { type: 'LAND' } }),
  pair('a parcel with a building on the roll', {}, {}, 'flip', {
    property: { type: 'LAND', improvement: 50_000 },
    tests: ['buyer_is_seller', 'entity_buyer', 'improved', 'resale_buyer'],
  }),
  pair('a house built after the purchase: the parcel was land', {}, {}, 'none', { property: { yearBuilt: 2021 } }),
  pair('a house built before the purchase', {}, {}, 'flip', { property: { yearBuilt: 2020 } }),
  pair('a parcel that was bare land when it was bought', { vacant: true }, {}, 'none'),
  pair('a house on the roll, of a parcel that was bare land when it was bought', { vacant: true }, {}, 'none', {
    property: { improvement: 50_000 },
  }),
  pair('an improved parcel by its deed, though the roll calls it land', { vacant: false }, {}, 'flip', {
    property: { type: 'LAND' },
    tests: ['buyer_is_seller', 'entity_buyer', 'improved', 'resale_buyer'],
  }),
  pair('a house built after an improved parcel was bought', { vacant: false }, {}, 'none', {
    property: { yearBuilt: 2021 },
  }),
  pair(
    'a new house bought improved from its builder',
    { vacant: false, from: 'SAMPLE HOMEBUILDERS INC', county: 'Elsewhere' },
    { county: 'Elsewhere' },
    'none',
  ),
  {
    promise: 'a quitclaim into the own company of the same cluster does not break the chain',
    transfers: [
      bought({ to: 'SAMPLE OAKS HOLDINGS LLC', mailing: '9 OFFICE RD|85002' }),
      {
        date: '2021-02-01',
        price: 0,
        deed: 'quitclaim',
        from: 'SAMPLE OAKS HOLDINGS LLC',
        to: 'SAMPLE OAK HOLDINGS LLC',
        mailing: '9 OFFICE RD|85002',
      },
      sold({ from: 'SAMPLE OAK HOLDINGS LLC' }),
    ],
    flips: 'flip',
  },
  {
    promise: 'a quitclaim to a stranger breaks the chain even when the resale names no seller',
    transfers: [
      bought(),
      { date: '2021-02-01', price: 0, deed: 'quitclaim', from: 'FLIPPER LLC', to: 'POE MAX' },
      sold({ from: null }),
    ],
    flips: 'none',
  },
  {
    promise: 'a sale in between at an undisclosed price breaks the chain',
    transfers: [
      bought(),
      { date: '2021-02-01', price: null, from: 'FLIPPER LLC', to: 'POE MAX' },
      sold({ from: 'POE MAX' }),
    ],
    flips: 'none',
  },
  {
    promise: 'a correction deed in between does not break the chain',
    transfers: [
      bought(),
      { date: '2021-02-01', price: 0, deed: 'correction', from: 'ROE ANN', to: 'FLIPPER LLC' },
      sold(),
    ],
    flips: 'flip',
  },
];

describe('flips', () => {
  let market: DerivedMarket;
  beforeAll(async () => {
    market = await deriveMarket({
      properties: CASES.flatMap(({ property }, at) =>
        property === undefined ? [] : [{ parcel: `case ${at}`, ...property }],
      ),
      transfers: CASES.flatMap(({ transfers }, at) =>
        transfers.map(
          (leg, nth): GivenTransfer => ({ parcel: `case ${at}`, document: `${at}-${nth}`, date: '2021-01-01', ...leg }),
        ),
      ),
    });
  });
  afterAll(() => market.close());

  for (const [at, { promise, flips, tests }] of CASES.entries()) {
    test(`${promise}: ${flips}`, async () => {
      const rows =
        await market.rows(`SELECT extended, tests, event_date = sale_date AND visible_from = sale_date AS dated_by_resale
        FROM deal WHERE parcel_id = 'case ${at}' AND deal_type = 'flip' AND arms_length = 'valid'`);
      if (flips === 'none') return expect(rows).toEqual([]);
      expect(rows).toEqual([
        { extended: flips === 'extended', tests: tests ?? (rows[0]?.tests as string[]), dated_by_resale: true },
      ]);
    });
  }

  test('takes each resale in a chain of flips as the next purchase', async () => {
    const chain = await deriveMarket({
      transfers: [
        { parcel: 'P', date: '2021-01-01', price: 100_000, from: 'ROE ANN', to: 'FIRST FLIP LLC' },
        { parcel: 'P', date: '2021-06-01', price: 150_000, from: 'FIRST FLIP LLC', to: 'SECOND FLIP LLC' },
        { parcel: 'P', date: '2021-12-01', price: 250_000, from: 'SECOND FLIP LLC', to: 'DOE JANE' },
      ],
    });
    expect(
      await chain.rows(
        'SELECT buyer_name, purchase_price::INTEGER AS paid, sale_price::INTEGER AS got FROM deal ORDER BY event_date',
      ),
    ).toEqual([
      { buyer_name: 'FIRST FLIP LLC', paid: 100_000, got: 150_000 },
      { buyer_name: 'SECOND FLIP LLC', paid: 150_000, got: 250_000 },
    ]);
    chain.close();
  });

  test('orders a double close without document numbers by title', async () => {
    const parcels = ['P1', 'P2', 'P3', 'P4', 'P5', 'P6'];
    const chain = await deriveMarket({
      transfers: parcels.flatMap((parcel) => [
        { parcel, date: '2021-01-01', price: 100_000, from: 'ROE ANN', to: `FLIPPER ${parcel} LLC` },
        { parcel, date: '2021-05-01', price: 180_000, from: `FLIPPER ${parcel} LLC`, to: `MIDDLE ${parcel} LLC` },
        { parcel, date: '2021-05-01', price: 195_000, from: `MIDDLE ${parcel} LLC`, to: `DOE ${parcel} JANE` },
      ]),
    });
    const rows = await chain.rows(
      'SELECT parcel_id, buyer_name, sale_price::INTEGER AS got FROM deal ORDER BY parcel_id',
    );
    expect(rows).toEqual(
      parcels.map((parcel) => ({ parcel_id: parcel, buyer_name: `FLIPPER ${parcel} LLC`, got: 180_000 })),
    );
    chain.close();
  });
});

describe('flips bought off the market', () => {
  const flipsAfter = async (purchase: Leg) => {
    const market = await deriveMarket({
      properties: [{ parcel: 'lot' }],
      transfers: [bought(purchase), sold()].map((leg, nth) => ({
        parcel: 'lot',
        document: `${nth}`,
        date: '2021-01-01',
        ...leg,
      })),
    });
    const rows = await market.rows(`SELECT arms_length, extended, flip_count FROM deal JOIN buyer USING (buyer_id)
      WHERE deal_type = 'flip'`);
    market.close();
    return rows;
  };

  test("keeps one bought at a sheriff's sale under its verdict and counts it nowhere", async () => {
    expect(await flipsAfter({ deed: 'sheriff' })).toEqual([
      { arms_length: 'non_arms_length', extended: false, flip_count: 0 },
    ]);
  });

  test.each([
    ['a gift', { deed: 'gift' }],
    ['a deed among relatives', { deed: 'intrafamily' }],
    ['a deed for nothing', { deed: 'sheriff', price: 1 }],
  ])('%s is no purchase at all', async (_, purchase: Leg) => {
    expect(await flipsAfter(purchase)).toEqual([]);
  });
});
