import { expect, test } from 'bun:test';
import { openLoad } from './open-load.ts';

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
