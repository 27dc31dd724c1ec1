import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { connect } from './connect.ts';
import { type OwnServer, startOwnServer } from './embedded/own-server.fixture.ts';
import type { Sql } from './sql.ts';

const APPLICATION = 'plat-lost-sessions';
const CALLERS = 12;
const ROUNDS = 12;
const SLOW_MS = 60_000;

let server: OwnServer;
let operator: Sql;
beforeAll(async () => {
  server = await startOwnServer('lost-sessions', { fsync: 'off' });
  operator = connect(server.url, { applicationName: 'plat-test' });
}, 60_000);
afterAll(async () => {
  await operator.end({ timeout: 5 });
  await server.close();
});

const isMoreThanCallers = (ends: number) => ends > CALLERS;

const endSessions = () => operator`
  select pg_terminate_backend(pid) from pg_stat_activity where application_name = ${APPLICATION}`;

/**
 * Runs `work` under load while sessions are killed, and counts the calls that end.
 * @param isEnough called after the last round; on a busy machine sessions may die before any work is done.
 */
async function underLoad(work: (sql: Sql) => Promise<unknown>, isEnough: (ends: number) => boolean) {
  const sql = connect(server.url, { applicationName: APPLICATION, maxConnections: 4 });
  let isStopping = false;
  let ends = 0;
  const callers = Array.from({ length: CALLERS }, async () => {
    while (!isStopping) {
      await work(sql).catch(() => Bun.sleep(2));
      ends++;
    }
  });
  for (let round = 0; round < ROUNDS || !isEnough(ends); round++) {
    await Bun.sleep(40 + 10 * Math.max(0, round - ROUNDS));
    await endSessions();
  }
  isStopping = true;
  await Promise.all(callers);
  // The first queries may still meet sessions that were just killed.
  const ask = () => Promise.all(Array.from({ length: 8 }, () => sql<{ one: number }[]>`select 1 as one`));
  let answers = await ask().catch(() => null);
  while (answers === null)
    answers = await Bun.sleep(50)
      .then(ask)
      .catch(() => null);
  await sql.end({ timeout: 1 });
  return { one: answers[0]?.[0]?.one };
}

test(
  'every statement ends when the server closes its sessions',
  async () => {
    const { one } = await underLoad((sql) => sql`select pg_sleep(0.001)`, isMoreThanCallers);
    expect(one).toBe(1);
  },
  SLOW_MS,
);

test(
  'every transaction ends when the server closes its sessions',
  async () => {
    const work = (sql: Sql) =>
      sql.begin(async (tx) => {
        await tx`select pg_sleep(0.001)`;
        await tx`select 1`;
      });
    const { one } = await underLoad(work, isMoreThanCallers);
    expect(one).toBe(1);
  },
  SLOW_MS,
);

test(
  'a lost transaction sends nothing to another session',
  async () => {
    const sql = connect(server.url, { applicationName: APPLICATION, maxConnections: 1 });
    await sql`create table kept (note text)`;
    let lateInsert: Promise<unknown> | undefined;
    const lost = sql.begin(async (tx) => {
      await tx`insert into kept values ('inside')`;
      await endSessions();
      await tx`select 1`.catch(() => {});
      await Bun.sleep(50);
      lateInsert = tx`insert into kept values ('late')`.then(
        () => 'done',
        () => 'refused',
      );
      await lateInsert;
    });
    expect(
      await lost.then(
        () => 'done',
        () => 'refused',
      ),
    ).toBe('refused');
    const others = Array.from({ length: 5 }, () => sql`select 1 as one`);
    expect((await Promise.all(others)).flat()).toEqual(Array.from({ length: 5 }, () => ({ one: 1 })));
    while (lateInsert === undefined) await Bun.sleep(5);
    expect(await lateInsert).toBe('refused');
    expect([...(await sql`select note from kept`)]).toEqual([]);
    await sql.end({ timeout: 1 });
  },
  SLOW_MS,
);

test(
  'a transaction with a lost session is atomic, even when the session ends before BEGIN is answered',
  async () => {
    await operator`create table pairs (id uuid, half int)`;
    const told = new Set<string>();
    const work = async (sql: Sql) => {
      const id = crypto.randomUUID();
      await sql.begin(async (tx) => {
        const first = tx`insert into pairs values (${id}, 1)`.execute();
        if (Math.random() < 0.5) await first;
        return { second: tx`insert into pairs values (${id}, 2)`.execute() };
      });
      told.add(id);
    };
    await underLoad(work, () => told.size > CALLERS);
    const kept = await operator<{ id: string; halves: number }[]>`
    select id, count(*)::int as halves from pairs group by id`;
    expect(kept.filter(({ halves }) => halves !== 2)).toEqual([]);
    const ids = new Set(kept.map(({ id }) => id));
    expect([...told].filter((id) => !ids.has(id))).toEqual([]);
  },
  SLOW_MS,
);

test(
  'a failed statement that the callback did not await rolls back, and rejects where it is awaited',
  async () => {
    const sql = connect(server.url, { applicationName: APPLICATION, maxConnections: 1 });
    await sql`create table unkept (note text)`;
    const { last } = (await sql.begin(async (tx) => {
      const inserts = [
        tx`insert into unkept values ('one')`.execute(),
        tx`insert into unkept values (1 / 0)`.execute(),
      ];
      const last = Promise.all(inserts);
      last.catch(() => {});
      return { last };
    })) as { last: Promise<unknown> };
    expect(
      await last.then(
        () => 'done',
        (cause: { code?: string }) => cause.code,
      ),
    ).toBe('22012');
    expect([...(await sql`select note from unkept`)]).toEqual([]);
    await sql.end({ timeout: 1 });
  },
  SLOW_MS,
);

test(
  'a failed lookup of array types fails its statement, not the process',
  async () => {
    await operator`create role without_types login password 'secret'`;
    await operator`revoke select on pg_catalog.pg_type from public`;
    const url = new URL(server.url);
    url.username = 'without_types';
    url.password = 'secret';
    const fixture = join(import.meta.dir, 'types-lookup.fixture.ts');
    const child = Bun.spawn([process.execPath, fixture, url.href], { stdout: 'pipe', stderr: 'ignore' });
    expect(await new Response(child.stdout).text()).toBe('42501\n');
    expect(await child.exited).toBe(0);
  },
  SLOW_MS,
);
