import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { chownSync, closeSync, mkdirSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, DatabaseError, type Sql } from '@plat/db';
import { type TestDatabase, type TestPostgres, testDatabase, testPostgres } from '@plat/test-kit';
import { COUNTY_AS_OF, writeCounty } from '../import/county.fixture.ts';
import { importMarket, marketStatus } from '../index.ts';

setDefaultTimeout(180_000);

const PARCELS = 1_500;
const DISK_MB = 64;

/** A small disk of its own, which only root can create. */
function smallDisk(): { path: string; fill(): void; free(): void; remove(): void } | null {
  const path = mkdtempSync(join(tmpdir(), 'plat-small-disk-'));
  const run = (...words: string[]) => Bun.which(words[0]!) !== null && Bun.spawnSync(words).exitCode === 0;
  if (!run('mount', '-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'plat-test', path)) {
    rmSync(path, { recursive: true });
    return null;
  }
  const ballast = join(path, 'ballast');
  return {
    path,
    fill: () => {
      const file = openSync(ballast, 'w');
      const block = Buffer.alloc(4_096, 1);
      try {
        for (;;) writeSync(file, block);
      } catch {
        // It is full.
      } finally {
        closeSync(file);
      }
    },
    free: () => rmSync(ballast),
    remove: () => {
      run('umount', path);
      rmSync(path, { recursive: true, force: true });
    },
  };
}

const ofHome = smallDisk();
const ofDatabase = smallDisk();
const hasDisks = ofHome !== null && ofDatabase !== null;
if (!hasDisks) console.log('skipped: an import on a full disk, for this user may not mount a small one');

const input = mkdtempSync(join(tmpdir(), 'plat-full-disk-input-'));
const county = (prefix: string, parcels: number) =>
  writeCounty(join(input, prefix), { state: 'AZ', prefix, parcels, latitude: 33, longitude: -112 });
const importCounty = async (sql: Sql, home: string, prefix: string, parcels: number) =>
  importMarket({
    home,
    sql,
    source: { kind: 'canonical' },
    asOf: COUNTY_AS_OF,
    files: [await county(prefix, parcels)],
  });
const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'no failure',
    (error: unknown) => (error instanceof DatabaseError ? error.plainText : error),
  );

afterAll(() => {
  ofHome?.remove();
  ofDatabase?.remove();
  rmSync(input, { recursive: true, force: true });
});

describe.skipIf(!hasDisks)(
  'when a disk is full an import says which, leaves what serves, and works once there is room:',
  () => {
    describe('the disk of the home', () => {
      let db: TestDatabase;
      beforeAll(async () => {
        db = await testDatabase();
      });
      afterAll(() => db?.close());

      test('with facts and scratch files', async () => {
        const home = ofHome!.path;
        await importCounty(db.sql, home, 'A', 40);
        const before = await marketStatus(db.sql, 'live');
        ofHome!.fill();
        expect(await failureOf(importCounty(db.sql, home, 'B', PARCELS))).toBe(
          `The disk that holds ${home} is full. Free some space there and try again.`,
        );
        expect(await marketStatus(db.sql, 'live')).toEqual(before);
        ofHome!.free();
        await importCounty(db.sql, home, 'B', PARCELS);
        expect(await marketStatus(db.sql, 'live')).toMatchObject({
          version: before.version + 1,
          properties: 40 + PARCELS,
        });
      });
    });

    describe('the disk of the database', () => {
      let postgres: TestPostgres;
      let sql: Sql;
      beforeAll(async () => {
        postgres = await testPostgres();
        const [row] = await postgres.sql<
          { directory: string }[]
        >`select current_setting('data_directory') as directory`;
        const { uid, gid } = statSync(row!.directory);
        const directory = join(ofDatabase!.path, 'tables');
        mkdirSync(directory);
        for (const path of [ofDatabase!.path, directory]) chownSync(path, uid, gid);
        await postgres.sql.unsafe(`create tablespace small location '${directory}'`);
        await postgres.sql`alter database plat set default_tablespace = small`;
        // Only sessions that begin now use the new tablespace.
        sql = connect(postgres.url, { applicationName: 'plat-test', maxConnections: 4 });
      });
      afterAll(async () => {
        await sql?.end({ timeout: 5 });
        await postgres?.close();
      });

      test('with the rows that are copied into it', async () => {
        const home = join(input, 'home');
        await importCounty(sql, home, 'C', 40);
        const before = await marketStatus(sql, 'live');
        ofDatabase!.fill();
        expect(await failureOf(importCounty(sql, home, 'D', PARCELS))).toBe(
          'The disk that holds the database is full. Free some space there and try again.',
        );
        expect(await marketStatus(sql, 'live')).toEqual(before);
        ofDatabase!.free();
        await importCounty(sql, home, 'D', PARCELS);
        expect(await marketStatus(sql, 'live')).toMatchObject({
          version: before.version + 1,
          properties: 40 + PARCELS,
        });
      });
    });
  },
);
