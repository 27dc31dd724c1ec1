import { expect, test } from 'bun:test';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkMetricsFile, watchStages, writeStageMetrics } from './stage-times.ts';

test('a stage lasts until the next one of its state begins; times of parallel states add up', async () => {
  let now = 0;
  const watch = watchStages(() => now);
  const at = (ms: number, stage: string, region: string | null, done = 0, unit: 'rows' | 'steps' = 'steps') => {
    now = ms;
    watch.onProgress({ stage, region, done, total: null, unit, rows: done, overall: 0 });
  };
  at(0, 'read', null, 0, 'rows');
  at(1_000, 'read', null, 500, 'rows');
  at(2_000, 'derive', 'AZ');
  at(3_000, 'derive', 'NH');
  at(5_000, 'publish', 'AZ');
  at(6_000, 'publish', 'NH');
  now = 7_000;
  const times = watch.end();
  expect(times).toEqual([
    { stage: 'read', seconds: 2, rows: 500 },
    { stage: 'derive', seconds: 6, rows: 0 },
    { stage: 'publish', seconds: 3, rows: 0 },
  ]);
  const folder = mkdtempSync(join(tmpdir(), 'plat-stages-'));
  const file = join(folder, 'plat.prom');
  await writeStageMetrics(file, { times, endedMs: 1_700_000_000_000, hasSucceeded: false });
  const text = readFileSync(file, 'utf8');
  // An incomplete file has another name, which the collector ignores.
  expect(readdirSync(folder)).toEqual(['plat.prom']);
  expect(() => checkMetricsFile(join(folder, 'nowhere', 'plat.prom'))).toThrow('cannot be written');
  checkMetricsFile(file);
  rmSync(folder, { recursive: true });
  expect(text).toContain('plat_import_stage_seconds{stage="derive"} 6');
  expect(text).toContain('plat_import_stage_rows{stage="read"} 500');
  expect(text).toContain('plat_import_ended_timestamp_seconds 1700000000');
  expect(text).toContain('plat_import_succeeded 0');
});
