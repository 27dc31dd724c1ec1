import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type DerivedMarket, deriveMarket, type GivenProperty, type GivenTransfer } from './small-market.fixture.ts';

type Leg = Partial<Omit<GivenTransfer, 'parcel'>>;
interface Case {
  promise: string;
  transfers: Leg[];
  property?: Omit<GivenProperty, 'parcel'>;
  rental: boolean;
}

const HOME = '12 OAK ST|85001';
const FLAT = '12 OAK ST #4|85001';
const purchase = (promise: string, leg: Leg, rental: boolean, property: Omit<GivenProperty, 'parcel'> = {}): Case => ({
  promise,
  transfers: [leg],
  property: { situs: HOME, ...property },
  rental,
});

const CASES: Case[] = [
  ...[1, 2, 3, 4].map((unit) =>
    purchase(
      `flat ${unit} of a house that its owners know under the name of their own lane`,
      { to: `POE MAX ${'ABCD'[unit - 1]}`, mailing: `${unit} ROSE LN|85001` },
      false,
      { situs: `50 ELM ST #${unit}|85001` },
    ),
  ),
  purchase(
    'another flat there of somebody who lives in that lane',
    { to: 'POE MAX E', mailing: '4 ROSE LN|85001' },
    true,
    {
      situs: '50 ELM ST #9|85001',
    },
  ),
  purchase(
    'a flat with a letter whose owner knows it under the name of a lane',
    { to: 'POE MAX G', mailing: '24C ASH LN|85001' },
    false,
    { situs: '221 ELM ST #24C|85001' },
  ),
  purchase(
    'a flat whose number is that of another street by chance',
    { to: 'POE MAX F', mailing: '7 ELM GRV|85001' },
    true,
    {
      situs: '50 ELM ST #7|85001',
    },
  ),
  ...[1, 2, 3].map((unit) =>
    purchase(
      `flat ${unit} of three whose owner gets mail at the house`,
      { to: 'ROE LOU', mailing: '80 ELM ST|85001' },
      true,
      { situs: `80 ELM ST #${unit}|85001` },
    ),
  ),
  purchase('a flat there of somebody who owns no other', { to: 'ROE KIM', mailing: '80 ELM ST|85001' }, false, {
    situs: '80 ELM ST #4|85001',
  }),
  purchase('a relocation company', { to: 'SAMPLE RELOCATION INC', mailing: '9 ELM ST|85002' }, false),
  purchase(
    'bare land, on which a house stands today',
    { to: 'POE MAX G', mailing: '9 ELM ST|85002', vacant: true },
    false,
  ),
  purchase('a person whose mail goes elsewhere', { to: 'POE MAX', mailing: '9 ELM ST|85002' }, true),
  purchase('a person whose mail comes to the property', { to: 'POE MAX', mailing: HOME }, false),
  purchase('a person of whom no address is known', { to: 'POE MAX' }, false),
  purchase('a company, wherever its mail goes', { to: 'LANDLORD LLC', mailing: HOME }, true),
  purchase('a company of which no address is known', { to: 'LANDLORD INC' }, true),
  purchase('a trust at the property', { to: 'POE FAMILY REVOCABLE TRUST', mailing: HOME }, false),
  purchase('a trust of which no address is known', { to: 'POE FAMILY REVOCABLE TRUST' }, false),
  purchase('a trust with its mail elsewhere', { to: 'POE FAMILY REVOCABLE TRUST', mailing: '9 ELM ST|85002' }, true),
  purchase(
    'a flat whose owner lives in another flat of the house',
    { to: 'POE MAX', mailing: '12 OAK ST #7|85001' },
    true,
    { situs: FLAT },
  ),
  purchase('a flat whose owner leaves the unit out', { to: 'POE MAX', mailing: HOME }, false, { situs: FLAT }),
  purchase('a two-family house under its other number', { to: 'POE MAX', mailing: '14 OAK ST|85001' }, false),
  purchase('a post office box in town says nothing', { to: 'POE MAX', mailing: 'PO BOX 12|85009' }, false),
  purchase('a post office box in another state', { to: 'POE MAX', mailing: 'PO BOX 12|10001' }, true),
  purchase("the roll's address of the same owner", { to: 'POE MAX' }, true, {
    owner: 'POE, MAX',
    mailing: '9 ELM ST|85002',
  }),
  purchase("the roll's address of another owner", { to: 'POE MAX' }, false, {
    owner: 'DOE JANE',
    mailing: '9 ELM ST|85002',
  }),
  purchase("the transfer's own address goes before the roll's", { to: 'POE MAX', mailing: HOME }, false, {
    owner: 'POE MAX',
    mailing: '9 ELM ST|85002',
  }),
  purchase('a homestead exemption overrules a mailing address', { to: 'POE MAX', mailing: '9 ELM ST|85002' }, false, {
    owner: 'POE MAX',
    homestead: true,
  }),
  purchase('a homestead exemption overrules a company', { to: 'LANDLORD LLC' }, false, {
    owner: 'LANDLORD LLC',
    homestead: true,
  }),
  purchase("a later owner's homestead exemption says nothing", { to: 'LANDLORD LLC' }, true, {
    owner: 'DOE JANE',
    homestead: true,
  }),
  purchase('a builder', { to: 'SAMPLE HOMEBUILDERS INC' }, false),
  purchase('a lender', { to: 'FIRST EXAMPLE BANK NA' }, false),
  purchase('a government', { to: 'CITY OF SPRINGFIELD' }, false),
  purchase('a church', { to: 'FIRST BAPTIST CHURCH', mailing: '9 ELM ST|85002' }, false),
  purchase('a withheld name', { to: 'NAME WITHHELD BY REQUEST', mailing: '9 ELM ST|85002' }, false),
  purchase('land', { to: 'LANDLORD LLC' }, false, { type: 'LAND' }),
  purchase('a shop', { to: 'LANDLORD LLC' }, false, { type: 'OTHER' }),
  purchase('apartments', { to: 'LANDLORD LLC' }, true, { type: 'MFR' }),
  purchase('a purchase at an undisclosed price', { to: 'LANDLORD LLC', price: null }, true),
  purchase("a purchase that is not arm's length", { to: 'LANDLORD LLC', deed: 'quitclaim' }, false),
  {
    promise: 'resold after 365 days',
    transfers: [{ to: 'LANDLORD LLC' }, { date: '2022-01-01', from: 'LANDLORD LLC', to: 'DOE JANE', price: 250_000 }],
    property: {},
    rental: false,
  },
  {
    promise: 'resold after 366 days',
    transfers: [{ to: 'LANDLORD LLC' }, { date: '2022-01-02', from: 'LANDLORD LLC', to: 'DOE JANE', price: 250_000 }],
    property: {},
    rental: true,
  },
  {
    promise: 'resold the same day at an undisclosed price',
    transfers: [{ to: 'LANDLORD LLC' }, { date: '2021-01-01', from: 'LANDLORD LLC', to: 'DOE JANE', price: null }],
    property: {},
    rental: false,
  },
  {
    promise: 'lost at a foreclosure sale within the year',
    transfers: [
      { to: 'LANDLORD LLC' },
      { date: '2021-06-01', from: 'LANDLORD LLC', to: 'FIRST EXAMPLE BANK NA', deed: 'foreclosure', price: 90_000 },
    ],
    property: {},
    rental: false,
  },
  {
    promise: 'quitclaimed for nothing within the year',
    transfers: [
      { to: 'LANDLORD LLC' },
      { date: '2021-06-01', from: 'LANDLORD LLC', to: 'POE MAX', deed: 'quitclaim', price: 0 },
    ],
    property: {},
    rental: true,
  },
  {
    promise: 'deeded into the own company within the year',
    transfers: [
      { to: 'SAMPLE OAKS HOLDINGS LLC', mailing: '9 OFFICE RD|85002' },
      {
        date: '2021-06-01',
        from: 'SAMPLE OAKS HOLDINGS LLC',
        to: 'SAMPLE OAK HOLDINGS LLC',
        mailing: '9 OFFICE RD|85002',
        deed: 'quitclaim',
        price: 0,
      },
    ],
    property: {},
    rental: true,
  },
];

describe('rental purchases', () => {
  let market: DerivedMarket;
  beforeAll(async () => {
    market = await deriveMarket({
      properties: CASES.map(({ property }, at) => ({ parcel: `case ${at}`, ...property })),
      transfers: CASES.flatMap(({ transfers }, at) =>
        transfers.map(
          (leg, nth): GivenTransfer => ({
            parcel: `case ${at}`,
            document: `${at}-${nth}`,
            date: '2021-01-01',
            from: nth === 0 ? 'ROE ANN' : null,
            ...leg,
          }),
        ),
      ),
    });
  });
  afterAll(() => market.close());

  for (const [at, { promise, rental }] of CASES.entries()) {
    test(`${promise}: ${rental ? 'rental' : 'none'}`, async () => {
      const rows = await market.rows(`SELECT event_date = purchase_date AND sale_date IS NULL AS dated_by_purchase
        FROM deal WHERE parcel_id = 'case ${at}' AND deal_type = 'rental' AND arms_length <> 'non_arms_length'`);
      expect(rows).toEqual(rental ? [{ dated_by_purchase: true }] : []);
    });
  }
});

describe('young purchases (right-censoring)', () => {
  const ASOF = '2024-06-30';
  const flip = (nth: number): GivenTransfer[] => [
    {
      parcel: `flip ${nth}`,
      document: `f${nth}`,
      date: '2022-01-01',
      price: 100_000,
      from: 'ROE ANN',
      to: 'TRADER LLC',
    },
    {
      parcel: `flip ${nth}`,
      document: `g${nth}`,
      date: '2022-05-01',
      price: 150_000,
      from: 'TRADER LLC',
      to: 'DOE JANE',
    },
  ];
  const held = (nth: number): GivenTransfer => ({
    parcel: `held ${nth}`,
    document: `h${nth}`,
    date: '2022-01-01',
    from: 'ROE ANN',
    to: 'TRADER LLC',
  });
  const young: GivenTransfer = {
    parcel: 'young',
    document: 'y',
    date: '2024-05-01',
    from: 'ROE ANN',
    to: 'TRADER LLC',
  };

  async function visibleFrom(history: readonly GivenTransfer[]): Promise<unknown> {
    const transfers = [...history, young];
    const market = await deriveMarket({
      asOf: ASOF,
      properties: [...new Set(transfers.map(({ parcel }) => parcel))].map((parcel) => ({ parcel })),
      transfers,
    });
    const [row] = await market.rows("SELECT visible_from, tests FROM deal WHERE parcel_id = 'young'");
    market.close();
    return row;
  }

  test('counts a buyer without history at once', async () => {
    expect(await visibleFrom([])).toEqual({ visible_from: '2024-05-01', tests: ['entity_buyer'] });
  });
  test('counts a buyer who flips half of the deals at once', async () => {
    expect(await visibleFrom([...flip(1), held(1)])).toEqual({
      visible_from: '2024-05-01',
      tests: ['entity_buyer', 'buyer_history'],
    });
  });
  test('counts a buyer who mostly flips after 365 days', async () => {
    expect(await visibleFrom([...flip(1), ...flip(2), held(1)])).toEqual({
      visible_from: '2025-05-01',
      tests: ['entity_buyer', 'buyer_history'],
    });
  });
  test('does not take young purchases as history', async () => {
    const alsoYoung = { ...held(2), date: '2024-04-01' };
    expect(await visibleFrom([...flip(1), alsoYoung])).toEqual({
      visible_from: '2025-05-01',
      tests: ['entity_buyer', 'buyer_history'],
    });
  });
});
