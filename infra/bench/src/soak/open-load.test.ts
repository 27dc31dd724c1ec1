import { expect, test } from 'bun:test';
import { closedLoad, mostAnswered, openLoad } from './open-load.ts';

test('requests come at their rate while none is answered, and wait as long as they had to', async () => {
  const opened = Promise.withResolvers<void>();
  let sent = 0;
  const load = openLoad({
    ...{ perSecond: 200, seconds: 1 },
    send: async () => {
      sent += 1;
      await opened.promise;
      return { kind: 'any', error: null };
    },
  });
  await Bun.sleep(1_200);
  // A caller that waited for answers would have sent one.
  expect(sent).toBeWithin(120, 300);
  opened.resolve();
  const outcomes = await load;
  expect(outcomes).toHaveLength(sent);
  expect(Math.max(...outcomes.map(({ latencyMs }) => latencyMs))).toBeGreaterThan(1_000);
  expect(Math.min(...outcomes.map(({ latencyMs }) => latencyMs))).toBeGreaterThan(150);
});

test('how much is answered at most is not judged by one request that takes long', async () => {
  let sent = 0;
  const send = async () => {
    sent += 1;
    await Bun.sleep(sent === 1 ? 3_000 : 10);
  };
  // One of two lanes waits: the other alone answers about a hundred a second, and all of it takes three seconds.
  expect(await closedLoad(2, 2.5, send)).toBeGreaterThan(20);
});

test('nor by the moments at which the machine does something else', async () => {
  let look = 0;
  const { perSecond, looked } = await mostAnswered({ lanes: 1, seconds: 2.5, looks: 5 }, async () => {
    look += 1;
    await Bun.sleep(look === 1 ? 600 : 10);
  });
  expect(looked).toHaveLength(5);
  expect(looked[0]).toBe(0);
  expect(perSecond).toBeGreaterThan(5);
});
