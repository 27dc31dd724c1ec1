import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { REALMS } from '@plat/kit';
import { type TestDatabase, testDatabase } from '@plat/test-kit';
import { DATASET_TABLE_NAMES } from './ddl.ts';
import { marketSchema } from './realm.ts';
import { ensureMarketSchema } from './schema.ts';

const CURRENT = { layoutChanged: false, outdated: [] };

describe('the schema of the market', () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await testDatabase();
  });
  afterAll(() => db.close());

  test('is created once when several processes ask at the same time', async () => {
    const states = await Promise.all([1, 2, 3, 4].map(() => ensureMarketSchema(db.sql)));
    expect(states).toEqual(Array(4).fill(CURRENT));
    for (const realm of REALMS) {
      const parents = await db.sql<{ relname: string }[]>`
        select relname from pg_class where relnamespace = ${marketSchema(realm)}::regnamespace and relkind = 'p'
        order by 1`;
      expect(parents.map((row) => row.relname)).toEqual([...DATASET_TABLE_NAMES].sort());
    }
  });

  test('replaces a layout of another release while empty, and leaves it alone after a publication', async () => {
    await db.sql`update market.dataset set layout = 'older'`;
    expect(await ensureMarketSchema(db.sql)).toEqual(CURRENT);

    await db.sql`insert into market.version (version, kind, as_of, imports, regions) values (1, 'import', '2026-01-01', '[]', '{}')`;
    await db.sql`insert into market.region (region, changed_in) values ('AZ', 1)`;
    await db.sql`update market.dataset set layout = 'older'`;
    expect(await ensureMarketSchema(db.sql)).toEqual({ layoutChanged: true, outdated: ['live'] });
  });
});
