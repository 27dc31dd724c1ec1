import { describe, expect, test } from 'bun:test';
import { METERED_ENDPOINT_NAMES } from '@plat/contracts';
import fc from 'fast-check';
import { monthOf, resetsAt } from './allowance.ts';
import { agreedLimit, endUserLimit, legacyLimit, type PlanLimitSums, subscriberLimit } from './limits.ts';

describe('the limit of a subscriber key', () => {
  test.each([
    ['buyer_search', 25],
    ['analytics_search', 100],
    ['analytics_summary', 100],
    ['retail_comps', 100],
    ['investor_comps', 100],
    ['linked_deals', 100],
    ['autocomplete', 10_000],
    ['legacy_search', null],
  ] as const)('%s has %p by default', (endpoint, limit) => {
    expect(subscriberLimit(endpoint, undefined)).toBe(limit);
    expect(subscriberLimit(endpoint, { planLimit: null, customLimit: null })).toBe(limit);
  });

  test.each([
    [{ customLimit: 500, planLimit: null }, 500],
    [{ customLimit: 3, planLimit: null }, 3],
    [{ customLimit: 0, planLimit: null }, 0],
    [{ customLimit: null, planLimit: 5 }, 5],
    [{ customLimit: null, planLimit: 40 }, 25],
    [{ customLimit: 500, planLimit: 40 }, 40],
    [{ customLimit: 10, planLimit: 40 }, 10],
  ])('with %p is %p', (own, limit) => {
    expect(subscriberLimit('buyer_search', own)).toBe(limit);
  });
});

describe('the limit of an end user', () => {
  const sums: PlanLimitSums = {
    autocomplete_limit: 1,
    analytics_search_limit: 2,
    buyer_search_limit: 3,
    investor_comps_limit: 4,
    retail_comps_limit: 5,
    linked_deals_limit: 0,
  };
  test.each([
    ['autocomplete', 1],
    ['analytics_search', 2],
    ['analytics_summary', 2],
    ['buyer_search', 3],
    ['investor_comps', 4],
    ['retail_comps', 5],
    ['linked_deals', null],
    ['offers', 5],
    ['legacy_search', null],
  ] as const)('%s has %p', (endpoint, limit) => {
    expect(endUserLimit(endpoint, sums)).toBe(limit);
  });

  test('covers nothing without subscriptions', () => {
    for (const endpoint of METERED_ENDPOINT_NAMES) expect(endUserLimit(endpoint, null)).toBeNull();
  });
});

test('offers are limited like retail comps unless a limit of their own is agreed', () => {
  const comps = { endpoint: 'retail_comps', planLimit: null, customLimit: 7 } as const;
  const offers = { endpoint: 'offers', planLimit: 3, customLimit: null } as const;
  expect(agreedLimit([comps], 'offers')).toBe(comps);
  expect(agreedLimit([comps, offers], 'offers')).toBe(offers);
  expect(agreedLimit([offers], 'retail_comps')).toBeUndefined();
});

test('a legacy key covers legacy searches only', () => {
  expect(legacyLimit('legacy_search', 100_000)).toBe(100_000);
  expect(legacyLimit('buyer_search', 100_000)).toBeNull();
});

test("every instant lies before its month's reset, which starts the next month", () => {
  const instants = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(instants, (instant) => {
      const month = monthOf(instant.getTime());
      const reset = Date.parse(resetsAt(month));
      expect(reset).toBeGreaterThan(instant.getTime());
      expect(monthOf(reset - 1)).toBe(month);
      expect(monthOf(reset) > month).toBe(true);
    }),
  );
});

test.each([
  ['2026-12-31T23:59:59.999Z', '2026-12-01', '2027-01-01T00:00:00.000Z'],
  ['2027-01-01T00:00:00.000Z', '2027-01-01', '2027-02-01T00:00:00.000Z'],
  ['2028-02-29T12:00:00.000Z', '2028-02-01', '2028-03-01T00:00:00.000Z'],
])('%s is in month %s, which ends at %s', (instant, month, reset) => {
  expect(monthOf(Date.parse(instant))).toBe(month);
  expect(resetsAt(month)).toBe(reset);
});
