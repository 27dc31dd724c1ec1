import { expect, test } from 'bun:test';
import { tablesOf } from '@plat/dataset';
import { checkStages } from './check-stages.ts';
import { ALL_STAGES, STATE_STAGES } from './stages.ts';

const run = async () => {};

test('rejects stages that lack an input or leave an output unmade', () => {
  const read = { name: 'read', inputs: ['facts'], outputs: ['rows'], run };
  const judge = { name: 'judge', inputs: ['rows'], outputs: ['verdicts'], run };
  expect(() => checkStages([judge, read], ['verdicts'])).toThrow('stage "judge" needs rows');
  expect(() => checkStages([read], ['verdicts'])).toThrow('no stage makes verdicts');
  expect(() => checkStages([read, judge], ['verdicts'])).not.toThrow();
});

test.each([
  ['AZ', STATE_STAGES],
  ['ALL', ALL_STAGES],
] as const)('the stages of %s make every table that is published', (region, stages) => {
  expect(() =>
    checkStages(
      stages,
      tablesOf(region).map((table) => `out_${table}`),
    ),
  ).not.toThrow();
});
