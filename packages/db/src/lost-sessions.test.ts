import { afterAll, beforeAll, expect, test } from 'bun:test';
import { connect, type Sql } from './connect.ts';
import { type OwnServer, startOwnServer } from './embedded/own-server.fixture.ts';

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
 * Works as a service under load does, while sessions end, and counts what became of it.
 * @param isEnough is asked after the last round: on a busy machine sessions may live too short for anything to be done.
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
  // Sessions that were ended last may still take the first questions.
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
  'every statement comes to an end when the server ends its sessions',
  async () => {
    const { one } = await underLoad((sql) => sql`select pg_sleep(0.001)`, isMoreThanCallers);
    expect(one).toBe(1);
  },
  SLOW_MS,
);

test(
  'every transaction comes to an end when the server ends its sessions',
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
  'what a lost transaction still sends is refused, and never reaches the session of somebody else',
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
  'a transaction whose session ends keeps all of what it sent or nothing, also before its beginning was answered',
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
  'a transaction is not told as done when a statement failed that its commit did not wait for',
  async () => {
    const sql = connect(server.url, { applicationName: APPLICATION, maxConnections: 1 });
    await sql`create table unkept (note text)`;
    const failing = sql.begin(async (tx) => ({
      sent: [tx`insert into unkept values ('one')`.execute(), tx`insert into unkept values (1 / 0)`.execute()],
    }));
    expect(
      await failing.then(
        () => 'done',
        (cause: { code?: string }) => cause.code,
      ),
    ).toBe('22012');
    expect([...(await sql`select note from unkept`)]).toEqual([]);
    await sql.end({ timeout: 1 });
  },
  SLOW_MS,
);
