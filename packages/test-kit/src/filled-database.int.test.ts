import { expect, test } from 'bun:test';
import { filledDatabase } from './filled-database.ts';

test('builds a filled database once for parallel requests and gives each its own copy', async () => {
  let made = 0;
  const name = `things_${crypto.randomUUID().replaceAll('-', '')}`;
  const ask = () =>
    filledDatabase(name, async ({ sql }) => {
      made++;
      await sql`create table things as select 1 as id`;
    });
  const [first, second] = await Promise.all([ask(), ask()]);
  try {
    expect(made).toBe(1);
    await first.sql`insert into things values (2)`;
    expect(await second.sql<{ id: number }[]>`select id from things`).toMatchObject([{ id: 1 }]);
  } finally {
    await Promise.all([first.close(), second.close()]);
  }
});

test('builds again on the next request after a failure', async () => {
  const name = `things_${crypto.randomUUID().replaceAll('-', '')}`;
  const failing = filledDatabase(name, async ({ sql }) => {
    await sql`create table things as select 1 as id`;
    throw new Error('half-made');
  });
  await expect(failing).rejects.toThrow('half-made');
  const database = await filledDatabase(name, async ({ sql }) => void (await sql`create table others (id int)`));
  try {
    expect(await database.sql`select to_regclass('things')::text as things`).toMatchObject([{ things: null }]);
  } finally {
    await database.close();
  }
});
