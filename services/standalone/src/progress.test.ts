import { expect, test } from 'bun:test';
import type { ImportProgress } from '@plat/pipeline';
import { barTexts, plainLines } from './progress.ts';

const step = (stage: string, region: string | null, rows: number, overall: number): ImportProgress => ({
  stage,
  region,
  rows,
  overall,
  done: 0,
  total: 20,
  unit: 'steps',
});

test('without a terminal prints one line of totals per stage and state', () => {
  const lines: string[] = [];
  let nowMs = 1_000;
  const { show, end } = plainLines(
    (line) => lines.push(line),
    () => nowMs,
  );
  const at = (ms: number, progress: ImportProgress) => {
    nowMs = ms;
    show(progress);
  };
  at(1_000, step('read', null, 0, 0));
  at(3_000, step('read', null, 100_000, 0));
  at(3_500, step('map', null, 100_000, 0.05));
  at(5_000, step('normalise', 'AZ', 90_000, 0.1));
  at(5_500, step('normalise', 'NH', 1, 0.1));
  at(6_000, step('publish', 'AZ', 90_000, 0.9));
  nowMs = 7_000;
  end();
  expect(lines).toEqual([
    'read: 100,000 rows, 2.5 s',
    'map: 100,000 rows, 1.5 s',
    'AZ: normalise: 90,000 rows, 1.0 s',
    'NH: normalise: 1 row, 1.5 s',
    'AZ: publish: 90,000 rows, 1.0 s',
  ]);
});

test('without a terminal reports a long stage every half minute', () => {
  const lines: string[] = [];
  let nowMs = 0;
  const { show } = plainLines(
    (line) => lines.push(line),
    () => nowMs,
  );
  for (const ms of [0, 29_000, 31_000, 40_000]) {
    nowMs = ms;
    show(step('publish', 'AZ', 1_000, 0.874));
  }
  expect(lines).toEqual(['AZ: publish: 31.0 s so far, 87 % of the import done']);
});

test('on a terminal shows overall percent, rows per second and remaining time', () => {
  expect(barTexts(step('estimate values', 'AZ', 1_000_000, 0.5), 1_000_000, 100_000)).toEqual({
    title: 'AZ: estimate values     ',
    share: ' 50 %',
    speed: '5,000 rows/s',
    left: '1:40 left',
  });
  expect(barTexts(step('read', null, 0, 0), 0, 0)).toMatchObject({ speed: '0 rows', left: 'estimating' });
});
