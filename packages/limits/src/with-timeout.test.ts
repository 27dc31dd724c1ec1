import { expect, test } from 'bun:test';
import { withTimeout } from './with-timeout.ts';

test('passes on a response or error that arrives in time', async () => {
  expect(
    await withTimeout(
      Bun.sleep(5).then(() => 'answer'),
      1_000,
    ),
  ).toBe('answer');
  expect(withTimeout(Promise.reject(new Error('connection lost')), 1_000)).rejects.toThrow('connection lost');
});

test('fails when no response arrives in time', async () => {
  expect(withTimeout(new Promise(() => {}), 20)).rejects.toThrow('no answer within 20 ms');
});

test('waits again when a busy process could not read the response', async () => {
  const answer = withTimeout(
    Bun.sleep(10)
      .then(() => Bun.sleep(10))
      .then(() => 'answer'),
    60,
  );
  Bun.sleepSync(400);
  expect(await answer).toBe('answer');
});

test('reads a response that is already there when the timeout expires', async () => {
  const answer = Promise.withResolvers<string>();
  // Timers run before socket reads. This imitates a reply that arrives in the same loop iteration as the timeout.
  setTimeout(() => setImmediate(answer.resolve, 'answer'), 20);
  expect(await withTimeout(answer.promise, 20)).toBe('answer');
});
