import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { testDatabase } from '@plat/test-kit';
import { startCommandLines } from '../../command-lines.fixture.ts';

const SLOW_MS = 120_000;

test(
  'creates the sample market once per size, and rebuilds it from the facts of its home',
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
  'removes records, lists versions with their size, and restores any kept version by its number',
  async () => {
    const database = await testDatabase();
    const { folder, plat, platJson, close } = startCommandLines(database.url);
    try {
      const head = 'parcel_id,state,fips,address\n';
      const input = join(folder, 'input');
      await Bun.write(join(input, 'properties.csv'), `${head}M-1,AZ,04013,1 Sample St\nP-1,AZ,04019,2 Sample St\n`);
      await platJson('import', 'canonical', input);
      expect(await platJson('market', 'remove', 'az', '--county', '04013')).toMatchObject({
        version: 2,
        state: 'AZ',
        county: '04013',
        properties: 1,
        dataset: { properties: 1 },
      });
      expect(await plat('market', 'remove', 'NV')).toMatchObject({
        exitCode: 1,
        stderr: expect.stringContaining('There are no live records of NV. States there: AZ.'),
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

const lengths = (text: string) => text.split('\n').map((line) => line.length);

test(
  'status lists the counties of both realms with the days of their records, on lines of at most 100 characters',
  async () => {
    const database = await testDatabase();
    const { folder, plat, platJson, close } = startCommandLines(database.url);
    try {
      await platJson('market', 'sample', '--parcels', '600');
      const sampleAlone = await plat('market', 'status');
      expect(sampleAlone.stdout).toContain('Maricopa');
      const states = ['AL', 'AK', 'AZ', 'AR', 'CA', 'CO', 'CT', 'DE', 'FL', 'GA', 'HI', 'ID'];
      const rows = states.map((state, at) => `P-${at},${state},,${at} Sample St,1 Long Name Of A County ${state}\n`);
      const sales = states.map((_, at) => `P-${at},2020-01-${10 + at},${200_000 + at}\n`);
      const input = join(folder, 'input');
      await Bun.write(join(input, 'properties.csv'), `parcel_id,state,fips,address,county\n${rows.join('')}`);
      await Bun.write(
        join(input, 'transfers.csv'),
        `parcel_id,sale_date,price,state\n${sales.map((line, at) => line.replace('\n', `,${states[at]}\n`)).join('')}`,
      );
      const imported = await plat('import', 'canonical', input);
      expect(imported.exitCode).toBe(0);
      const { stdout } = await plat('market', 'status');
      expect(stdout).toContain('2020-01-21');
      const { counties } = await platJson('market', 'status');
      const inRealm = (wanted: string) => counties.filter(({ realm }: { realm: string }) => realm === wanted);
      expect(inRealm('live').map(({ state }: { state: string }) => state)).toEqual([...states].sort());
      const maricopa = inRealm('sample').find(({ fips }: { fips: string }) => fips === '04013');
      expect(maricopa).toMatchObject({ state: 'AZ', records_through: '2026-11-23', is_stale: false });
      expect(stdout).toContain(`sample  Maricopa`);
      const summaries = [
        await plat('market', 'versions'),
        await plat('market', 'remove', 'AL'),
        await plat('market', 'rollback'),
      ];
      for (const text of [sampleAlone.stdout, imported.stdout, stdout, ...summaries.map((one) => one.stdout)]) {
        expect(Math.max(...lengths(text))).toBeLessThanOrEqual(100);
      }
    } finally {
      await close();
      await database.close();
    }
  },
  SLOW_MS,
);
