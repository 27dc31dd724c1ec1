import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { RETRY_PAUSES_MS, retryPauseMs } from './retry-schedule.ts';

const below1 = () => fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

test('uses the pauses of Standard Webhooks and ends with the tenth attempt', () => {
  const minutes = Array.from({ length: 11 }, (_, i) => retryPauseMs(i + 1, 0)).map((ms) => ms && ms / 60_000);
  expect(minutes).toEqual([5 / 60, 5, 30, 120, 300, 600, 840, 1200, 1440, null, null]);
});

test('adds less than a tenth to each pause, and never shortens one', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: RETRY_PAUSES_MS.length }), below1(), below1(), (attempts, random, other) => {
      const pauseMs = retryPauseMs(attempts, random)!;
      const baseMs = RETRY_PAUSES_MS[attempts - 1]!;
      expect(pauseMs).toBeWithin(baseMs, baseMs * 1.1 + 1);
      expect(Number.isInteger(pauseMs)).toBe(true);
      const nextMs = retryPauseMs(attempts + 1, other);
      if (nextMs !== null) expect(nextMs).toBeGreaterThan(pauseMs);
    }),
  );
});

test('ends within three and a half days', () => {
  fc.assert(
    fc.property(fc.array(below1(), { minLength: 20, maxLength: 20 }), (randoms) => {
      const pauses = randoms.map((random, i) => retryPauseMs(i + 1, random));
      const end = pauses.indexOf(null);
      expect(end).toBe(RETRY_PAUSES_MS.length);
      expect(pauses.slice(end).every((pause) => pause === null)).toBe(true);
      const totalMs = pauses.reduce<number>((sum, pause) => sum + (pause ?? 0), 0);
      expect(totalMs).toBeLessThan(3.5 * 86_400_000);
    }),
  );
});
