import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { mapImport } from '../import/map-import.ts';
import { loadSource } from './load-mapping.ts';

const dataFolder =
  process.env.PLAT_DATA_DIR ?? resolve(import.meta.dir, '..', '..', '..', '..', '..', 'shared', 'data');
const isAbsent = !existsSync(dataFolder);
if (isAbsent) console.log(`skipped: real public records are not at ${dataFolder} (PLAT_DATA_DIR)`);

type Counts = [file: string, kind: string, read: number, kept: number, rejected: number];
const EXPECTED: [source: string, counts: Counts[], rejects: object[]][] = [
  [
    'philadelphia-pa',
    [
      ['opa-properties.csv', 'properties', 5336, 5336, 0],
      ['opa-properties.csv', 'transfers', 5293, 5168, 125],
    ],
    [{ reason: 'sale_date is a date in the future', count: 125 }],
  ],
  [
    'cambridge-ma',
    [
      ['assessing-fy2022.csv', 'properties', 8000, 8000, 0],
      ['assessing-fy2022.csv', 'transfers', 7653, 7653, 0],
    ],
    [],
  ],
  [
    'lebanon-nh',
    [
      ['parcels.csv', 'properties', 5660, 5660, 0],
      ['assessor-sales.csv', 'properties', 5622, 5622, 0],
      ['assessor-sales.csv', 'transfers', 18633, 18633, 0],
    ],
    [],
  ],
  [
    'loudoun-va',
    [
      ['sales-2022.xlsx', 'transfers', 12852, 12852, 0],
      ['sales-2023.xlsx', 'transfers', 10677, 10677, 0],
      ['sales-2024.xlsx', 'transfers', 11846, 11846, 0],
    ],
    [],
  ],
  ['richmond-va', [['flips.csv', 'transfers', 7410, 7410, 0]], []],
  [
    'seattle-wa',
    [
      ['sales-2010-2015.csv.gz', 'properties', 35209, 35209, 0],
      ['sales-2010-2015.csv.gz', 'transfers', 35209, 35209, 0],
    ],
    [],
  ],
  ['north-carolina', [['corporate-landlord-names.csv', 'contacts', 901, 901, 0]], []],
];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'real-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('importing every public data set', () => {
  test.skipIf(isAbsent).each(EXPECTED)(
    '%s',
    async (name, counts, rejects) => {
      const mapped = await mapImport({
        source: await loadSource(name),
        files: [join(dataFolder, name)],
        workDirectory: join(folder, name),
        asOf: '2026-01-01',
        today: '2026-01-01',
      });
      const found = mapped.files.map(({ path, kind, read, kept, rejected }) => [
        path.split('/').at(-1),
        kind,
        read,
        kept,
        rejected,
      ]);
      expect(found).toEqual(counts);
      expect(mapped.rejects).toEqual(rejects as typeof mapped.rejects);
      // A use that assessors hardly ever write is the only unknown code.
      expect(mapped.unknownCodes.reduce((sum, { count }) => sum + count, 0)).toBeLessThanOrEqual(1);
      const rejectLines = (await Bun.file(mapped.rejectFile).text()).trim().split('\n').slice(1);
      const listed = [...mapped.rejects, ...mapped.leftOut].reduce((sum, { count }) => sum + count, 0);
      expect(rejectLines).toHaveLength(listed);
    },
    60_000,
  );
});
