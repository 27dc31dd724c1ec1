import { expect, test } from 'bun:test';
import { Registry } from 'prom-client';
import { createSnapshotAgeMetric } from './snapshot-age-metric.ts';

const NAME = 'plat_national_dnc_snapshot_age_days';

async function scraped(newestNationalSnapshot: () => Promise<string | null>): Promise<string[]> {
  const registry = new Registry();
  createSnapshotAgeMetric(registry, { newestNationalSnapshot }, () => '2026-06-30');
  const lines = (await registry.metrics()).split('\n');
  return lines.filter((line) => line.startsWith(NAME));
}

test('reports the age of the national snapshot in days', async () => {
  expect(await scraped(async () => '2026-05-30')).toEqual([`${NAME} 31`]);
});

test('leaves an unknown age out without failing the metrics', async () => {
  expect(await scraped(async () => null)).toEqual([]);
  expect(await scraped(() => Promise.reject(new Error('the database is away')))).toEqual([]);
});
