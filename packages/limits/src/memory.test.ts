import { expect, test } from 'bun:test';
import { createMemoryKeyEpochs, createMemoryMinuteLimiter } from './index.ts';
import { FakeClock } from './testing/fake-clock.ts';
import { keyEpochsConformance } from './testing/key-epochs-conformance.ts';
import { minuteLimiterConformance } from './testing/minute-limiter-conformance.ts';

minuteLimiterConformance('memory', createMemoryMinuteLimiter, { runs: 200 });
keyEpochsConformance('memory', () => {
  const epochs = createMemoryKeyEpochs();
  return { one: epochs, other: epochs };
});

test('the memory limiter drops keys that were idle for a minute', async () => {
  const clock = new FakeClock();
  const limiter = createMemoryMinuteLimiter(clock);
  for (let i = 0; i < 1_000; i++) await limiter.take(`key-${i}`, 20);
  expect(limiter.size).toBe(1_000);
  clock.ms += 60_000;
  await limiter.take('another', 20);
  expect(limiter.size).toBe(1);
});

test('the memory limiter holds at most its maximum number of keys', async () => {
  const limiter = createMemoryMinuteLimiter(new FakeClock(), { maxKeys: 10 });
  for (let i = 0; i < 100; i++) await limiter.take(`key-${i}`, 20);
  expect(limiter.size).toBe(10);
});
