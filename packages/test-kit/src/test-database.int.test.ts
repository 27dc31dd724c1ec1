import { afterAll, beforeAll, expect, test } from 'bun:test';
import { testDatabase } from './test-database.ts';

let first: Awaited<ReturnType<typeof testDatabase>>;
let second: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  [first, second] = await Promise.all([testDatabase(), testDatabase()]);
});
afterAll(async () => {
  await Promise.all([first.close(), second.close()]);
});

test('every test database starts empty and is visible to one test only', async () => {
  await first.sql`create table things (id int)`;
  const [row] = await second.sql<{ found: string | null }[]>`select to_regclass('things')::text as found`;
  expect(row?.found).toBeNull();
});

test('the server is PostgreSQL 18 with UTF-8', async () => {
  const [row] = await first.sql<{ version: string; upper: string }[]>`
    select current_setting('server_version') as version, upper('straße é') as upper`;
  expect(row?.version).toStartWith('18');
  expect(row?.upper).toContain('É');
});

test('closing a database drops it', async () => {
  const third = await testDatabase();
  await third.close();
  const name = new URL(third.url).pathname.slice(1);
  expect((await first.sql`select 1 from pg_database where datname = ${name}`).length).toBe(0);
});
