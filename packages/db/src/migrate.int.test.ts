import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startStopwatch } from '@plat/telemetry/testing';
import { connect } from './connect.ts';
import { DatabaseError } from './database-error.ts';
import { type OwnServer, startOwnServer } from './embedded/own-server.fixture.ts';
import { migrate } from './migrate.ts';
import type { Sql } from './sql.ts';

let server: OwnServer;
let sql: Sql;
let folder: string;
let schema: string;
let count = 0;

beforeAll(async () => {
  server = await startOwnServer('migrate', { fsync: 'off' });
  sql = connect(server.url, { applicationName: 'plat-test' });
}, 60_000);
afterAll(async () => {
  await sql.end({ timeout: 5 });
  await server.close();
});
beforeEach(() => {
  count += 1;
  schema = `shop_${count}`;
  folder = join(server.directory, `migrations-${count}`);
});

interface Entry {
  tag: string;
  when: number;
  sql: string;
}

function writeJournal(...entries: Entry[]): void {
  mkdirSync(join(folder, 'meta'), { recursive: true });
  for (const entry of entries) writeFileSync(join(folder, `${entry.tag}.sql`), entry.sql);
  const journal = entries.map(({ tag, when }, idx) => ({ idx, version: '7', when, tag, breakpoints: true }));
  writeFileSync(join(folder, 'meta', '_journal.json'), JSON.stringify({ version: '7', entries: journal }));
}

const first = (): Entry => ({
  tag: '0000_first',
  when: 1000,
  sql: `create schema ${schema};--> statement-breakpoint\ncreate table ${schema}.items (id int);`,
});
const second = (): Entry => ({ tag: '0001_second', when: 2000, sql: `alter table ${schema}.items add name text;` });
const columns = async () =>
  (
    await sql<{ name: string }[]>`
    select column_name as name from information_schema.columns where table_schema = ${schema} order by 1`
  ).map(({ name }) => name);

test('applies migrations once, and later ones on top', async () => {
  writeJournal(first());
  await migrate(sql, { schema, folder });
  await migrate(sql, { schema, folder });
  expect(await columns()).toEqual(['id']);
  writeJournal(first(), second());
  await migrate(sql, { schema, folder });
  expect(await columns()).toEqual(['id', 'name']);
});

test('processes that start together apply each migration once', async () => {
  writeJournal(first(), second());
  await Promise.all(Array.from({ length: 6 }, () => migrate(sql, { schema, folder })));
  expect(await columns()).toEqual(['id', 'name']);
});

test('refuses a migration that was edited after it was applied', async () => {
  writeJournal(first());
  await migrate(sql, { schema, folder });
  writeJournal({ ...first(), sql: `create schema ${schema};` }, second());
  expect(migrate(sql, { schema, folder })).rejects.toBeInstanceOf(DatabaseError);
});

test('refuses, and does not skip, a migration merged before an applied one', async () => {
  writeJournal(first(), second());
  await migrate(sql, { schema, folder });
  const late: Entry = { tag: '0001_late', when: 1500, sql: `create table ${schema}.late (id int);` };
  writeJournal(first(), late, second());
  expect(migrate(sql, { schema, folder })).rejects.toThrow('differs from the one that this database has applied');
});

test('refuses, and does not skip, a late migration appended with an old timestamp', async () => {
  writeJournal(first(), second());
  await migrate(sql, { schema, folder });
  writeJournal(first(), second(), { tag: '0002_late', when: 1500, sql: `create table ${schema}.late (id int);` });
  expect(migrate(sql, { schema, folder })).rejects.toThrow('out of order');
});

test('an older process accepts a database with newer migrations and leaves it unchanged', async () => {
  writeJournal(first(), second());
  await migrate(sql, { schema, folder });
  writeJournal(first());
  await migrate(sql, { schema, folder });
  expect(await columns()).toEqual(['id', 'name']);
});

test('rolls back a failed migration completely', async () => {
  writeJournal(first(), {
    ...second(),
    sql: `create table ${schema}.half (id int);--> statement-breakpoint\nnot sql;`,
  });
  await expect(migrate(sql, { schema, folder })).rejects.toThrow();
  expect(await columns()).toEqual([]);
});

test("leaves the caller's type parsers unchanged", async () => {
  writeJournal(first());
  await migrate(sql, { schema, folder });
  const [row] = await sql`select now() as now, '{"a":1}'::json as json`;
  expect(row?.now).toBeInstanceOf(Date);
  expect(row?.json).toEqual({ a: 1 });
});

test('a migration gives way to traffic while its table is busy, and is applied when the table is free', async () => {
  writeJournal({ tag: '0000_first', when: 1, sql: `create schema ${schema}; create table ${schema}.busy (id int)` });
  await migrate(sql, { schema, folder });
  writeJournal(
    { tag: '0000_first', when: 1, sql: `create schema ${schema}; create table ${schema}.busy (id int)` },
    { tag: '0001_second', when: 2, sql: `alter table ${schema}.busy add column note text` },
  );
  const [busy, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = sql.begin(async (tx) => {
    await tx`select 1 from ${tx(`${schema}.busy`)}`;
    busy.resolve();
    await free.promise;
  });
  await busy.promise;
  let isApplied = false;
  const applying = migrate(sql, { schema, folder }).then(() => {
    isApplied = true;
  });
  const longestMs = { waited: 0 };
  const until = performance.now() + 2_500;
  while (performance.now() < until) {
    using asking = startStopwatch();
    await sql`select 1 from ${sql(`${schema}.busy`)}`;
    longestMs.waited = Math.max(longestMs.waited, asking.elapsedMs());
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  expect(isApplied).toBe(false);
  // Readers queue behind a migration that waits for the whole table. It must give up quickly to let them pass.
  expect(longestMs.waited).toBeLessThan(2_000);
  free.resolve();
  await Promise.all([holding, applying]);
  expect(await sql`select note from ${sql(`${schema}.busy`)}`).toHaveLength(0);
}, 60_000);
