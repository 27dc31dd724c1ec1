import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { familyBytes, memoryGrowth, residentBytes } from './memory.ts';

const MB = 1024 * 1024;
const everySecond = (seconds: number, bytesAt: (second: number) => number) =>
  Array.from({ length: seconds }, (_, second) => ({ atMs: second * 1000, bytes: bytesAt(second) }));

test('memory taken during the warm-up is not growth', () => {
  const samples = everySecond(100, (second) => Math.min(second, 20) * 10 * MB);
  expect(memoryGrowth(samples, 20_000)).toMatchObject({ grownBytes: 0, startBytes: 0, endBytes: 200 * MB });
});

test('detects a leak in strongly varying memory', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 0, max: 40 }), (leak, noise) => {
      const samples = everySecond(300, (second) => (100 + second * leak + (second % 7) * noise) * MB);
      const { grownBytes, bytesPerMinute } = memoryGrowth(samples, 30_000);
      expect(grownBytes / MB).toBeGreaterThan(leak * 200 - 6 * noise - 1);
      expect(Math.abs(bytesPerMinute / MB / (leak * 60) - 1)).toBeLessThan(0.1);
    }),
  );
});

test('does not report stability from too few samples', () => {
  expect(() => memoryGrowth([], 0)).toThrow(RangeError);
  expect(() =>
    memoryGrowth(
      everySecond(30, () => 1),
      28_000,
    ),
  ).toThrow(RangeError);
});

test('reads the memory of a running process, and null for a finished one', async () => {
  expect(await residentBytes(process.pid)).toBeGreaterThan(10 * MB);
  expect((await familyBytes(process.pid))?.own).toBeGreaterThan(MB);
  expect([await residentBytes(2 ** 22 + 1), await familyBytes(2 ** 22 + 1)]).toEqual([null, null]);
});
