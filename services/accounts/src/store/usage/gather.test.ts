import { expect, test } from 'bun:test';
import type { Places } from '@plat/kit';
import { gathering } from './gather.ts';

const MAY_MS = Date.parse('2026-05-31T23:59:59.999Z');

/** A database that answers a batch when it is told to. */
function controlled() {
  const batches: Array<{ items: readonly string[]; nowMs: number; finish(cause?: Error): void }> = [];
  let places = (): Places => ({ inUse: 0 });
  const send = gathering<string, string>(
    (items, nowMs) =>
      new Promise((resolve, reject) => {
        const finish = (cause?: Error) =>
          cause === undefined ? resolve(items.map((one) => `${one}!`)) : reject(cause);
        batches.push({ items, nowMs, finish });
      }),
    (look) => {
      places = look;
    },
  );
  return { batches, send, places: () => places() };
}
const turn = () => Bun.sleep(0);

test('calls that come while two are under way travel together, and each gets its own answers', async () => {
  const { batches, send, places } = controlled();
  const calls = [['a'], ['b'], ['c', 'd'], ['e']].map((items) => send(items, MAY_MS));
  expect(places()).toEqual({ most: 1_000, inUse: 2, waiting: 3 });
  expect(batches.map(({ items }) => items)).toEqual([['a'], ['b']]);
  batches[0]!.finish();
  await turn();
  expect(batches[2]?.items).toEqual(['c', 'd', 'e']);
  for (const batch of batches) batch.finish();
  expect(await Promise.all(calls)).toEqual([['a!'], ['b!'], ['c!', 'd!'], ['e!']]);
  expect(places()).toEqual({ most: 1_000, inUse: 0, waiting: 0 });
});

test('calls of two months travel apart', async () => {
  const { batches, send } = controlled();
  void send(['x'], MAY_MS);
  void send(['y'], MAY_MS);
  void send(['a'], MAY_MS);
  void send(['b'], MAY_MS + 1);
  batches[0]!.finish();
  await turn();
  batches[1]!.finish();
  await turn();
  expect(batches.slice(2).map(({ items, nowMs }) => [...items, nowMs])).toEqual([
    ['a', MAY_MS],
    ['b', MAY_MS + 1],
  ]);
});

test('a batch has at most 500 items, unless one call has more', async () => {
  const { batches, send } = controlled();
  const many = (count: number) => Array.from({ length: count }, (_, index) => `${index}`);
  for (const count of [1, 1, 300, 200, 1, 600, 1]) void send(many(count), MAY_MS);
  for (let index = 0; index < 6; index++) {
    batches[index]?.finish();
    await turn();
  }
  expect(batches.map(({ items }) => items.length)).toEqual([1, 1, 500, 1, 600, 1]);
});

test('a call that cannot be answered fails alone', async () => {
  const { batches, send } = controlled();
  const calls = ['x', 'y', 'good', 'bad', 'fine'].map((one) => send([one], MAY_MS).catch((cause) => cause.message));
  for (let index = 0; index < 6; index++) {
    const batch = batches[index];
    batch?.finish(batch.items.includes('bad') ? new Error('no such thing') : undefined);
    await turn();
    await turn();
  }
  expect(await Promise.all(calls)).toEqual([['x!'], ['y!'], ['good!'], 'no such thing', ['fine!']]);
});
