import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { createTurns } from './turns.ts';

test('never more than the bound at once, and everybody who stays gets a turn', async () => {
  const callers = fc.array(fc.record({ leaves: fc.boolean(), holdsTicks: fc.nat(5) }), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 5 }), callers, async (bound, plan) => {
      const { take, places } = createTurns(bound, 100);
      let inside = 0;
      let most = 0;
      const results = await Promise.all(
        plan.map(async ({ leaves, holdsTicks }) => {
          const given = new AbortController();
          const pending = take(given.signal);
          if (leaves) given.abort();
          const turn = await pending;
          if (typeof turn === 'string') return turn;
          inside += 1;
          most = Math.max(most, inside);
          for (let tick = 0; tick < holdsTicks; tick++) await Promise.resolve();
          inside -= 1;
          turn.release();
          return 'served';
        }),
      );
      expect(most).toBeLessThanOrEqual(bound);
      await Bun.sleep(0);
      expect(places()).toEqual({ most: bound, inUse: 0, waiting: 0 });
      expect(results).toEqual(plan.map(({ leaves }) => (leaves ? 'aborted' : 'served')));
    }),
    { numRuns: 100 },
  );
});

test('turns go in the order of asking; beyond the waiting room callers are turned away', async () => {
  const { take, places } = createTurns(1, 2);
  const first = await take();
  const order: string[] = [];
  const waiting = ['second', 'third'].map(async (name) => {
    const turn = await take();
    order.push(name);
    if (typeof turn !== 'string') turn.release();
  });
  expect(await take()).toBe('busy');
  expect(places()).toEqual({ most: 1, inUse: 1, waiting: 2 });
  if (typeof first !== 'string') first.release();
  await Promise.all(waiting);
  expect(order).toEqual(['second', 'third']);
  expect(await take()).toBeObject();
});
