import { expect, test } from 'bun:test';
import { filledDatabase } from './filled-database.ts';

test('what several ask for at once is made once, and each has a copy of its own', async () => {
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

test('what could not be made is made by the next who asks', async () => {
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
