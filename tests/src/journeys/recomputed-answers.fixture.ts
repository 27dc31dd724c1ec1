import { decodeBuyerId, decodePropertyId } from '@plat/contracts';
import type { Sql } from '@plat/db';

/**
 * The figures of explained searches and profiles, computed again from the published rows by the text of
 * docs/rules/smart-match.md and docs/rules/buyers.md. Imports nothing of the code that it checks.
 */

/** Rows as PostgreSQL returns them: dates `YYYY-MM-DD`, amounts as numbers. */
// biome-ignore lint/suspicious/noExplicitAny: rows of several tables
export type Row = Record<string, any>;

export interface Market {
  schema: string;
  deals: Row[];
  dealsOfBuyer: Map<number, Row[]>;
  /** Last day of records by county key. */
  through: Map<string, string>;
}

/** Filters of a search, all of them set. */
export interface Asked {
  radius_miles: number;
  lookback_years: number;
  buyer_types: readonly string[];
  hide_hedge_fund: boolean;
  hide_non_arms_length: boolean;
  min_bedrooms?: number;
}

const EARTH_MILES = 3958.7613;
const DAY_MS = 86_400_000;
const WEIGHTS = { proximity: 0.25, recency: 0.2, similarity: 0.25, activity: 0.2, reliability: 0.1 };
const DEAL_TYPE: Record<string, string> = { flipper: 'flip', landlord: 'rental' };

const number = (value: unknown) => (value === null ? null : Number(value));
const NUMBERS = [
  ...['deal_id', 'property_id', 'buyer_id', 'purchase_price', 'sale_price', 'estimated_value'],
  ...['living_square_feet', 'bedrooms', 'bathrooms', 'year_built', 'latitude', 'longitude', 'reliability'],
];
const numeric = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, NUMBERS.includes(name) ? number(value) : value]),
  );

export async function readMarket(sql: Sql, schema: string): Promise<Market> {
  const days = 'event_date::text, visible_from::text, purchase_date::text, sale_date::text';
  const rows = await sql.unsafe<Row[]>(`select *, ${days} from ${schema}.deal where not extended`);
  const counties = await sql.unsafe<Row[]>(`select county_key, records_through::text as day from ${schema}.county`);
  const deals = rows.map(numeric);
  const dealsOfBuyer = Map.groupBy(deals, ({ buyer_id }) => buyer_id);
  return { schema, deals, dealsOfBuyer, through: new Map(counties.map(({ county_key, day }) => [county_key, day])) };
}

export async function subjectOf(sql: Sql, schema: string, propertyId: number): Promise<Row> {
  const [row] = await sql.unsafe<Row[]>(`select * from ${schema}.property where property_id = ${propertyId}`);
  return numeric(row!);
}

export const countyOf = ({ fips, county }: Row): string => fips ?? county?.toUpperCase() ?? '';
const dayNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / DAY_MS;
const days = (from: string, to: string) => dayNumber(to) - dayNumber(from);
const dayBefore = (day: string, count: number) =>
  new Date((dayNumber(day) - count) * DAY_MS).toISOString().slice(0, 10);
const later = (a: string, b: string) => (a > b ? a : b);

export function milesBetween(a: Row, b: Row): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const [dy, dx] = [radians(b.latitude - a.latitude), radians(b.longitude - a.longitude)];
  const h =
    Math.sin(dy / 2) ** 2 + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(dx / 2) ** 2;
  return 2 * EARTH_MILES * Math.asin(Math.sqrt(h));
}

/** Type 7 of Hyndman and Fan (1996). */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = share * (sorted.length - 1);
  const low = sorted[Math.floor(at)]!;
  return low + (at - Math.floor(at)) * (sorted[Math.ceil(at)]! - low);
}

/** Deals of both types in the circle and window, whatever their attributes. */
function dealsInside({ deals }: Market, subject: Row, { radius_miles, lookback_years }: Asked, end: string): Row[] {
  const from = dayBefore(end, Math.floor(lookback_years * 365.25));
  return deals.flatMap((deal) => {
    // Whoever bought the searched house to let is its owner, not a buyer for it.
    if (deal.deal_type === 'rental' && deal.property_id === subject.property_id) return [];
    const inTime = deal.event_date >= from && deal.event_date <= end && deal.visible_from <= end;
    if (!inTime || deal.cell === null) return [];
    const miles = milesBetween(subject, deal);
    return miles <= radius_miles ? [{ ...deal, miles }] : [];
  });
}

const isHidden = ({ institution, deal_type }: Row) =>
  institution !== null && !(deal_type === 'flip' && institution === 'large');
const isOffMarket = ({ arms_length }: Row) => arms_length === 'non_arms_length';

/** The results that a search must give, best first, each with its score, and its funnel without contacts. */
export function recomputeSearch(market: Market, subject: Row, asked: Asked, end: string) {
  const inside = dealsInside(market, subject, asked, end);
  const types = asked.buyer_types.map((type) => DEAL_TYPE[type]);
  const { min_bedrooms: least = null } = asked;
  const bounded = inside.filter(
    ({ deal_type, bedrooms }) =>
      types.includes(deal_type) && (least === null || (bedrooms !== null && bedrooms >= least)),
  );
  const withoutInstitutions = bounded.filter((deal) => !asked.hide_hedge_fund || !isHidden(deal));
  const visible = withoutInstitutions.filter((deal) => !asked.hide_non_arms_length || !isOffMarket(deal));
  const scoreOf = scoring(visible, subject, asked.radius_miles, end);
  const seat = ({ buyer_id, deal_type }: Row) => `${buyer_id}/${deal_type}`;
  const scored = visible.map((deal) => ({ deal, parts: scoreOf(deal) }));
  const ranked = scored
    .map((one) => ({ ...one, score: Object.values(one.parts).reduce((sum, points) => sum + points, 0) }))
    .sort(
      (a, b) =>
        b.score - a.score ||
        a.deal.miles - b.deal.miles ||
        b.deal.event_date.localeCompare(a.deal.event_date) ||
        a.deal.deal_id - b.deal.deal_id,
    );
  const taken = new Set<string>();
  const results = ranked.filter(({ deal }) => !taken.has(seat(deal)) && taken.add(seat(deal)));
  const buyersOf = (deals: Row[]) => new Set(deals.map(seat)).size;
  const countedInside = new Map<number, number>();
  for (const deal of inside.filter((one) => !asked.hide_non_arms_length || !isOffMarket(one)))
    countedInside.set(deal.buyer_id, (countedInside.get(deal.buyer_id) ?? 0) + 1);
  const funnel = {
    deals: bounded.length,
    buyers: buyersOf(bounded),
    'hidden-hedge-fund': buyersOf(bounded) - buyersOf(withoutInstitutions),
    'hidden-non-arms-length': buyersOf(withoutInstitutions) - buyersOf(visible),
  };
  return { results, funnel, countedInside };
}

/** The points of a deal by part. */
function scoring(visible: readonly Row[], subject: Row, radius: number, end: string) {
  const recency = (deal: Row) => 0.5 ** (days(deal.event_date, end) / 365);
  const sameType = (deal: Row) => (deal.property_type === subject.property_type ? 1 : 0);
  const activity = new Map<number, number>();
  for (const deal of visible) {
    const bell = Math.exp(-((deal.miles / 1.4) ** 2) / 2);
    const counted = bell * (0.6 + 0.4 * recency(deal)) * (0.5 + 0.5 * sameType(deal));
    activity.set(deal.buyer_id, (activity.get(deal.buyer_id) ?? 0) + counted);
  }
  const priceFor = (type: string) => {
    const valued = visible.filter((one) => one.deal_type === type && one.purchase_price && one.estimated_value);
    const ratios = valued.map((one) => one.purchase_price / one.estimated_value);
    return ratios.length < 3 || !subject.estimated_value ? null : percentile(ratios, 0.5) * subject.estimated_value;
  };
  const price: Record<string, number | null> = { flip: priceFor('flip'), rental: priceFor('rental') };
  const amounts = (a: number | null, b: number | null) => (a && b ? [Math.max(0, 1 - Math.abs(Math.log2(a / b)))] : []);
  const rooms = (a: number | null, b: number | null) =>
    a === null || b === null ? [] : [Math.max(0, 1 - Math.abs(a - b) / 3)];
  return (deal: Row): Record<string, number> => {
    const alike = [
      ...amounts(deal.living_square_feet, subject.living_square_feet),
      ...rooms(deal.bedrooms, subject.bedrooms),
      ...rooms(deal.bathrooms, subject.bathrooms),
      ...amounts(deal.purchase_price, price[deal.deal_type]!),
      sameType(deal),
    ];
    return {
      proximity: WEIGHTS.proximity * Math.exp(-deal.miles / (0.5 * radius)),
      recency: WEIGHTS.recency * recency(deal),
      similarity: (WEIGHTS.similarity * alike.reduce((sum, one) => sum + one, 0)) / alike.length,
      activity: WEIGHTS.activity * Math.min(1, Math.log(1 + activity.get(deal.buyer_id)!) / Math.log(11)),
      reliability: WEIGHTS.reliability * Math.min(1, Math.max(0, deal.reliability)),
    };
  };
}

/**
 * Deals of a buyer that count in its portfolio, newest event first.
 * @param hidesOffMarket false for the evidence of a search that shows off-market deals
 */
export function portfolioOf(
  { dealsOfBuyer, through }: Market,
  buyerId: number,
  asOf: string,
  hidesOffMarket = true,
): Row[] {
  const counted = (dealsOfBuyer.get(buyerId) ?? []).filter((deal) => {
    const last = through.get(countyOf(deal)) ?? '';
    const isAsked = !hidesOffMarket || !isOffMarket(deal);
    return isAsked && later(deal.event_date, deal.visible_from) <= (last < asOf ? last : asOf);
  });
  return counted.sort((a, b) => b.event_date.localeCompare(a.event_date) || b.deal_id - a.deal_id);
}

export const seatsOf = (results: number) => Math.min(25, Math.max(3, Math.ceil(0.2 * results)));

/** An item of a response, in the form that the recomputation gives. */
export const seatOf = (item: Row) => ({
  buyer: decodeBuyerId(item.explain.buyer_id),
  type: DEAL_TYPE[item.buyer_type],
  property: decodePropertyId(item.explain.property_id),
});
