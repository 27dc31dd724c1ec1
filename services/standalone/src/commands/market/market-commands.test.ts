import { expect, test } from 'bun:test';
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
