import { expect, test } from 'bun:test';
import type { ImportProgress } from '@plat/market/pipeline';
import { plainLines } from './progress.ts';

test('off a terminal a stage gets one line, then one every few seconds with its rate and what is left', () => {
  const lines: string[] = [];
  let nowMs = 1_000;
  const { show } = plainLines(
    (line) => lines.push(line),
    () => nowMs,
  );
  const read = (done: number): ImportProgress => ({ stage: 'read', region: null, done, total: 100_000, unit: 'rows' });
  show(read(0));
  nowMs += 1_000;
  show(read(10_000));
  nowMs += 4_000;
  show(read(50_000));
  nowMs += 1_000;
  show({ stage: 'publish', region: 'AZ', done: 3, total: 14, unit: 'steps' });
  expect(lines).toEqual([
    'read ...',
    'read: 50,000 of 100,000 rows, 10,000 rows/s, about 5 s left',
    'publish (AZ): 3 of 14 steps',
  ]);
});
