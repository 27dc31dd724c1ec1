import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ValuationAccuracy } from '@plat/contracts';
import { keptAccuracy } from '@plat/dataset';
import { SAMPLE_AS_OF, sampleDatabase } from '@plat/standalone/sample-database';
import type { TestDatabase } from '@plat/test-kit';
import { Value } from '@sinclair/typebox/value';

const MAIN = join(import.meta.dir, '..', 'main.ts');
const SLOW_MS = 180_000;

let folder: string;
let database: TestDatabase;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'plat-evaluate-'));
  database = await sampleDatabase();
}, SLOW_MS);
afterAll(async () => {
  await database?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function evaluate(...words: string[]) {
  const env = { ...process.env, PLAT_HOME: join(folder, 'home'), DATABASE_URL: database.url };
  const child = Bun.spawn([process.execPath, MAIN, 'evaluate', 'valuation', ...words], {
    cwd: folder,
    env,
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [stdout, stderr] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { exitCode: await child.exited, stdout, stderr };
}

const keptRows = async () => (await keptAccuracy(database.sql, 'live')).valuation?.rows as ValuationAccuracy[];

describe('plat evaluate valuation', () => {
  test(
    'measures a state by held-out quarters and stores rows as the accuracy operation documents them',
    async () => {
      const { exitCode, stdout, stderr } = await evaluate('--region', 'az', '--json');
      expect(exitCode).toBe(0);
      expect(stderr).toContain('AZ: the quarter from 2026-01-01');
      const { regions } = JSON.parse(stdout);
      expect(regions).toMatchObject([
        { region: 'AZ', quarters: ['2025-04-01', '2025-07-01', '2025-10-01', '2026-01-01'] },
      ]);
      const rows = await keptRows();
      expect(rows.length).toBeGreaterThan(0);
      for (const row of rows) {
        expect([...Value.Errors(ValuationAccuracy, { ...row, dataset_version: '1' })]).toEqual([]);
        expect(row.state).toBe('AZ');
        expect(row.model_version).toStartWith(SAMPLE_AS_OF);
      }
    },
    SLOW_MS,
  );

  test(
    'keeps figures of other states',
    async () => {
      const before = await keptRows();
      const { exitCode, stdout } = await evaluate('--region', 'GA', '--quarters', '4');
      expect(exitCode).toBe(0);
      expect(stdout).toContain('MdAPE');
      const rows = await keptRows();
      expect(rows.filter(({ state }) => state === 'AZ')).toEqual(before);
      expect(rows.some(({ state }) => state === 'GA')).toBe(true);
    },
    SLOW_MS,
  );

  test(
    'lists the known states for an unknown one',
    async () => {
      const { exitCode, stderr } = await evaluate('--region', 'ZZ');
      expect(exitCode).toBe(1);
      expect(stderr).toContain('AZ, FL, GA');
    },
    SLOW_MS,
  );
});
