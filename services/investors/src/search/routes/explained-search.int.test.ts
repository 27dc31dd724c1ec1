import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type BuyerExplanation, type BuyerSearchItem, type BuyerSearchRequest, decodeBuyerId } from '@plat/contracts';
import { milesBetween } from '@plat/dataset';
import { eventually } from '@plat/test-kit';
import { type InvestorsUnderTest, investorsUnderTest } from '../../investors-under-test.fixture.ts';
import { MATCH_WEIGHTS } from '../domain/match-weights.ts';
import { AS_OF, DEALS, HAND_MADE_MARKET, HOUSE, OWN_PURCHASES } from './buyer-search.fixture.ts';

const MAIL = { buyer_mailing_line: '9 E Almeria Rd', buyer_mailing_city: 'Phoenix', buyer_mailing_zip: '85003' };
const MAILED = { line: '9 E Almeria Rd', city: 'Phoenix', state: 'AZ', zip: '85003' };

const ALL_DEALS = [...DEALS, ...OWN_PURCHASES];
let service: InvestorsUnderTest;
beforeAll(async () => {
  service = await investorsUnderTest({ ...HAND_MADE_MARKET, deal: ALL_DEALS.map((deal) => ({ ...deal, ...MAIL })) });
}, 60_000);
afterAll(() => service?.close());

type Explained = BuyerSearchItem & { explain: BuyerExplanation };
async function explained(body: BuyerSearchRequest = {}): Promise<{ items: Explained[]; headers: Headers }> {
  const response = await service.post({ address: 'the house', explain: 'full', ...body });
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
  return { items: (await response.json()) as Explained[], headers: response.headers };
}

describe('a buyer search with explain full', () => {
  test('returns the same buyers with every explanation field', async () => {
    const { items } = await explained();
    const plain = await service.buyers({ address: 'the house' });
    expect(items.map(({ explain: _, ...item }) => item)).toEqual(plain);
    const [first] = items;
    expect(first?.explain).toEqual({
      buyer_id: 'buy_1',
      property_id: expect.stringMatching(/^prp_/),
      parcel_id: expect.stringMatching(/^P\d+$/),
      mailing_address: MAILED,
      match: expect.anything(),
      evidence: expect.any(Array),
      deals_in_radius: 3,
      contact_status: 'available',
      contact_checked_at: expect.any(String),
    });
  });

  test('keeps the contact fields of explain true at the top, and those of full inside', async () => {
    const [plain] = await service.buyers({ address: 'the house', explain: true });
    expect(plain).toHaveProperty('contact_status', 'available');
    expect(plain).not.toHaveProperty('explain');
    const [full] = (await explained()).items;
    expect(full).not.toHaveProperty('contact_status');
    expect(full).not.toHaveProperty('contact_checked_at');
  });

  test('adds up the points to the score, and ranks by it', async () => {
    const { items } = await explained();
    for (const { explain } of items) {
      const { score, parts } = explain.match;
      expect(parts.map(({ name }) => name)).toEqual(['proximity', 'recency', 'similarity', 'activity', 'reliability']);
      for (const { value, weight, points } of parts) expect(points).toBeCloseTo(value * weight, 12);
      expect(Math.abs(parts.reduce((sum, { points }) => sum + points, 0) - score)).toBeLessThan(1e-9);
      expect(parts.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 9);
      expect(parts.every((part) => !('judged' in part))).toBe(true);
    }
    const scores = items.map(({ explain }) => explain.match.score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
  });

  test('has the parts that a calculation by hand gives', async () => {
    const { items } = await explained();
    const half = items.find(({ buyer_entity_name }) => buyer_entity_name === 'HALF MILE RENTALS LLC');
    const value = Object.fromEntries((half?.explain.match.parts ?? []).map((part) => [part.name, part.value]));
    expect(value.proximity).toBeCloseTo(Math.exp(-0.5), 4);
    expect(value.recency).toBeCloseTo(0.5 ** (60 / 365), 9);
    // Same size, type and price band; one bedroom and half a bathroom apart: (1 + 2/3 + 5/6 + 1) / 4 without a price.
    expect(value.similarity).toBeCloseTo((1 + 2 / 3 + 5 / 6 + 1) / 4, 9);
    expect(value.reliability).toBe(1);
    expect(half?.explain.match.parts.map(({ weight }) => weight)).toEqual(Object.values(MATCH_WEIGHTS));
  });

  test('says that similarity cannot be judged where nothing is known of the subject', async () => {
    const { items } = await explained({
      address: null,
      latitude: 33.51,
      longitude: -112.11,
      property_types: ['OTHER'],
    });
    const similarity = items[0]?.explain.match.parts.find(({ name }) => name === 'similarity');
    expect(similarity).toMatchObject({ value: 0.5, judged: false });
  });

  test('lists the newest deals of the buyer as evidence, and counts those in the circle', async () => {
    const counted = ALL_DEALS.filter(
      ({ arms_length, extended, visible_from }) =>
        arms_length !== 'non_arms_length' && extended !== true && String(visible_from) <= AS_OF,
    );
    const { items } = await explained();
    for (const { explain } of items) {
      const own = counted.filter(({ buyer_id }) => buyer_id === decodeBuyerId(explain.buyer_id));
      const newest = own.sort((a, b) => String(b.event_date).localeCompare(String(a.event_date))).slice(0, 5);
      expect(explain.evidence.map(({ address }) => address)).toEqual(newest.map(({ address }) => address ?? null));
      const miles = newest.map((deal) => milesBetween(HOUSE, { latitude: deal.latitude!, longitude: deal.longitude! }));
      for (const [at, { miles_from_subject }] of explain.evidence.entries()) {
        expect(miles_from_subject).toBeCloseTo(miles[at] as number, 2);
      }
      const inside = own.filter(
        (deal) =>
          milesBetween(HOUSE, { latitude: deal.latitude!, longitude: deal.longitude! }) <= 2 &&
          String(deal.event_date) >= '2024-06-30',
      );
      expect(explain.deals_in_radius).toBe(inside.length);
    }
  });

  test('gives an off-market deal as evidence when the search shows the buyer for it', async () => {
    const { items } = await explained({ hide_non_arms_length: false });
    const cousin = items.find(({ buyer_entity_name }) => buyer_entity_name === 'COUSIN LLC');
    expect(cousin?.explain).toMatchObject({
      evidence: [expect.anything()],
      deals_in_radius: 1,
      mailing_address: MAILED,
    });
  });

  test('hides the mailing address of a person who asked for deletion', async () => {
    const { items } = await explained();
    const erased = items.find(({ buyer_entity_name }) => buyer_entity_name === 'ERASED OWEN');
    expect([erased?.explain.mailing_address, erased?.explain.contact_status]).toEqual([null, 'withheld']);
  });

  test('counts what was found, hidden and shown', async () => {
    expect((await explained()).headers.get('x-search-funnel')).toBe(
      'deals=13, buyers=10, hidden-hedge-fund=3, hidden-non-arms-length=1, hidden-no-phone=0, shown=6',
    );
    const shownAll = { hide_hedge_fund: false, hide_non_arms_length: false };
    expect((await explained(shownAll)).headers.get('x-search-funnel')).toBe(
      'deals=13, buyers=10, hidden-hedge-fund=0, hidden-non-arms-length=0, hidden-no-phone=0, shown=10',
    );
    expect((await explained({ hide_no_phone: true, limit: 1 })).headers.get('x-search-funnel')).toBe(
      'deals=13, buyers=10, hidden-hedge-fund=3, hidden-non-arms-length=1, hidden-no-phone=3, shown=1',
    );
    expect((await service.post({ address: 'the house', explain: true })).headers.has('x-search-funnel')).toBe(false);
  });

  test('leaves the own purchase of the searched house out, and shows its owner for other deals only', async () => {
    const names = (items: Explained[]) => items.map((item) => item.buyer_entity_name);
    const { items } = await explained();
    expect(names(items)).not.toContain('HOUSE OWNER LLC');
    expect(items.find((item) => item.buyer_entity_name === 'HALF MILE RENTALS LLC')?.miles_from_subject).toBe(0.5);
    const place = { address: null, latitude: HOUSE.latitude + 0.001, longitude: HOUSE.longitude };
    expect(names((await explained(place)).items)).toContain('HOUSE OWNER LLC');
  });

  test('explains results that are fetched later, too', async () => {
    const accepted = await service.post({ address: 'the house', explain: 'full', async: true });
    const { search_id: id } = (await accepted.json()) as { search_id: string };
    const results = await eventually(
      () => service.get(`/v1/buyer-search?search_id=${id}`),
      ({ headers }) => headers.get('x-search-status') === 'completed',
    );
    const later = (await results.json()) as Explained[];
    const { items } = await explained();
    const withoutTime = (all: Explained[]) =>
      all.map((item) => ({ ...item, explain: { ...item.explain, contact_checked_at: null } }));
    expect(withoutTime(later)).toEqual(withoutTime(items));
  });

  test('rejects any other word', async () => {
    const response = await service.post({ address: 'the house', explain: 'all' });
    expect([response.status, ((await response.json()) as { error: string }).error]).toEqual([
      400,
      expect.stringContaining('explain'),
    ]);
  });
});
