import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { testDatabase } from '@plat/test-kit';
import { startCommandLines } from '../../command-lines.fixture.ts';

const SLOW_MS = 120_000;

test(
  'makes the sample market once for each size, and rebuilds it from the facts of its home',
  async () => {
    const database = await testDatabase();
    const { platJson: plat, close } = startCommandLines(database.url);
    try {
      const made = await plat('market', 'sample', '--parcels', '600', '--as-of', '2026-03-01');
      expect(made).toMatchObject({ version: 1, properties: 600 });
      expect(await plat('market', 'sample', '--parcels', '600', '--as-of', '2026-03-01')).toEqual(made);
      const smaller = await plat('market', 'sample', '--parcels', '300', '--as-of', '2026-03-01');
      expect(smaller).toMatchObject({ version: 2, properties: 300 });
      expect(await plat('market', 'sample', '--as-of', '2026-03-01')).toEqual(smaller);
      await plat('market', 'rebuild', '--as-of', '2026-03-01');
      const status = await plat('market', 'status');
      expect(status.realms.sample).toEqual({ ...smaller, version: 3 });
      expect(status.realms.live).toMatchObject({ version: 0, properties: 0 });
    } finally {
      await close();
      await database.close();
    }
  },
  SLOW_MS,
);

test(
  'records are removed, versions listed with their cost, and any kept one brought back by its number',
  async () => {
    const database = await testDatabase();
    const { folder, plat, platJson, close } = startCommandLines(database.url);
    try {
      const head = 'parcel_id,state,fips,address\n';
      const input = join(folder, 'input');
      await Bun.write(join(input, 'properties.csv'), `${head}M-1,AZ,04013,1 Sample St\nP-1,AZ,04019,2 Sample St\n`);
      await platJson('import', 'canonical', input);
      expect(await platJson('market', 'remove', 'az', '--county', '04013')).toMatchObject({
        ...{ version: 2, state: 'AZ', county: '04013', properties: 1 },
        dataset: { properties: 1 },
      });
      expect(await plat('market', 'remove', 'NV')).toMatchObject({
        ...{ exitCode: 1, stderr: expect.stringContaining('There are no live records of NV. States there: AZ.') },
      });
      expect(await plat('market', 'remove', 'Nevada')).toMatchObject({ exitCode: 2 });
      const { versions } = await platJson('market', 'versions');
      expect(versions).toMatchObject([
        { version: 2, kind: 'removal', is_serving: true, is_kept: true },
        { version: 1, kind: 'import', is_serving: false, is_kept: true, restores: null },
      ]);
      expect(versions[0].bytes_alone).toBeGreaterThan(0);
      expect(await platJson('market', 'rollback', '1')).toMatchObject({ version: 3, restores: 1 });
      expect(await platJson('market', 'rollback')).toMatchObject({ version: 4, restores: 2 });
      expect(await plat('market', 'rollback', '9')).toMatchObject({ exitCode: 1 });
      const listed = (await plat('market', 'versions')).stdout;
      expect(listed).toContain('rollback to 2');
      expect(listed).toContain('serves now');
    } finally {
      await close();
      await database.close();
    }
  },
  SLOW_MS,
);
