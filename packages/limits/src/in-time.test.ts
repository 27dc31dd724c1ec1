import { expect, test } from 'bun:test';
import { inTime } from './in-time.ts';

test('an answer within the time is handed on, and so is a failure', async () => {
  expect(
    await inTime(
      Bun.sleep(5).then(() => 'answer'),
      1_000,
    ),
  ).toBe('answer');
  expect(inTime(Promise.reject(new Error('connection lost')), 1_000)).rejects.toThrow('connection lost');
});

test('no answer within the time is a failure', async () => {
  expect(inTime(new Promise(() => {}), 20)).rejects.toThrow('no answer within 20 ms');
});

test('an answer that this process was too busy to read is waited for again', async () => {
  const answer = inTime(
    Bun.sleep(10)
      .then(() => Bun.sleep(10))
      .then(() => 'answer'),
    60,
  );
  Bun.sleepSync(400);
  expect(await answer).toBe('answer');
});

test('an answer that lies there when its time is over is read first', async () => {
  const answer = Promise.withResolvers<string>();
  // Timers come before what was received: this is what a socket does in the turn in which the time is over.
  setTimeout(() => setImmediate(answer.resolve, 'answer'), 20);
  expect(await inTime(answer.promise, 20)).toBe('answer');
});
