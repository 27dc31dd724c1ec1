import { afterAll, afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dealsNear, servingDataset, withImportLock } from '@plat/dataset';
import { connect } from '@plat/db';
import { startStopwatch } from '@plat/telemetry/testing';
import { filledDatabase, type TestDatabase, testDatabase } from '@plat/test-kit';
import { importMarket } from '../index.ts';
import { COUNTY_AS_OF, type County, FIRST, writeCounty } from './county.fixture.ts';
import type { ImportRequest } from './runner.ts';

setDefaultTimeout(180_000);

describe('an import', () => {
  let db: TestDatabase;
  let home: string;

  beforeEach(async () => {
    db = await testDatabase();
    home = await mkdtemp(join(tmpdir(), 'plat-import-'));
  });
  afterEach(async () => {
    await db.close();
    await rm(home, { recursive: true, force: true });
  });

  async function importCounty(county: County, more: Partial<ImportRequest> = {}) {
    const folder = await writeCounty(join(home, 'input', county.prefix), county);
    const source = { kind: 'canonical' } as const;
    return importMarket({ home, sql: db.sql, source, files: [folder], asOf: COUNTY_AS_OF, ...more });
  }

  /** An import of `FIRST`, the start of most tests: made once, then copied. */
  const first = { name: `first_county_${crypto.randomUUID().replaceAll('-', '')}`, home: '' };
  afterAll(() => rm(first.home, { recursive: true, force: true }));

  async function beginWithFirst(): Promise<void> {
    await db.close();
    db = await filledDatabase(first.name, async ({ sql }) => {
      first.home = await mkdtemp(join(tmpdir(), 'plat-import-'));
      const files = [await writeCounty(join(first.home, 'input', FIRST.prefix), FIRST)];
      await importMarket({ home: first.home, sql, source: { kind: 'canonical' }, files, asOf: COUNTY_AS_OF });
    });
    await cp(first.home, home, { recursive: true });
  }

  const dealsIn = async ({ latitude, longitude }: County) =>
    dealsNear(await servingDataset(db.sql, 'live'), {
      latitude,
      longitude,
      radiusMiles: 2,
      fromDate: '2024-01-01',
      asOf: COUNTY_AS_OF,
      dealTypes: ['flip', 'rental'],
      propertyTypes: ['SFR'],
      hideNonArmsLength: true,
      hideInstitutions: true,
    });

  test('does not disturb readers: none fails, waits for the build, or sees half of it', async () => {
    await beginWithFirst();
    let isDone = false;
    const seen = new Set<number>();
    const slowest = { ms: 0 };
    const reader = async () => {
      while (!isDone) {
        using asking = startStopwatch();
        seen.add((await dealsIn(FIRST)).length);
        slowest.ms = Math.max(slowest.ms, asking.elapsedMs());
        await Bun.sleep(2);
      }
    };
    const client = connect(db.url, { applicationName: 'plat-slow-reader', maxConnections: 1 });
    const slowReader = client.begin('isolation level repeatable read', async (tx) => {
      const before = await tx`select count(*) from market.deal`;
      await tx`select pg_sleep(3)`;
      expect(await tx`select count(*) from market.deal`).toEqual(before);
    });
    const readers = [reader(), reader()];
    await importCounty({ ...FIRST, parcels: 20 });
    await slowReader;
    isDone = true;
    await Promise.all(readers);
    await client.end();
    expect([...seen].sort((a, b) => a - b)).toEqual([12, 20]);
    expect(slowest.ms).toBeLessThan(2500);
  });

  test('runs one at a time', async () => {
    await importCounty(FIRST, { dryRun: true });
    await withImportLock(db.sql, async () => {
      await expect(withImportLock(db.sql, async () => {}, 200)).rejects.toThrow(
        'Another import into this dataset is running',
      );
    });
    expect(await importCounty(FIRST)).toMatchObject({ version: 1 });
  });

  test('fails with a plain message when the home cannot be written', async () => {
    const blocked = join(home, 'blocked');
    await Bun.write(blocked, 'a file where the home should be');
    const failure = await importCounty(FIRST, { home: blocked }).catch((error: unknown) => error);
    expect((failure as { plainText: string }).plainText).toMatch(/is not a folder\. .*\.$/);
  });

  test('fails with a plain message for missing files and unknown kinds', async () => {
    const source = { kind: 'canonical' } as const;
    const failure = (files: string[]) =>
      importMarket({ home, sql: db.sql, source, files, asOf: COUNTY_AS_OF }).catch((error: unknown) => error);
    expect(await failure([join(home, 'absent.csv')])).toMatchObject({ name: 'MarketError' });
    await Bun.write(join(home, 'notes.txt'), 'hello');
    expect(await failure([join(home, 'notes.txt')])).toMatchObject({ name: 'MarketError' });
  });
});
