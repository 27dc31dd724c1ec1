import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { withImportLock } from '@plat/dataset';
import { connect } from '@plat/db';
import { startStopwatch } from '@plat/telemetry/testing';
import { importMarket } from '../index.ts';
import { COUNTY_AS_OF, FIRST } from './county.fixture.ts';
import { beginWithFirst, db, dealsIn, home, importCounty, useHomes } from './county-home.fixture.ts';

setDefaultTimeout(180_000);

describe('an import', () => {
  useHomes();

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
