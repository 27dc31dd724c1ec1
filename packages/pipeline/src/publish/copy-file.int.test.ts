import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestDatabase, testDatabase } from '@plat/test-kit';
import { copyFile } from './copy-file.ts';

const HANGS_MS = 40_000;

let db: TestDatabase;
let folder: string;
beforeAll(async () => {
  db = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), 'plat-copy-'));
  await db.sql`create table number (value integer check (value >= 0))`;
}, 60_000);
afterAll(async () => {
  await db.close();
  await rm(folder, { recursive: true, force: true });
}, 30_000);

const STATEMENT = 'copy number from stdin with (format csv)';
const fileOf = async (name: string, lines: readonly string[]): Promise<string> => {
  await Bun.write(join(folder, name), lines.map((line) => `${line}\n`).join(''));
  return join(folder, name);
};
const MANY = Array.from({ length: 1_000_000 }, (_, index) => String(index));

/** The code of the failure, or what else happened; a hang is an answer too. */
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  Promise.race([
    work.then(
      () => 'no failure',
      (error: { code?: string }) => error.code,
    ),
    Bun.sleep(HANGS_MS).then(() => 'it hangs'),
  ]);

test('loads every row of the file', async () => {
  const file = await fileOf('good.csv', MANY);
  await db.sql.begin((tx) => copyFile(tx, STATEMENT, file));
  expect([...(await db.sql`select count(*) from number`)]).toEqual([{ count: MANY.length }]);
  await db.sql`truncate number`;
});

test.each([
  ['the only row', ['one'], '22P02'],
  ['the last row of many, when all are sent', [...MANY, '-1'], '23514'],
  ['the first row of many, while they are sent', ['-1', ...MANY], '23514'],
])(
  'reports a failure at %s and keeps the connection usable',
  async (_, lines, code) => {
    const file = await fileOf('bad.csv', lines);
    expect(await codeOf(db.sql.begin((tx) => copyFile(tx, STATEMENT, file)))).toBe(code);
    expect([...(await db.sql`select count(*) from number`)]).toEqual([{ count: 0 }]);
  },
  60_000,
);

test('reports a statement that the server refuses', async () => {
  const file = await fileOf('one.csv', ['1']);
  expect(await codeOf(db.sql.begin((tx) => copyFile(tx, 'copy nowhere from stdin', file)))).toBe('42P01');
});

test('reports a session that ends while rows are sent', async () => {
  const file = await fileOf('long.csv', MANY);
  await db.sql`create or replace function hold(value integer) returns boolean language sql as
    'select pg_sleep(0.01) is not null'`;
  await db.sql`create table held (value integer check (hold(value)))`;
  const copying = codeOf(db.sql.begin((tx) => copyFile(tx, 'copy held from stdin with (format csv)', file)));
  let ended = 0;
  while (ended === 0) {
    ended = (
      await db.sql`select pg_terminate_backend(pid) from pg_stat_activity
        where query like 'copy held%' and wait_event = 'PgSleep'`
    ).length;
  }
  expect(['57P01', 'CONNECTION_CLOSED']).toContain(String(await copying));
}, 60_000);
