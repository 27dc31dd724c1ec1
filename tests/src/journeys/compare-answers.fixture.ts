import { expect } from 'bun:test';
import { decodePropertyId, encodePropertyId } from '@plat/contracts';
import type { Sql } from '@plat/db';
import {
  type Asked,
  type Market,
  milesBetween,
  percentile,
  portfolioOf,
  type Row,
  recomputeSearch,
  seatOf,
  seatsOf,
} from './recomputed-answers.fixture.ts';

const PRECISION = 6;
const byDay = (a: string, b: string) => a.localeCompare(b);

/** Compares every explained figure of a search with the recomputed one. @param funnel value of `X-Search-Funnel` */
export function compareSearch(market: Market, subject: Row, asked: Asked, end: string, items: Row[], funnel: string) {
  const expected = recomputeSearch(market, subject, asked, end);
  expect(items.map(seatOf)).toEqual(
    expected.results.map(({ deal }) => ({ buyer: deal.buyer_id, type: deal.deal_type, property: deal.property_id })),
  );
  for (const [at, item] of items.entries()) {
    const { deal, parts, score } = expected.results[at]!;
    const { match, evidence, deals_in_radius, parcel_id, mailing_address, contact_status } = item.explain;
    expect(match.score).toBeCloseTo(score, PRECISION);
    for (const { name, points } of match.parts)
      expect([name, points]).toEqual([name, expect.closeTo(parts[name]!, PRECISION)]);
    expect(Math.abs(match.parts.reduce((sum: number, { points }: Row) => sum + points, 0) - match.score)).toBeLessThan(
      1e-9,
    );
    expect([item.smart_match_rank, item.smart_match]).toEqual([
      at + 1,
      match.score >= 0.6 && at + 1 <= seatsOf(expected.results.length),
    ]);
    const portfolio = portfolioOf(market, deal.buyer_id, end, asked.hide_non_arms_length);
    expect(evidence).toEqual(portfolio.slice(0, 5).map((one) => evidenceOf(one, subject)));
    expect(deals_in_radius).toBe(expected.countedInside.get(deal.buyer_id) ?? 0);
    expect(parcel_id).toBe(deal.parcel_id);
    // Hidden for people who asked for deletion (docs/rules/do-not-contact.md).
    const isHidden = mailing_address === null && contact_status === 'withheld';
    if (!isHidden) expect(mailing_address).toEqual(newestMailing(portfolio));
  }
  const told = Object.fromEntries(
    funnel.split(', ').map((entry) => [entry.split('=')[0], Number(entry.split('=')[1])]),
  );
  expect(told).toEqual({ ...expected.funnel, 'hidden-no-phone': 0, shown: items.length });
}

const evidenceOf = (deal: Row, subject: Row): Row => ({
  deal_type: deal.deal_type,
  property_id: encodePropertyId(deal.property_id),
  address: deal.address,
  purchase_date: deal.purchase_date,
  purchase_price: deal.purchase_price,
  sale_date: deal.sale_date,
  sale_price: deal.sale_price,
  miles_from_subject: deal.latitude === null ? null : expect.closeTo(milesBetween(subject, deal), 1),
});

const mailingOf = (deal: Row) => ({
  line: deal.buyer_mailing_line,
  city: deal.buyer_mailing_city,
  state: deal.buyer_mailing_state,
  zip: deal.buyer_mailing_zip,
});
const byPurchase = (portfolio: Row[]) =>
  [...portfolio].sort((a, b) => byDay(b.purchase_date, a.purchase_date) || b.deal_id - a.deal_id);
const newestMailing = (portfolio: Row[]) => {
  const deal = byPurchase(portfolio).find(({ buyer_mailing_line }) => buyer_mailing_line !== null);
  return deal === undefined ? null : mailingOf(deal);
};

/** Compares a profile of `GET /v1/buyers` with its rows. */
export async function compareProfile(market: Market, sql: Sql, buyerId: number, asOf: string, profile: Row) {
  const portfolio = portfolioOf(market, buyerId, asOf);
  const flips = portfolio.filter(({ deal_type }) => deal_type === 'flip');
  expect(profile.statistics).toMatchObject({
    flip_count: flips.length,
    rental_count: portfolio.length - flips.length,
    total_deals: portfolio.length,
  });
  const held = flips.map(
    ({ purchase_date, sale_date }) => (Date.parse(sale_date) - Date.parse(purchase_date)) / 86_400_000,
  );
  expect(profile.hold_days_median).toBe(held.length === 0 ? null : percentile(held, 0.5));
  expect(profile.first_deal_date).toBe(portfolio.map(({ purchase_date }) => purchase_date).sort(byDay)[0] ?? null);
  const ends = portfolio.map(({ purchase_date, sale_date }) => sale_date ?? purchase_date);
  expect(profile.last_deal_date).toBe(ends.sort(byDay).at(-1) ?? null);
  expect(profile.buy_box).toMatchObject(buyBoxOf(portfolio));
  const mailings = byPurchase(portfolio)
    .filter(({ buyer_mailing_line }) => buyer_mailing_line !== null)
    .map(mailingOf);
  const distinct = [...new Map(mailings.map((one) => [JSON.stringify(one), one])).values()];
  if (profile.mailing_addresses.length > 0) expect(profile.mailing_addresses).toEqual(distinct);
  const counties = Map.groupBy(portfolio, ({ fips, county, state }) => JSON.stringify([fips, county, state]));
  expect(
    new Map(
      profile.counties.map(({ fips, county, state, deals }: Row) => [JSON.stringify([fips, county, state]), deals]),
    ),
  ).toEqual(new Map([...counties].map(([key, deals]) => [key, deals.length])));
  expect(profile.holdings.map(({ property_id }: Row) => decodePropertyId(property_id))).toEqual(
    (await holdingsOf(sql, market.schema, buyerId, asOf)).slice(0, 250),
  );
}

/** Parcels whose newest deed names the buyer, newest first. */
async function holdingsOf(sql: Sql, schema: string, buyerId: number, asOf: string): Promise<number[]> {
  const rows = await sql.unsafe<Row[]>(
    `with newest as (
       select distinct on (property_id) property_id, sale_date, buyer_id from ${schema}.sale
       where property_id in (select property_id from ${schema}.sale where buyer_id = ${buyerId}) and sale_date <= '${asOf}'
       order by property_id, sale_date desc, sale_id desc)
     select property_id from newest where buyer_id = ${buyerId} order by sale_date desc, property_id`,
  );
  return rows.map(({ property_id }) => Number(property_id));
}

function buyBoxOf(portfolio: Row[]): Row {
  const bounds = (column: string): [number, number] | [null, null] => {
    const values = portfolio.flatMap((deal) => (deal[column] === null ? [] : [deal[column]]));
    return values.length < 3 ? [null, null] : [percentile(values, 0.1), percentile(values, 0.9)];
  };
  const close = (value: number | null) => (value === null ? null : expect.closeTo(value, 3));
  const whole = (value: number | null) => (value === null ? null : Math.floor(value + 0.5));
  const [price, bedrooms, area, year] = [
    bounds('purchase_price'),
    bounds('bedrooms'),
    bounds('living_square_feet'),
    bounds('year_built'),
  ] as const;
  return {
    price_low: whole(price[0]),
    price_high: whole(price[1]),
    bedrooms: { low: close(bedrooms[0]), high: close(bedrooms[1]) },
    living_square_feet_low: close(area[0]),
    living_square_feet_high: close(area[1]),
    year_built_low: close(year[0]),
    year_built_high: close(year[1]),
  };
}

/** Compares the arithmetic of `POST /v1/offers`. @param costs repairs and fee, US dollars */
export function compareOffers(market: Market, subject: Row, costs: number, answer: Row) {
  const { arv, offers, rent, gross_yield_at_offer: yieldAtOffer, explanation, investors_paid: paid } = answer;
  for (const { rule, ...amounts } of offers) {
    const bounds = [
      [amounts.maximum_offer, arv.value],
      [amounts.maximum_offer_low, arv.value_low],
      [amounts.maximum_offer_high, arv.value_high],
    ];
    // The offer is computed before the value is rounded to a dollar.
    for (const [amount, value] of bounds)
      expect(Math.abs(amount - Math.max(0, rule * value - costs))).toBeLessThanOrEqual(1);
  }
  const middle = [...offers].sort((a: Row, b: Row) => a.rule - b.rule)[Math.floor((offers.length - 1) / 2)];
  const offer = middle.maximum_offer;
  expect(yieldAtOffer).toBe(rent === null || offer === 0 ? null : Math.round((12_000 * rent.value) / offer) / 10);
  const from = new Date(Date.parse(explanation.as_of_date) - 730 * 86_400_000).toISOString().slice(0, 10);
  const flips = market.deals.filter(
    (deal) =>
      deal.deal_type === 'flip' &&
      deal.property_type === subject.property_type &&
      deal.arms_length !== 'non_arms_length' &&
      deal.institution === null &&
      deal.purchase_price !== null &&
      deal.cell !== null &&
      deal.event_date >= from &&
      deal.event_date <= explanation.as_of_date &&
      deal.visible_from <= explanation.as_of_date &&
      milesBetween(subject, deal) <= explanation.radius_miles,
  );
  const shares = flips.map(({ purchase_price, sale_price }) => purchase_price / sale_price);
  if (shares.length === 0) return expect(paid).toBeNull();
  expect(paid).toMatchObject({
    count: shares.length,
    median_share_of_resale: expect.closeTo(percentile(shares, 0.5), 3),
    p33: expect.closeTo(percentile(shares, 0.33), 3),
    p67: expect.closeTo(percentile(shares, 0.67), 3),
  });
}
