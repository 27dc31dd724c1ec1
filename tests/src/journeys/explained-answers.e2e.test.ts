/** Explained searches, profiles and offers of a generated market, computed again from its published rows. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createKey, setCompanyLimit } from '@plat/accounts/operator';
import { decodeBuyerId } from '@plat/contracts';
import { SAMPLE_AS_OF } from '@plat/standalone/sample-database';
import { compareOffers, compareProfile, compareSearch } from './compare-answers.fixture.ts';
import { type Asked, countyOf, type Market, type Row, readMarket, subjectOf } from './recomputed-answers.fixture.ts';
import { type ServedMarket, serveSampleMarket } from './served-market.fixture.ts';

const START_MS = 120_000;
const SUBJECTS = 24;
const PROFILES_EACH = 3;
const MAX_RESULTS = 500;

let served: ServedMarket;
let market: Market;
let subjects: Row[];
let headers: Record<string, string>;
beforeAll(async () => {
  served = await serveSampleMarket({ receiver: 'localhost' });
  const { sql } = served.database;
  const owner = { kind: 'subscriber', name: 'Desk', companyName: 'Acme', rateLimit: 10_000 } as const;
  headers = { 'x-api-key': (await createKey(served.operator, 'operator:test', owner)).key };
  for (const endpoint of ['buyer_search', 'offers', 'linked_deals'] as const)
    await setCompanyLimit(served.operator, 'operator:test', 'Acme', { endpoint, customLimit: 10_000 });
  market = await readMarket(sql, 'market');
  const chosen = await sql<{ property_id: number }[]>`
    select property_id from market.property where cell is not null and address is not null and property_type = 'SFR'
    order by md5(property_id::text) limit ${SUBJECTS}`;
  subjects = await Promise.all(chosen.map(({ property_id: id }) => subjectOf(sql, 'market', Number(id))));
}, START_MS);
afterAll(() => served?.close(), START_MS);

/** Another combination of filters for each subject. */
const filtersAt = (index: number): Asked => ({
  radius_miles: [0.5, 2, 5, 10][index % 4]!,
  lookback_years: [1, 2, 3, 5][(index >> 1) % 4]!,
  buyer_types: [['flipper', 'landlord'], ['landlord'], ['flipper', 'landlord'], ['flipper']][index % 4]!,
  hide_hedge_fund: index % 3 > 0,
  hide_non_arms_length: index % 5 > 0,
  ...(index % 6 === 0 ? { min_bedrooms: 3 } : {}),
});

async function search(subject: Row, asked: object, query = '') {
  const body = { address: subject.address, ...asked, explain: 'full' };
  const answer = await served.send('POST', `/v1/buyer-search${query}`, headers, body);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return { items: answer.body as Row[], funnel: answer.headers.get('x-search-funnel') ?? '' };
}
const endAt = (subject: Row) => market.through.get(countyOf(subject))!;

test(
  'points, ranks, evidence, counts and the funnel follow from the published rows',
  async () => {
    let compared = 0;
    for (const [index, subject] of subjects.entries()) {
      const asked = filtersAt(index);
      const { items, funnel } = await search(subject, asked);
      expect(items.length).toBeLessThan(MAX_RESULTS);
      compareSearch(market, subject, asked, endAt(subject), items, funnel);
      compared += items.length;
    }
    expect(compared).toBeGreaterThan(SUBJECTS * 10);
  },
  START_MS,
);

test(
  'a limit and the order by distance change nothing else in the explanations',
  async () => {
    const [subject] = subjects;
    const explained = ({ items }: { items: Row[] }) =>
      items.map(({ smart_match_rank: rank, smart_match: smart, explain }) => [
        rank,
        smart,
        { ...explain, contact_checked_at: null },
      ]);
    const asked = { radius_miles: 5 };
    const all = await search(subject!, asked);
    const best = await search(subject!, { ...asked, limit: 5 });
    const nearest = await search(subject!, asked, '?sort=distance');
    expect(explained(best)).toEqual(explained(all).slice(0, 5));
    expect(best.funnel).toBe(all.funnel.replace(/shown=\d+/, 'shown=5'));
    expect(explained(nearest).sort(([a], [b]) => a - b)).toEqual(explained(all));
    expect(nearest.funnel).toBe(all.funnel);
    const reachable = await search(subject!, { ...asked, hide_no_phone: true });
    const hidden = all.items.length - reachable.items.length;
    expect(hidden).toBeGreaterThan(0);
    expect(reachable.funnel).toContain(`hidden-no-phone=${hidden}, shown=${reachable.items.length}`);
  },
  START_MS,
);

test(
  'profiles follow from the published rows',
  async () => {
    const buyers = new Set<string>();
    for (const subject of subjects) {
      const { items } = await search(subject, { radius_miles: 5 });
      for (const { explain } of items.slice(0, PROFILES_EACH)) buyers.add(explain.buyer_id);
    }
    expect(buyers.size).toBeGreaterThan(SUBJECTS / 2);
    for (const id of buyers) {
      const { status, body } = await served.send('GET', `/v1/buyers?buyer_id=${id}`, headers);
      expect([id, status]).toEqual([id, 200]);
      await compareProfile(market, served.database.sql, decodeBuyerId(id)!, SAMPLE_AS_OF, body);
    }
  },
  START_MS,
);

test(
  'offers follow from the value after repair and nearby flips',
  async () => {
    let compared = 0;
    for (const [index, subject] of subjects.entries()) {
      const repairs = [0, 40_000, 12_345.5][index % 3]!;
      const rules = [[0.65, 0.7, 0.75], [0.9, 0.333, 1, 0.01], [0.7]][index % 3]!;
      const body = { address: subject.address, repairs, assignment_fee: 5_000, rules, explain: true };
      const answer = await served.send('POST', '/v1/offers', headers, body);
      if (answer.body.code === 'INSUFFICIENT_COMPARABLE_SALES') continue;
      expect(answer.status).toBe(200);
      expect(answer.headers.get('x-value-confidence')).toMatch(/^(low|medium|high)$/);
      compareOffers(market, subject, repairs + 5_000, answer.body);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(SUBJECTS / 2);
  },
  START_MS,
);

test(
  'offers have a counter of their own, which dry runs and replays leave alone',
  async () => {
    const owner = { kind: 'subscriber', name: 'Offers', companyName: 'Offers', authorizedEndpoints: ['retail_comps'] };
    const { key } = await createKey(served.operator, 'operator:test', owner);
    const body = { address: subjects[0]!.address, repairs: 20_000 };
    const offer = (more: object = {}) => served.send('POST', '/v1/offers', { 'x-api-key': key, ...more }, body);
    const used = async () => {
      const { endpoints } = (await served.send('GET', '/v1/usage', { 'x-api-key': key })).body;
      const rows = endpoints.map(({ endpoint, used: count }: Row) => [endpoint, count]);
      const counted = Object.fromEntries(rows);
      return [counted.offers, counted.retail_comps];
    };
    expect((await offer({ 'x-dry-run': 'true' })).body).toMatchObject({ would_count: true, counted_before: false });
    expect(await used()).toEqual([0, 0]);
    const [first, again] = [await offer({ 'idempotency-key': 'one' }), await offer({ 'idempotency-key': 'one' })];
    expect([first.status, again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 200, 'true']);
    expect(again.body).toEqual(first.body);
    const kept = ['x-value-confidence', 'x-comps-source', 'x-match-level', 'x-records-through'];
    for (const name of kept) expect([name, again.headers.get(name)]).toEqual([name, first.headers.get(name)]);
    expect(await used()).toEqual([1, 0]);
  },
  START_MS,
);

test(
  'a replayed search has the funnel and the explanations of the first response',
  async () => {
    const body = { address: subjects[0]!.address, radius_miles: 5, explain: 'full', create_deal: false };
    const ask = () => served.send('POST', '/v1/buyer-search', { ...headers, 'idempotency-key': 'explained' }, body);
    const [first, again] = [await ask(), await ask()];
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.headers.get('x-search-funnel')).toBe(first.headers.get('x-search-funnel'));
    const withoutTime = (items: Row[]) =>
      items.map(({ explain, ...item }) => ({ ...item, explain: { ...explain, contact_checked_at: null } }));
    expect(withoutTime(again.body)).toEqual(withoutTime(first.body));
  },
  START_MS,
);
