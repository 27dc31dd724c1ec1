import { afterAll, afterEach, beforeEach } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dealsNear, servingDataset } from '@plat/dataset';
import { type TestDatabase, testDatabase } from '@plat/test-kit';
import { importMarket } from '../index.ts';
import { copiedHome } from './copied-home.fixture.ts';
import { COUNTY_AS_OF, type County, FIRST, writeCounty } from './county.fixture.ts';
import type { ImportRequest } from './runner.ts';

/** Of the current test. */
export let db: TestDatabase;
export let home: string;

/** Gives each test of a file an empty database and home. */
export function useHomes(): void {
  beforeEach(async () => {
    db = await testDatabase();
    home = await mkdtemp(join(tmpdir(), 'plat-import-'));
  });
  afterEach(async () => {
    await db.close();
    await rm(home, { recursive: true, force: true });
  });
  afterAll(() => first.remove());
}

/** Imports a generated county into the home of the test. */
export async function importCounty(county: County, more: Partial<ImportRequest> = {}) {
  const folder = await writeCounty(join(home, 'input', county.prefix), county);
  const source = { kind: 'canonical' } as const;
  return importMarket({ home, sql: db.sql, source, files: [folder], asOf: COUNTY_AS_OF, ...more });
}

const first = copiedHome(async ({ sql, home: folder }) => {
  const files = [await writeCounty(join(folder, 'input', FIRST.prefix), FIRST)];
  await importMarket({ home: folder, sql, source: { kind: 'canonical' }, files, asOf: COUNTY_AS_OF });
});

/** Gives the test a copy of an import of `FIRST`. */
export async function beginWithFirst(): Promise<void> {
  await db.close();
  db = await first.copyTo(home);
}

/** The deals around the centre of a county, as published. */
export const dealsIn = async ({ latitude, longitude }: County) =>
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
