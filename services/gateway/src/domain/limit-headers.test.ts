import { describe, expect, test } from 'bun:test';
import { DAY_MS } from '@plat/kit';
import type { MinuteDecision } from '@plat/limits';
import fc from 'fast-check';
import { isInnerList, parseList } from 'structured-headers';
import { limitHeaders, secondsUntil } from './limit-headers.ts';
import { countedLocation } from './usage-subject.ts';

const NOW_MS = Date.parse('2026-03-01T12:00:00Z');
const NEXT_MONTH = '2026-04-01T00:00:00.000Z';
const MINUTE: MinuteDecision = {
  allowed: true,
  limit: 20,
  windowMs: 60_000,
  remaining: 19,
  resetMs: 41_000,
  retryAfterMs: 0,
};

/** Items of a structured field (RFC 9651) as [name, parameters]. */
const itemsOf = (header: string | undefined) =>
  parseList(header ?? '').map((member) => {
    if (isInnerList(member)) throw new Error('an item was expected');
    return [member[0], Object.fromEntries(member[1])];
  });

describe('limit headers', () => {
  test('include the documented and the standard ones, per minute and month', () => {
    const headers = limitHeaders(MINUTE, { limit: 25, remaining: 24, resets_at: NEXT_MONTH }, NOW_MS);
    expect(headers).toEqual({
      'x-ratelimit-limit': '20',
      'x-ratelimit-remaining': '19',
      'x-monthly-limit': '25',
      'x-monthly-remaining': '24',
      'x-monthly-reset': NEXT_MONTH,
      'ratelimit-policy': '"minute";q=20;w=60, "month";q=25;w=2678400',
      ratelimit: '"minute";r=19;t=41, "month";r=24;t=2635200',
    });
  });

  test('omit the month when it has no limit', () => {
    const headers = limitHeaders(MINUTE, { limit: null, remaining: null, resets_at: NEXT_MONTH }, NOW_MS);
    expect(Object.keys(headers).filter((name) => name.includes('month'))).toEqual([]);
    expect(headers.ratelimit).toBe('"minute";r=19;t=41');
    expect(limitHeaders(undefined, undefined, NOW_MS)).toEqual({});
  });

  test('name the window of the earlier API', () => {
    expect(limitHeaders({ ...MINUTE, limit: 100, windowMs: 1_000, resetMs: 300 }, undefined, NOW_MS)).toMatchObject({
      'ratelimit-policy': '"second";q=100;w=1',
      ratelimit: '"second";r=19;t=1',
    });
  });

  test('parse as RFC 9651 structured fields for any numbers', () => {
    const count = fc.integer({ min: 0, max: 1_000_000_000 });
    fc.assert(
      fc.property(count, count, count, fc.nat(60_000), fc.nat(31 * DAY_MS), (limit, remaining, month, resetMs, ms) => {
        const allowance = { limit: month, remaining: month, resets_at: NEXT_MONTH };
        const headers = limitHeaders({ ...MINUTE, limit, remaining, resetMs }, allowance, NOW_MS + ms);
        expect(itemsOf(headers['ratelimit-policy'])).toEqual([
          ['minute', { q: limit, w: 60 }],
          ['month', { q: month, w: 31 * 86_400 }],
        ]);
        const t = Math.max(1, Math.ceil((Date.parse(NEXT_MONTH) - NOW_MS - ms) / 1000));
        expect(itemsOf(headers.ratelimit)).toEqual([
          ['minute', { r: remaining, t: Math.ceil(resetMs / 1000) }],
          ['month', { r: month, t }],
        ]);
      }),
    );
  });

  test('never ask for an immediate retry', () => {
    expect(secondsUntil(NEXT_MONTH, Date.parse(NEXT_MONTH))).toBe(1);
    expect(secondsUntil(NEXT_MONTH, Date.parse(NEXT_MONTH) + 5_000)).toBe(1);
  });
});

describe("a search's counted location", () => {
  test.each([
    [33.44844, -112.07401, '33.4484,-112.0740'],
    [33.44846, -112.07399, '33.4485,-112.0740'],
    [0, -0, '0.0000,0.0000'],
    [-0.00004, 0.00004, '0.0000,0.0000'],
    [-90, 180, '-90.0000,180.0000'],
  ])('for %p, %p is %p', (latitude, longitude, value) => {
    expect(countedLocation({ latitude, longitude })).toEqual({ kind: 'location', value });
  });
});
