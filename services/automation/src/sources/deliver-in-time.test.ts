import { describe, expect, test } from 'bun:test';
import type { Delivery } from '@plat/egress';
import fc from 'fast-check';
import type { Call } from '../domain/ports.ts';
import { deliverInTime } from './deliver-in-time.ts';

const DELIVERED: Delivery = { outcome: 'delivered', status: 200, durationMs: 1 };

/** Calls that answer after some ticks of the event loop, or never (null), with a record of what happened. */
function callsOf(kinds: readonly (number | null)[]) {
  const seen = { running: 0, most: 0, order: [] as number[] };
  const calls = kinds.map(
    (turns, index): Call =>
      async (signal) => {
        seen.order.push(index);
        seen.running += 1;
        seen.most = Math.max(seen.most, seen.running);
        const given = new Promise<Delivery>((resolve) =>
          signal.addEventListener('abort', () => resolve({ outcome: 'aborted', status: null, durationMs: 5 })),
        );
        const answer = async () => {
          for (let i = 0; i < (turns ?? 0); i++) await new Promise((resolve) => setImmediate(resolve));
          return DELIVERED;
        };
        const delivery = await (turns === null ? given : Promise.race([given, answer()]));
        seen.running -= 1;
        return delivery;
      },
  );
  return { calls, seen };
}

describe('calls with a shared deadline', () => {
  test('all run, in order and within the parallel limit; a hanging call times out without delaying others', async () => {
    const kind = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constant(null));
    await fc.assert(
      fc.asyncProperty(fc.array(kind, { maxLength: 60 }), fc.integer({ min: 1, max: 10 }), async (kinds, parallel) => {
        const { calls, seen } = callsOf(kinds);
        const deliveries = await deliverInTime(calls, { totalMs: 30, parallel });
        expect(seen.order).toEqual(kinds.map((_, index) => index));
        expect(seen.most).toBeLessThanOrEqual(parallel);
        expect(deliveries).toHaveLength(kinds.length);
        for (const [index, { outcome }] of deliveries.entries()) {
          if (kinds[index] === null) expect(outcome).toBe('timeout');
        }
      }),
      { numRuns: 40 },
    );
  }, 30_000);

  test('all answer, and none is abandoned', async () => {
    const { calls } = callsOf(Array(100).fill(1));
    const deliveries = await deliverInTime(calls, { totalMs: 25_000, parallel: 10 });
    expect(new Set(deliveries.map(({ outcome }) => outcome))).toEqual(new Set(['delivered']));
  });

  test('all run before the first error is thrown', async () => {
    const { calls, seen } = callsOf([1, 1, 1]);
    const failing: Call = async () => {
      throw new TypeError('ours');
    };
    const all = deliverInTime([failing, ...calls, failing], { totalMs: 1_000, parallel: 2 });
    expect(String(await all.catch((error: unknown) => error))).toBe('TypeError: ours');
    expect(seen).toMatchObject({ order: [0, 1, 2], running: 0 });
  });

  test('report calls abandoned before they were sent', async () => {
    const waiting: Call = (signal) =>
      new Promise((resolve) =>
        signal.addEventListener('abort', () => resolve({ outcome: 'aborted', status: null, durationMs: 0 })),
      );
    const [delivery] = await deliverInTime([waiting], { totalMs: 10, parallel: 1 });
    expect(delivery?.outcome).toBe('aborted');
  });
});
