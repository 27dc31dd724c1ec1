import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { importMarket } from '@plat/pipeline';
import { filledDatabase, type TestDatabase } from '@plat/test-kit';

const FOLDER = process.env.PLAT_DATA_DIR ?? resolve(import.meta.dir, '..', '..', '..', '..', '..', 'shared', 'data');

/** A server's as-of day, after the last sale of the records. */
export const REAL_RECORDS_AS_OF = '2026-11-21';

/** @returns whether real records exist; otherwise logs the skipped test. */
export function hasRealRecords(test: string): boolean {
  const isThere = existsSync(FOLDER);
  if (!isThere) console.log(`skipped: ${test} (no folder ${FOLDER}; set PLAT_DATA_DIR)`);
  return isThere;
}

/** A database of its own, as of the last day of each county, that serves the records of Philadelphia, Cambridge and Lebanon. */
export const realRecords = (): Promise<TestDatabase> =>
  filledDatabase('real_records', async ({ sql }) => {
    const home = await mkdtemp(join(tmpdir(), 'plat-real-records-'));
    try {
      for (const name of ['philadelphia-pa', 'cambridge-ma', 'lebanon-nh']) {
        const source = { kind: 'named', name } as const;
        await importMarket({ home, sql, source, files: [join(FOLDER, name)] });
      }
    } finally {
      await rm(home, { recursive: true, force: true });
    }
  });
