import { expect, test } from 'bun:test';
import type { Capacity } from '@plat/kit';
import { createLedgerBatcher } from './ledger-batcher.ts';

const MAY_MS = Date.parse('2026-05-31T23:59:59.999Z');

/** A fake database that answers batches on demand. */
function controlled() {
  const batches: Array<{ items: readonly string[]; nowMs: number; finish(cause?: Error): void }> = [];
  let capacity = (): Capacity => ({ inUse: 0 });
  const send = createLedgerBatcher<string, string>(
    (items, nowMs) =>
      new Promise((resolve, reject) => {
        const finish = (cause?: Error) =>
          cause === undefined ? resolve(items.map((one) => `${one}!`)) : reject(cause);
        batches.push({ items, nowMs, finish });
      }),
    (look) => {
      capacity = look;
    },
  );
  return { batches, send, capacity: () => capacity() };
}
const turn = () => Bun.sleep(1);

test('calls that arrive while two batches are in flight share the next one, and each gets its own answers', async () => {
  const { batches, send, capacity } = controlled();
  const calls: Promise<string[]>[] = [];
  for (const items of [['a'], ['b']]) {
    calls.push(send(items, MAY_MS));
    await turn();
  }
  calls.push(send(['c', 'd'], MAY_MS), send(['e'], MAY_MS));
  await turn();
  expect(capacity()).toEqual({ max: 1_000, inUse: 2, waiting: 3 });
  expect(batches.map(({ items }) => items)).toEqual([['a'], ['b']]);
  batches[0]!.finish();
  await turn();
  expect(batches[2]?.items).toEqual(['c', 'd', 'e']);
  for (const batch of batches) batch.finish();
  expect(await Promise.all(calls)).toEqual([['a!'], ['b!'], ['c!', 'd!'], ['e!']]);
  expect(capacity()).toEqual({ max: 1_000, inUse: 0, waiting: 0 });
});

test('each month has a transaction of its own', async () => {
  const { batches, send } = controlled();
  const calls = [send(['a'], MAY_MS), send(['b'], MAY_MS + 1), send(['c'], MAY_MS)];
  await turn();
  batches[0]!.finish();
  await turn();
  batches[1]!.finish();
  expect(batches.map(({ items, nowMs }) => [...items, nowMs])).toEqual([
    ['a', 'c', MAY_MS],
    ['b', MAY_MS + 1],
  ]);
  expect(await Promise.all(calls)).toEqual([['a!'], ['b!'], ['c!']]);
});

test('a batch has at most 500 items', async () => {
  const { batches, send } = controlled();
  const many = (count: number) => Array.from({ length: count }, (_, index) => `${index}`);
  const calls = [300, 200, 1, 600].map((count) => send(many(count), MAY_MS));
  for (let index = 0; index < 3; index++) {
    await turn();
    batches[index]?.finish();
  }
  expect(batches.map(({ items }) => items.length)).toEqual([500, 500, 101]);
  expect((await Promise.all(calls)).map((answers) => answers.length)).toEqual([300, 200, 1, 600]);
});

test('a call that cannot be answered fails alone', async () => {
  const { batches, send } = controlled();
  const calls = [['good'], ['bad', 'also'], ['fine']].map((items) =>
    send(items, MAY_MS).catch((cause) => cause.message),
  );
  for (let index = 0; index < 4; index++) {
    await turn();
    const batch = batches[index];
    batch?.finish(batch.items.includes('bad') ? new Error('no such thing') : undefined);
  }
  expect(await Promise.all(calls)).toEqual([['good!'], 'no such thing', ['fine!']]);
  expect(batches.map(({ items }) => items)).toEqual([
    ['good', 'bad', 'also', 'fine'],
    ['good'],
    ['bad', 'also'],
    ['fine'],
  ]);
});
