import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { ArmsLength, ArmsLengthReason } from '@plat/dataset';
import { word } from './made-up-words.fixture.ts';
import { type DerivedMarket, deriveMarket, type GivenProperty, type GivenTransfer } from './small-market.fixture.ts';

setDefaultTimeout(60_000);

interface Case {
  promise: string;
  /** The sale judged is the last one of the list. */
  sales: Omit<GivenTransfer, 'parcel'>[];
  property?: Omit<GivenProperty, 'parcel'>;
  verdict: ArmsLength;
  reasons?: ArmsLengthReason[];
}

const sale = (more: Partial<GivenTransfer>): Omit<GivenTransfer, 'parcel'> => ({
  date: '2021-05-03',
  from: 'ROE ANN',
  to: 'DOE JANE',
  ...more,
});
const deed = (type: string, reason: ArmsLengthReason): Case => ({
  promise: `a ${type} deed is not arm's length`,
  sales: [sale({ deed: type })],
  verdict: 'non_arms_length',
  reasons: [reason],
});
const one = (
  promise: string,
  more: Partial<GivenTransfer>,
  verdict: ArmsLength,
  ...reasons: ArmsLengthReason[]
): Case => ({
  promise,
  sales: [sale(more)],
  verdict,
  reasons,
});

const CASES: Case[] = [
  one('a plain sale is valid', {}, 'valid'),
  one('an unknown deed type is no reason', { deed: null }, 'valid'),
  deed('quitclaim', 'quitclaim_deed'),
  deed('correction', 'correction_deed'),
  deed('gift', 'gift_deed'),
  deed('intrafamily', 'intrafamily_deed'),
  deed('executor', 'estate_deed'),
  deed('administrator', 'estate_deed'),
  deed('tax', 'forced_sale_deed'),
  deed('sheriff', 'forced_sale_deed'),
  deed('trustee', 'forced_sale_deed'),
  deed('foreclosure', 'forced_sale_deed'),
  deed('in_lieu', 'deed_in_lieu'),
  one("the source's own verdict is followed", { validity: 'not_market' }, 'non_arms_length', 'source_not_market'),
  one(
    "the source's approval does not overrule a price of one dollar",
    { validity: 'market', price: 1 },
    'non_arms_length',
    'price_nominal',
  ),
  one('a price of 0 is nominal', { price: 0 }, 'non_arms_length', 'price_nominal'),
  one('a price of 10 is nominal', { price: 10 }, 'non_arms_length', 'price_nominal'),
  one('a price of 9,999 is too low for any market', { price: 9_999 }, 'non_arms_length', 'price_under_minimum'),
  one('a price of 10,000 may be one', { price: 10_000 }, 'valid'),
  one('a price that is not recorded leaves the sale undetermined', { price: null }, 'undetermined', 'price_missing'),
  one('a city sells', { from: 'CITY OF SPRINGFIELD' }, 'non_arms_length', 'seller_government'),
  one('a land bank buys', { to: 'SPRINGFIELD LAND BANK AUTHORITY' }, 'non_arms_length', 'buyer_government'),
  one('HUD sells', { from: 'SECRETARY OF HOUSING AND URBAN DEVELOPMENT' }, 'non_arms_length', 'seller_government'),
  one(
    'a housing enterprise sells',
    { from: 'FEDERAL NATIONAL MORTGAGE ASSOCIATION' },
    'non_arms_length',
    'seller_government',
  ),
  one('a bank takes a property in', { to: 'FIRST EXAMPLE BANK NA' }, 'non_arms_length', 'buyer_lender'),
  one(
    'a bank sells its real estate owned to an investor: a low start, but a sale',
    { from: 'FIRST EXAMPLE BANK NA' },
    'valid',
  ),
  one('an iBuyer buys', { to: 'OPENDOOR PROPERTY TRUST I' }, 'non_arms_length', 'buyer_ibuyer'),
  one('an iBuyer sells on the market', { from: 'OPENDOOR PROPERTY TRUST I' }, 'valid'),
  {
    promise: 'what an iBuyer passes on at the price of its purchase is the market sale',
    sales: [sale({ date: '2021-03-01', to: 'ORCHARD PROPERTY II LLC' }), sale({ from: 'ORCHARD PROPERTY II LLC' })],
    verdict: 'valid',
  },
  one(
    'a charity sells an affordable home',
    { from: 'SPRINGFIELD HABITAT FOR HUMANITY INC' },
    'non_arms_length',
    'seller_housing_charity',
  ),
  one('a charity buys a home like anybody', { to: 'SPRINGFIELD HABITAT FOR HUMANITY INC' }, 'valid'),
  one('a builder sells a new home', { from: 'SAMPLE HOMEBUILDERS INC' }, 'valid'),
  one(
    'a resale to oneself under another spelling',
    { from: 'DOE, JANE', to: 'JANE DOE' },
    'non_arms_length',
    'same_cluster',
    'shared_rare_surname',
  ),
  one(
    'a rare surname shared by buyer and seller means relatives',
    { from: 'QUILLFEATHER ANN', to: 'QUILLFEATHER BOB' },
    'non_arms_length',
    'shared_rare_surname',
  ),
  one('a common surname shared by strangers is not enough', { from: 'SMITH ANN', to: 'SMITH BOB' }, 'valid'),
  one(
    'a partner who buys the others out is on both sides',
    { from: 'ROE ANN & POE MAX', to: 'POE MAX & LOE KIM' },
    'non_arms_length',
    'party_on_both_sides',
  ),
  one(
    'a seller who stays and adds somebody sold nothing that day',
    { from: 'ROE ANN', to: 'ROE ANN & POE MAX' },
    'valid',
  ),
  one(
    'buyers who put the house into their trust on the day bought from strangers',
    { from: 'ROE ANN & QUINBYER LOU', to: 'QUINBYER LOU TR & QUINBYER FAMILY TRUST' },
    'valid',
  ),
  one(
    'a rare name behind another surname means relatives',
    { from: 'WREXHAVEN ANN', to: 'DOE JANE WREXHAVEN' },
    'non_arms_length',
    'shared_rare_name',
  ),
  one(
    "a person sells to the company that carries the person's rare name",
    { from: 'THISTLEBY ANN', to: 'THISTLEBY HOLDINGS LLC' },
    'non_arms_length',
    'shared_rare_name',
  ),
  one(
    'a rare surname of a second seller and a second buyer means relatives',
    { from: 'SMITH, ANN & QUILLMORE, LOU', to: 'DOE, JANE & QUILLMORE, TIM' },
    'non_arms_length',
    'shared_rare_name',
  ),
  one(
    'a common surname with a shared middle name means relatives',
    { from: 'SMITH, ANN PEREGRINE', to: 'SMITH, LOU PEREGRINE' },
    'non_arms_length',
    'shared_rare_name',
  ),
  one('a common surname alone is not enough behind a comma', { from: 'SMITH, ANN', to: 'SMITH, BOB' }, 'valid'),
  one(
    'a person sells to a company that is named after the person',
    { from: 'LARKTHORN ANN', to: 'LARKTHORN HOMES LLC' },
    'non_arms_length',
    'shared_rare_name',
  ),
  one('two people of that less rare name may be strangers', { from: 'LARKTHORN ANN', to: 'LARKTHORN BOB' }, 'valid'),
  one('a common name in a company means nothing', { from: 'SMITH ANN', to: 'SMITH HOLDINGS LLC' }, 'valid'),
  one(
    "a company whose name extends the other's has the same owners",
    { from: 'MILL HOLLOW LLC', to: 'MILL HOLLOW OWNER LLC' },
    'non_arms_length',
    'companies_alike',
  ),
  one('two companies named after one place are strangers', { from: 'HOLLOW HILL LLC', to: 'EAST HOLLOW LLC' }, 'valid'),
  one(
    'an executor signs, and no type of deed is named',
    { from: 'ROE ANN EXEC & POE MAX ESTATE', deed: null },
    'non_arms_length',
    'estate_deed',
  ),
  ...[
    'POE, MAX ESTATE',
    'ESTATE OF POE, MAX',
    'POE, MAX ESTATE & POE, MAX DECD',
    'ROE, ANN HEIR & ROE, BOB HEIR',
    'FIRST EXAMPLE BANK EXEC & POE, MAX DECD',
  ].map((from) => one(`an estate sells: ${from}`, { from, deed: null }, 'non_arms_length', 'estate_deed')),
  one('an owner sells with the estate of another', { from: 'ROE, ANN & POE, MAX ESTATE', deed: null }, 'valid'),
  one('the type of deed that is named decides', { from: 'ROE ANN EXEC & POE MAX ESTATE' }, 'valid'),
  ...[
    'EXAMPLE TRUSTEE SERVICES LLC TR & ROE ANN',
    'SAMPLE TRUSTEES LLC & ROE ANN',
    'POE MAX SUBSTITUTE TRUSTEE',
    'POE MAX SPEC COMM & ROE ANN',
    'LOE, KIM TR & ROE, ANN & ROE, BOB',
    'SAMPLE LOE LLC TR & ROE, ANN',
  ].map((from) =>
    one(`the signer identifies a forced sale: ${from}`, { from, deed: null }, 'non_arms_length', 'forced_sale_deed'),
  ),
  one('a trustee of the same family sells freely', { from: 'ROE, BOB TR & ROE, ANN', deed: null }, 'valid'),
  one("a family's own trustee sells freely", { from: 'ROE ANN TRUSTEE & ROE FAMILY TRUST', deed: null }, 'valid'),
  one('a relocation company takes a home over', { to: 'SAMPLE RELOCATION INC' }, 'non_arms_length', 'buyer_relocation'),
  {
    promise: 'what a relocation company passes on at the price of its takeover is the market sale',
    sales: [sale({ date: '2021-03-01', to: 'SAMPLE RELOCATION INC' }), sale({ from: 'SAMPLE RELOCATION INC' })],
    verdict: 'valid',
  },
  one(
    'withheld names are not one party',
    { from: 'NAME WITHHELD BY REQUEST', to: 'NAME WITHHELD BY REQUEST' },
    'valid',
  ),
  {
    promise: 'a second deed at the same price within 365 days repeats the first',
    sales: [sale({ date: '2020-06-01', to: 'POE MAX' }), sale({ date: '2021-06-01', from: 'POE MAX' })],
    verdict: 'non_arms_length',
    reasons: ['same_price_within_year'],
  },
  {
    promise: 'the same price after 366 days is a coincidence',
    sales: [sale({ date: '2020-06-01', to: 'POE MAX' }), sale({ date: '2021-06-02', from: 'POE MAX' })],
    verdict: 'valid',
  },
  {
    promise: 'a sale into the company next door under one mailing address is a sale to oneself',
    sales: [
      sale({ date: '2019-06-01', to: 'SAMPLE OAKS HOLDINGS LLC', mailing: '9 OFFICE RD #2|85002', price: 120_000 }),
      sale({ from: 'SAMPLE OAKS HOLDINGS LLC', to: 'SAMPLE OAK HOLDINGS LLC', mailing: '9 OFFICE RD #2|85002' }),
    ],
    verdict: 'non_arms_length',
    reasons: ['same_cluster'],
  },
  {
    promise: 'several reasons are all listed, in the order of the list',
    sales: [sale({ deed: 'quitclaim', price: 1, to: 'CITY OF SPRINGFIELD' })],
    verdict: 'non_arms_length',
    reasons: ['quitclaim_deed', 'price_nominal', 'buyer_government'],
  },
  {
    promise: 'more than 4 times the estimated value is not the price of this property',
    sales: [sale({ price: 900_000 })],
    property: { value: 200_000 },
    verdict: 'non_arms_length',
    reasons: ['high_for_value'],
  },
  {
    promise: 'less than a quarter of the estimated value is not a market price',
    sales: [sale({ price: 49_000 })],
    property: { value: 200_000 },
    verdict: 'non_arms_length',
    reasons: ['low_for_value'],
  },
  {
    promise: 'half the estimated value is what investors pay',
    sales: [sale({ price: 100_000 })],
    property: { value: 200_000 },
    verdict: 'valid',
  },
  {
    promise: 'an estimate of today says nothing of a sale years ago',
    sales: [sale({ price: 49_000, date: '2015-05-03' })],
    property: { value: 200_000 },
    verdict: 'valid',
  },
  {
    promise: 'an estimate with the house says nothing of the lot before it was built',
    sales: [sale({ price: 49_000 })],
    property: { value: 200_000, yearBuilt: 2022 },
    verdict: 'valid',
  },
];

describe("arm's length, hard reasons and estimated value", () => {
  let market: DerivedMarket;
  beforeAll(async () => {
    // 6,000 people: every tenth is a SMITH, one in 1,000 a LARKTHORN. A name of two bearers is rare.
    const crowd = Array.from({ length: 6_000 }, (_, at): GivenTransfer => {
      const rarer = at % 1_000 === 1 ? 'LARKTHORN' : `${word(at)}SON`;
      const surname = at % 10 === 0 ? 'SMITH' : rarer;
      return {
        parcel: `crowd ${at}`,
        date: '2021-01-04',
        document: `crowd ${at}`,
        price: null,
        to: `${surname} ${word(at * 7)}`,
      };
    });
    const given = CASES.flatMap(({ sales }, at) =>
      sales.map((row, nth): GivenTransfer => ({ parcel: `case ${at}`, document: `${at}-${nth}`, ...row })),
    );
    market = await deriveMarket({
      properties: CASES.flatMap(({ property }, at) =>
        property === undefined ? [] : [{ parcel: `case ${at}`, ...property }],
      ),
      transfers: [...crowd, ...given],
    });
  });
  afterAll(() => market.close());

  for (const [at, { promise, verdict, reasons = [] }] of CASES.entries()) {
    test(promise, async () => {
      const rows = await market.rows(
        `SELECT arms_length, reasons FROM sale WHERE parcel_id = 'case ${at}' ORDER BY sale_date DESC LIMIT 1`,
      );
      expect(rows).toEqual([{ arms_length: verdict, reasons }]);
    });
  }
});
