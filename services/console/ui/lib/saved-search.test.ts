import { expect, test } from 'bun:test';
import type { Buyer } from '../api/place-queries.ts';
import { NO_PLACE } from './place.ts';
import { newsOf, savedQueryOf, seenBuyers } from './saved-search.ts';

const buyer = (id: string, ...days: string[]) =>
  ({ explain: { buyer_id: id, evidence: days.map((purchase_date) => ({ purchase_date })) } }) as unknown as Buyer;

test('buyers are news when they are new or bought since they were seen', () => {
  const seen = seenBuyers([buyer('a', '2026-01-01'), buyer('b', '2026-01-01', '2025-01-01'), buyer('gone')]);
  const now = [buyer('a', '2025-06-01', '2026-02-01'), buyer('b', '2026-01-01'), buyer('c', '2020-01-01')];
  expect([...newsOf(now, seen)]).toEqual([
    ['a', 'bought again'],
    ['c', 'new'],
  ]);
  expect(newsOf(now, seenBuyers(now)).size).toBe(0);
});

test('a search is saved without what is selected or calculated beside it', () => {
  const place = { ...NO_PLACE, address: '1 W Main St', radius: 3 };
  const touched = { ...place, selected: 'a', saved: 'id', sort: 'distance' as const, repairs: 1, fee: 2, rule: 60 };
  expect(savedQueryOf(touched)).toBe(savedQueryOf(place));
  expect(savedQueryOf(place)).toBe('address=1+W+Main+St&radius=3');
});
