import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { createFairSemaphore, type Slot, type Taker } from './fair-semaphore.ts';

const taker = (host: string, customer?: string): Taker => ({ host, customer });
const release = (slot: Slot) => {
  if (typeof slot !== 'string') slot.release();
};

test('never exceeds its slots and shares, and serves every waiter that does not abort', async () => {
  const callers = fc.array(
    fc.record({
      leaves: fc.boolean(),
      holdsTicks: fc.nat(5),
      host: fc.constantFrom('a', 'b', 'c'),
      customer: fc.constantFrom(undefined, 'ann', 'bob'),
    }),
    { maxLength: 40 },
  );
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 9 }), callers, async (slots, plan) => {
      const { take, capacity } = createFairSemaphore({ slots, maxWaiting: 100 });
      const inside: Taker[] = [];
      const count = (matches: (one: Taker) => boolean) => inside.filter(matches).length;
      const results = await Promise.all(
        plan.map(async ({ leaves, holdsTicks, host, customer }) => {
          const given = new AbortController();
          const who = taker(host, customer);
          const pending = take(who, given.signal);
          if (leaves) given.abort();
          const slot = await pending;
          if (typeof slot === 'string') return slot;
          inside.push(who);
          expect(inside.length).toBeLessThanOrEqual(slots);
          expect(count((one) => one.host === host)).toBeLessThanOrEqual(Math.ceil(slots / 2));
          if (customer !== undefined) {
            expect(count((one) => one.customer === customer)).toBeLessThanOrEqual(Math.ceil(slots / 4));
          }
          for (let tick = 0; tick < holdsTicks; tick++) await Promise.resolve();
          inside.splice(inside.indexOf(who), 1);
          slot.release();
          return 'served';
        }),
      );
      expect(capacity()).toEqual({ max: slots, inUse: 0, waiting: 0 });
      // A waiter that gets its slot at once may abort too late.
      for (const [index, { leaves }] of plan.entries()) {
        if (!leaves) expect(results[index]).toBe('served');
      }
    }),
    { numRuns: 100 },
  );
});

describe('a fair semaphore', () => {
  test('serves calls to one host in order, and rejects calls beyond the queue limit', async () => {
    const { take, capacity } = createFairSemaphore({ slots: 1, maxWaiting: 2 });
    const first = await take(taker('a'));
    const order: string[] = [];
    const waiting = ['second', 'third'].map(async (name) => {
      const slot = await take(taker('a'));
      order.push(name);
      release(slot);
    });
    expect(await take(taker('a'))).toBe('busy');
    expect(capacity()).toEqual({ max: 1, inUse: 1, waiting: 2 });
    release(first);
    await Promise.all(waiting);
    expect(order).toEqual(['second', 'third']);
    expect(await take(taker('a'))).toBeObject();
  });

  test('gives one host at most half of its slots, and one customer at most a quarter', async () => {
    const { take, capacity } = createFairSemaphore({ slots: 8, maxWaiting: 100 });
    for (let call = 0; call < 20; call++) void take(taker('hangs'));
    expect(capacity()).toMatchObject({ inUse: 4, waiting: 16 });
    for (let call = 0; call < 20; call++) void take(taker(`host ${call}`, 'ann'));
    expect(capacity()).toMatchObject({ inUse: 6 });
    expect(await take(taker('other', 'bob'))).toBeObject();
  });

  test('gives the next slot to the customer with the fewest', async () => {
    const { take } = createFairSemaphore({ slots: 4, maxWaiting: 100 });
    const held = await Promise.all(['a', 'b', 'c', 'd'].map((name) => take(taker(name, `customer ${name}`))));
    const order: string[] = [];
    const wait = (host: string, customer: string) => take(taker(host, customer)).then(() => order.push(customer));
    const waiting = [wait('e', 'customer b'), wait('f', 'new')];
    release(held[0]!);
    await waiting[1];
    expect(order).toEqual(['new']);
    release(held[1]!);
    await waiting[0];
  });

  test('drops an aborted waiter at once', async () => {
    const { take, capacity } = createFairSemaphore({ slots: 1, maxWaiting: 1 });
    const held = await take(taker('a'));
    const leaving = new AbortController();
    const left = take(taker('a'), leaving.signal);
    leaving.abort();
    expect([await left, capacity().waiting]).toEqual(['aborted', 0]);
    const next = take(taker('a'));
    release(held);
    expect(await next).toBeObject();
  });
});
