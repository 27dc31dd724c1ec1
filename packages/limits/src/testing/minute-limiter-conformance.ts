import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { type LimiterClock, MINUTE_MS, type MinuteDecision, type MinuteLimiter } from '../index.ts';
import { FakeClock } from './fake-clock.ts';
import { freshKey } from './fresh-key.ts';

const WINDOWS_MS = [MINUTE_MS, 1_000];

/** The rule of docs/rules/limits.md, implemented without regard to speed. */
class NaiveWindow {
  private readonly admitted: number[] = [];
  constructor(readonly windowMs: number) {}
  take(nowMs: number, limit: number): { allowed: boolean; remaining: number; resetMs?: number } {
    const live = this.admitted.filter((time) => time > nowMs - this.windowMs);
    if (live.length >= limit) return { allowed: false, remaining: 0 };
    this.admitted.push(nowMs);
    const resetMs = Math.min(nowMs, ...live) + this.windowMs - nowMs;
    return { allowed: true, remaining: limit - live.length - 1, resetMs };
  }
}

/** Tests that every minute limiter must pass. */
export function minuteLimiterConformance(
  name: string,
  make: (clock: LimiterClock) => MinuteLimiter,
  { runs }: { runs: number },
): void {
  describe(`${name} minute limiter`, () => {
    test('admits exactly N of M parallel requests and counts remaining down to 0', async () => {
      const limiter = make(new FakeClock());
      const key = freshKey();
      const decisions = await Promise.all(Array.from({ length: 60 }, () => limiter.take(key, 20)));
      const admitted = decisions.filter((decision) => decision.allowed);
      expect(admitted.map((decision) => decision.remaining)).toEqual(Array.from({ length: 20 }, (_, i) => 19 - i));
      expect(decisions.filter((decision) => !decision.allowed).every((decision) => decision.remaining === 0)).toBe(
        true,
      );
      expect(new Set(decisions.map((decision) => decision.limit))).toEqual(new Set([20]));
    });

    test.each(WINDOWS_MS)(
      'agrees with the naive rule for any arrivals: no %p ms exceed the limit',
      async (windowMs) => {
        const around = fc.constantFrom(windowMs - 1, windowMs - 0.125, windowMs, windowMs + 1);
        const fraction = fc.nat(49).map((eighths) => eighths / 8);
        const gaps = fc.array(fc.oneof(fc.nat(50), fraction, fc.nat(windowMs / 20), around), { maxLength: 80 });
        await fc.assert(
          fc.asyncProperty(gaps, fc.integer({ min: 1, max: 12 }), async (arrivalGapsMs, limit) => {
            const clock = new FakeClock();
            const limiter = make(clock);
            const reference = new NaiveWindow(windowMs);
            const key = freshKey();
            const admitted: number[] = [];
            const decisions: MinuteDecision[] = [];
            const expected: Partial<MinuteDecision>[] = [];
            const startedMs = performance.now();
            for (const gapMs of arrivalGapsMs) {
              clock.ms += gapMs;
              const decision = await limiter.take(key, limit, windowMs);
              decisions.push(decision);
              expected.push({ limit, windowMs, ...reference.take(clock.ms, limit) });
              if (decision.allowed) admitted.push(clock.ms);
            }
            // Redis expires entries by its own clock, and a busy machine can delay us beyond the window.
            fc.pre(performance.now() - startedMs < windowMs);
            // A store may round waiting times up to whole milliseconds, but never down.
            const whole = <T extends Partial<MinuteDecision>>({ resetMs = 0, ...rest }: T) => ({
              ...rest,
              ...(rest.allowed ? { resetMs: Math.ceil(resetMs) } : {}),
            });
            expect(decisions.map(whole)).toMatchObject(expected.map(whole));
            for (const { allowed, resetMs, retryAfterMs } of decisions)
              if (!allowed) expect(resetMs).toBe(retryAfterMs);
            for (const from of admitted) {
              expect(admitted.filter((time) => time >= from && time < from + windowMs).length).toBeLessThanOrEqual(
                limit,
              );
            }
          }),
          { numRuns: runs },
        );
      },
    );

    test('does not record refused requests: admits a client that hammers, then waits for Retry-After', async () => {
      const clock = new FakeClock();
      const limiter = make(clock);
      const key = freshKey();
      await limiter.take(key, 1);
      for (let i = 0; i < 100; i++) {
        clock.ms += 500;
        expect((await limiter.take(key, 1)).allowed).toBe(false);
      }
      clock.ms += MINUTE_MS - 50_000;
      expect((await limiter.take(key, 1)).allowed).toBe(true);
    });

    test('reports the exact waiting time: refuses one millisecond earlier, then admits', async () => {
      const gapMs = fc.oneof(
        fc.nat(9_000),
        fc.nat(9_000).map((eighths) => eighths / 8),
      );
      await fc.assert(
        fc.asyncProperty(fc.array(gapMs, { minLength: 3, maxLength: 9 }), async (gapsMs) => {
          const clock = new FakeClock();
          const limiter = make(clock);
          const key = freshKey();
          for (const gapMs of gapsMs) {
            clock.ms += gapMs;
            await limiter.take(key, 3);
          }
          const { allowed, retryAfterMs } = await limiter.take(key, 3);
          if (allowed) return;
          // The reported wait may be rounded up to a whole millisecond.
          clock.ms += Math.ceil(retryAfterMs) - 1;
          const early = await limiter.take(key, 3);
          expect(early.allowed).toBe(false);
          expect(Math.ceil(early.retryAfterMs)).toBe(1);
          clock.ms += 1;
          expect(await limiter.take(key, 3)).toMatchObject({ allowed: true, retryAfterMs: 0 });
        }),
        { numRuns: runs },
      );
    });

    test('applies a lowered limit at once and reports when it leaves room', async () => {
      const clock = new FakeClock();
      const limiter = make(clock);
      const key = freshKey();
      for (let i = 0; i < 5; i++) {
        await limiter.take(key, 5);
        clock.ms += 1_000;
      }
      expect(await limiter.take(key, 2)).toMatchObject({
        allowed: false,
        limit: 2,
        remaining: 0,
        retryAfterMs: 58_000,
      });
    });

    test('admits nothing under a limit of 0', async () => {
      const decision = await make(new FakeClock()).take(freshKey(), 0);
      expect(decision).toMatchObject({ allowed: false, limit: 0, remaining: 0, retryAfterMs: MINUTE_MS });
    });

    test('does not open a window when the clock is set back', async () => {
      const clock = new FakeClock();
      const limiter = make(clock);
      const key = freshKey();
      for (let i = 0; i < 3; i++) await limiter.take(key, 3);
      clock.ms -= 3 * MINUTE_MS;
      expect(await limiter.take(key, 3)).toMatchObject({ allowed: false, retryAfterMs: MINUTE_MS });
    });

    test('restores the limit of an earlier-API key after one second', async () => {
      const clock = new FakeClock();
      const limiter = make(clock);
      let decisions: MinuteDecision[];
      let startedMs: number;
      // Repeats until a round takes less than a second, because Redis expires entries by its own clock.
      do {
        const key = freshKey();
        startedMs = performance.now();
        decisions = [];
        for (const gapMs of [0, 0, 0, 999, 1]) {
          clock.ms += gapMs;
          decisions.push(await limiter.take(key, 3, 1_000));
        }
      } while (performance.now() - startedMs >= 1_000);
      expect(decisions).toMatchObject([
        ...[{ allowed: true }, { allowed: true }, { allowed: true }],
        { allowed: false, retryAfterMs: 1 },
        { allowed: true, remaining: 2, resetMs: 1_000 },
      ]);
    });

    test('counts each key separately', async () => {
      const limiter = make(new FakeClock());
      await limiter.take(freshKey(), 1);
      expect((await limiter.take(freshKey(), 1)).allowed).toBe(true);
    });
  });
}
