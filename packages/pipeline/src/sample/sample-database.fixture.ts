import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { filledDatabase, type TestDatabase } from '@plat/test-kit';
import { importMarket } from '../index.ts';
import { writeSampleMarket } from './index.ts';

/** Last day of the market in `sampleDatabase`. */
export const SAMPLE_AS_OF = '2026-03-01';

/** A database of its own that serves a synthetic market of 6,000 parcels. */
export const sampleDatabase = (): Promise<TestDatabase> =>
  filledDatabase('sample_market', async ({ sql }) => {
    const home = await mkdtemp(join(tmpdir(), 'plat-sample-market-'));
    try {
      const files = join(home, 'files');
      await writeSampleMarket({ directory: files, asOf: SAMPLE_AS_OF, parcels: 6_000 });
      const source = { kind: 'canonical' } as const;
      await importMarket({ home, sql, source, files: [files], asOf: SAMPLE_AS_OF });
    } finally {
      await rm(home, { recursive: true, force: true });
    }
  });
