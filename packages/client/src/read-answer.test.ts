import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { PlatApiError, PlatNetworkError } from './errors.ts';
import { apiErrorOf, limitsOf, retryAfterMsOf } from './read-answer.ts';
import { retryDelayMs } from './retry.ts';

const NOW_MS = Date.parse('2026-03-01T12:00:00Z');
const waitOf = (text: string) => retryAfterMsOf(new Headers({ 'retry-after': text }), NOW_MS);
const headerText = fc.string({ unit: fc.constantFrom(...' 0123456789.-+eE:,;abcGMTxX'.split('')), maxLength: 30 });

test('accepts Retry-After as seconds or an HTTP date, and nothing else', () => {
  expect([waitOf('0'), waitOf('60'), waitOf('Sun, 01 Mar 2026 12:00:30 GMT')]).toEqual([0, 60_000, 30_000]);
  expect(waitOf('Sun, 01 Mar 2026 11:00:00 GMT')).toBe(0);
  for (const text of ['', '-1', '1.5', 'soon', '1e3']) expect(waitOf(text)).toBeNull();
  fc.assert(
    fc.property(headerText, (text) => {
      const wait = waitOf(text);
      expect(wait === null || (Number.isFinite(wait) && wait >= 0)).toBe(true);
    }),
  );
});

test('leaves out unreadable limits', () => {
  fc.assert(
    fc.property(headerText, headerText, headerText, (limit, remaining, reset) => {
      const { minute, month } = limitsOf(
        new Headers({
          'x-ratelimit-limit': limit,
          'x-ratelimit-remaining': remaining,
          'x-monthly-limit': limit,
          'x-monthly-remaining': remaining,
          'x-monthly-reset': reset,
        }),
      );
      for (const told of [minute, month]) {
        if (told === null) continue;
        expect(Number.isInteger(told.limit) && Number.isInteger(told.remaining)).toBe(true);
      }
      if (month !== null) expect(Number.isNaN(month.resetsAt.getTime())).toBe(false);
    }),
  );
});

test('an error has every field with its type for any body', () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string()), fc.integer({ min: 400, max: 599 }), (text, status) => {
      const error = apiErrorOf(new Response(text, { status }), text, NOW_MS);
      expect([error.status, error.message === '', Array.isArray(error.fields)]).toEqual([status, false, true]);
      expect(error.reason === null || typeof error.reason === 'string').toBe(true);
      for (const { field, problem } of error.fields)
        expect([typeof field, typeof problem]).toEqual(['string', 'string']);
    }),
  );
});

test('waits grow with the attempts, are jittered and bounded, and never shorter than requested', () => {
  const away = new PlatNetworkError('away');
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, random) => {
      const delayMs = retryDelayMs(away, true, attempt, random)!;
      expect(delayMs).toBeGreaterThanOrEqual(125);
      expect(delayMs).toBeLessThanOrEqual(8_000);
      expect(retryDelayMs(away, true, attempt + 1, random)).toBeGreaterThanOrEqual(delayMs);
      const limited = new PlatApiError({
        status: 429,
        code: null,
        message: 'Wait',
        reason: null,
        fields: [],
        requestId: null,
        retryAfterMs: 3_000,
      });
      expect(retryDelayMs(limited, false, attempt, random)).toBeGreaterThanOrEqual(3_000);
    }),
  );
  expect(retryDelayMs(away, true, 1, 0)).not.toBe(retryDelayMs(away, true, 1, 1));
});

test('retries a 500 only with Retry-After, and only if the request may be repeated', () => {
  const failure = (retryAfterMs: number | null) =>
    new PlatApiError({
      status: 500,
      code: 'INTERNAL',
      message: 'Away',
      reason: null,
      fields: [],
      requestId: null,
      retryAfterMs,
    });
  expect(retryDelayMs(failure(5_000), true, 1, 0)).toBe(5_000);
  expect(retryDelayMs(failure(5_000), false, 1, 0)).toBeNull();
  expect(retryDelayMs(failure(null), true, 1, 0)).toBeNull();
});
