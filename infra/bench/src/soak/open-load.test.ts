import { expect, test } from 'bun:test';
import { closedLoad, maxThroughput, openLoad } from './open-load.ts';

test('sends requests at their rate while none is answered, and includes the waiting in their latency', async () => {
  const opened = Promise.withResolvers<void>();
  let sent = 0;
  const load = openLoad({
    perSecond: 200,
    seconds: 1,
    send: async () => {
      sent += 1;
      await opened.promise;
      return { kind: 'any', error: null };
    },
  });
  await Bun.sleep(1_200);
  // A closed loop would have sent one.
  expect(sent).toBeWithin(120, 300);
  opened.resolve();
  const outcomes = await load;
  expect(outcomes).toHaveLength(sent);
  expect(Math.max(...outcomes.map(({ latencyMs }) => latencyMs))).toBeGreaterThan(1_000);
  expect(Math.min(...outcomes.map(({ latencyMs }) => latencyMs))).toBeGreaterThan(150);
});

test('one slow request does not lower the measured maximum rate', async () => {
  let sent = 0;
  const send = async () => {
    sent += 1;
    await Bun.sleep(sent === 1 ? 3_000 : 10);
  };
  // One of two lanes is stuck. The other handles about a hundred a second, and the whole takes three seconds.
  expect(await closedLoad(2, 2.5, send)).toBeGreaterThan(20);
});

test('nor do moments in which the machine is busy', async () => {
  let look = 0;
  const { perSecond, looked } = await maxThroughput({ lanes: 1, seconds: 2.5, looks: 5 }, async () => {
    look += 1;
    await Bun.sleep(look === 1 ? 600 : 10);
  });
  expect(looked).toHaveLength(5);
  expect(looked[0]).toBe(0);
  expect(perSecond).toBeGreaterThan(5);
});
