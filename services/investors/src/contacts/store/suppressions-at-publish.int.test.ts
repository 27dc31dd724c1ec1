import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Sql } from '@plat/db';
import { testDatabase } from '@plat/test-kit';
import { serveHandMadeMarket } from '../../hand-made-market.fixture.ts';
import { judgeContacts } from '../domain/judge-contacts.ts';
import { marketSuppressions } from './market-contacts.ts';

const AS_OF = '2026-06-30';
const NUMBER = '6025550101';
const PERSON = {
  firstName: 'Ruth',
  lastName: 'Ashbrook',
  zip: '85003',
  wireless: [NUMBER],
  landline: [],
  email: [],
};
const READERS = 8;
const PUBLISHES = 150;

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
  const old = { kind: 'phone', value: '6025550199', list: 'national_dnc', listed_on: '2026-01-01' };
  await serveHandMadeMarket(database.sql, { suppression: [old] });
  await database.sql`create table market.suppression_all_v2 (like market.suppression including all)`;
  await database.sql`
    insert into market.suppression_all_v2 (region, kind, value, list, listed_on)
    values ('ALL', 'phone', ${NUMBER}, 'national_dnc', '2026-06-25')`;
}, 60_000);
afterAll(() => database?.close());

/** Switches between two lists, as a publish and a rollback do. */
const publish = (sql: Sql, before: string, after: string) =>
  sql.begin(async (tx) => {
    await tx`lock table market.suppression in access exclusive mode`;
    await tx.unsafe(`alter table market.suppression detach partition market.${before}`);
    await tx.unsafe(`alter table market.suppression attach partition market.${after} for values in ('ALL')`);
  });

test('never shows a listed number while a new list replaces a stale one', async () => {
  const suppressions = marketSuppressions(database.sql, 'live');
  let isOver = false;
  const readers = Array.from({ length: READERS }, async () => {
    for (let reads = 1; ; reads++) {
      const [shown] = await judgeContacts([PERSON], suppressions, AS_OF, new AbortController().signal);
      expect(shown?.wireless).toEqual([]);
      if (isOver) return reads;
    }
  });
  const publishes = async () => {
    for (let round = 0; round < PUBLISHES; round++) {
      const [before, after] = round % 2 === 0 ? ['all_v1', 'all_v2'] : ['all_v2', 'all_v1'];
      await publish(database.sql, `suppression_${before}`, `suppression_${after}`);
    }
    isOver = true;
  };
  const [, ...reads] = await Promise.all([publishes(), ...readers]);
  expect(Math.min(...reads)).toBeGreaterThan(1);
}, 60_000);
