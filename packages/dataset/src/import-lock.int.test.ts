import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type TestDatabase, testDatabase } from '@plat/test-kit';
import { withImportLock } from './import-lock.ts';
import { IMPORT_LOCK } from './schema.ts';

const HANGS_MS = 20_000;

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
}, 60_000);
afterAll(() => db.close(), 30_000);

const holders = () =>
  db.sql<{ pid: number }[]>`
    select pid from pg_locks where locktype = 'advisory' and objid = ${IMPORT_LOCK} and granted
      and database = (select oid from pg_database where datname = current_database())`;

const inTime = <T>(work: Promise<T>): Promise<T | 'it hangs'> =>
  Promise.race([work, Bun.sleep(HANGS_MS).then(() => 'it hangs' as const)]);

test('runs work alone and releases the lock afterwards, even after a failure', async () => {
  await withImportLock(db.sql, async () => {
    expect(await holders()).toHaveLength(1);
    await expect(withImportLock(db.sql, async () => {}, 200)).rejects.toThrow('Another import into this dataset');
  });
  expect(await holders()).toHaveLength(0);
  await expect(
    withImportLock(db.sql, async () => {
      throw new Error('the work failed');
    }),
  ).rejects.toThrow('the work failed');
  expect(await holders()).toHaveLength(0);
});

test('an import fails when the server closes every session during its work', async () => {
  const importing = withImportLock(db.sql, async () => {
    const [holder] = await holders();
    await db.sql`select pg_terminate_backend(${holder!.pid})`;
    await Bun.sleep(300);
    throw new Error('the server went away');
  }).catch((error: Error) => error.message);
  expect(await inTime(importing)).toBe('the server went away');
  expect(await inTime(withImportLock(db.sql, async () => 'the next one runs'))).toBe('the next one runs');
}, 60_000);
