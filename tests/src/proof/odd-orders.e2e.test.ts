import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import {
  changeKey,
  changePlan,
  recordApplicationSearch,
  setCompanyLimit,
  updateApiUser,
} from '@plat/accounts/operator';
import { send } from './burst.fixture.ts';
import { type Call, type CallAnswer, searchCall, usageOf } from './calls.fixture.ts';
import { impatient } from './impatient-call.fixture.ts';
import {
  type Caller,
  hasRedis,
  ledgerOf,
  OPERATOR,
  type Platform,
  SLOW_MS,
  startReplicas,
} from './platform.fixture.ts';
import { randomFrom } from './storm.fixture.ts';

const LIMIT = 10;
const DOORS = 3;

if (!hasRedis) console.log('skipped: calls in odd orders over Redis (this machine has no redis-server)');

const statusesOf = (answers: readonly CallAnswer[]) => answers.map(({ status }) => status);
const successes = (answers: readonly CallAnswer[]) => answers.filter(({ status }) => status === 200).length;

describe.skipIf(!hasRedis)('the count is exact', () => {
  let platform: Platform;
  beforeAll(async () => {
    platform = await startReplicas(DOORS);
  }, SLOW_MS);
  afterAll(() => platform.close(), SLOW_MS);
  afterEach(async () => {
    platform.upstream!.before = async () => {};
    expect(await platform.operator.ledger.verify()).toMatchObject({ differences: [], countedButOpen: [] });
  });

  const callOf = (caller: Caller, index: number): Call => searchCall(platform.doors[index % DOORS]!, caller, index);
  const answersTakeUpTo = (ms: number, seed: number) => {
    const random = randomFrom(seed);
    platform.upstream!.before = () => Bun.sleep(random() * ms);
    return random;
  };
  /** Lets calls reach their service, runs `work`, then lets them be answered. */
  const during = async (caller: Caller, calls: number, work: () => Promise<unknown>) => {
    const [reached, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let arrived = 0;
    platform.upstream!.before = () => {
      if (++arrived === calls) reached.resolve();
      return finish.promise;
    };
    const answers = Promise.all(Array.from({ length: calls }, (_, index) => send(callOf(caller, index))));
    await reached.promise;
    await work();
    finish.resolve();
    return answers;
  };
  /** Requests that the gateways have not finished, with or without a waiting caller. */
  const underWay = async (): Promise<number> => {
    const ofDoor = async ({ url }: { url: string }) => {
      const metrics = await (await fetch(`${url}/metrics`, { keepalive: false })).text();
      return Number(/^plat_http_requests_in_flight\{[^}]*\} (\d+)$/m.exec(metrics)?.[1]);
    };
    const counts = await Promise.all(platform.doors.map(ofDoor));
    return counts.reduce((sum, count) => sum + count, 0);
  };
  test(
    'counted calls were seen or aborted, and nothing stays held, when callers disconnect at any moment',
    async () => {
      const caller = await platform.enterprise({ monthly: 1_000 });
      const random = answersTakeUpTo(30, 21);
      const statuses: number[] = [];
      for (let round = 0; round < 6; round++) {
        const calls = Array.from({ length: 40 }, (_, index) =>
          impatient(callOf(caller, round * 40 + index), 5 + random() * 150),
        );
        statuses.push(...(await Promise.all(calls)));
      }
      const [seen, lost] = [200, 0].map((wanted) => statuses.filter((status) => status === wanted).length);
      expect(seen! + lost!).toBe(statuses.length);
      // Aborted calls may still be on their way to the ledger and held there briefly.
      while ((await underWay()) > 0 || (await platform.operator.ledger.verify()).reservations > 0) await Bun.sleep(20);
      const counted = await ledgerOf(platform, caller);
      expect(counted).toBeGreaterThanOrEqual(seen!);
      expect(counted).toBeLessThanOrEqual(seen! + lost!);
      expect(await usageOf(platform.doors[0]!, caller)).toMatchObject({ used: counted, remaining: 1_000 - counted });
    },
    SLOW_MS,
  );

  test(
    'when one idempotency key is sent many times in parallel, at every door, by callers who disconnect',
    async () => {
      const caller = await platform.enterprise({ monthly: 100 });
      const random = answersTakeUpTo(40, 22);
      const rounds = 8;
      for (let round = 0; round < rounds; round++) {
        const once = (index: number): Call => {
          const call = searchCall(platform.doors[index % DOORS]!, caller, round);
          return { ...call, headers: { ...call.headers, 'idempotency-key': `round-${round}` } };
        };
        await Promise.all(Array.from({ length: 9 }, (_, index) => impatient(once(index), 5 + random() * 60)));
        let last = await send(once(0));
        while (last.status === 409) {
          await Bun.sleep(20);
          last = await send(once(0));
        }
        expect(last.status).toBe(200);
      }
      expect(await ledgerOf(platform, caller)).toBe(rounds);
    },
    SLOW_MS,
  );

  test(
    'users and keys that share an idempotency key value each get their own response',
    async () => {
      const callers = [
        await platform.enterprise({ monthly: LIMIT }),
        await platform.enterprise({ monthly: LIMIT }),
        await platform.subscriber({ monthly: LIMIT }),
      ];
      const once = (caller: Caller, index: number): Call => ({
        ...callOf(caller, index),
        headers: { ...caller.headers, 'idempotency-key': 'same' },
      });
      for (const caller of callers) {
        const [first, again] = [await send(once(caller, 1)), await send(once(caller, 1))];
        expect([first.status, first.headers['idempotent-replayed']]).toEqual([200, undefined]);
        expect([again.status, again.headers['idempotent-replayed']]).toEqual([200, 'true']);
        expect((await send(once(caller, 2))).status).toBe(400);
        expect(await ledgerOf(platform, caller)).toBe(1);
      }
    },
    SLOW_MS,
  );

  test(
    'calls count and remaining is never negative when limits drop below usage',
    async () => {
      const subscriber = await platform.subscriber({ monthly: LIMIT });
      const lower = (customLimit: number) =>
        setCompanyLimit(platform.operator, OPERATOR, subscriber.companyId, {
          endpoint: 'analytics_search',
          customLimit,
        });
      const running = await during(subscriber, 6, () => lower(3));
      expect(successes(running)).toBe(6);
      for (const { headers } of running) expect(headers['x-monthly-remaining']).toBe('0');
      expect(await usageOf(platform.doors[1]!, subscriber)).toMatchObject({ limit: 3, used: 6, remaining: 0 });
      expect((await send(callOf(subscriber, 50))).status).toBe(429);
      // Previously counted locations stay free.
      expect((await send(callOf(subscriber, 1))).status).toBe(200);
      await lower(7);
      const rest = await Promise.all([60, 61, 62].map((index) => send(callOf(subscriber, index))));
      expect(statusesOf(rest).toSorted()).toEqual([200, 429, 429]);
      expect(await ledgerOf(platform, subscriber)).toBe(7);
    },
    SLOW_MS,
  );

  test(
    'running calls count, and the next one is refused, when plan, user and key change',
    async () => {
      const caller = await platform.enterprise({ monthly: LIMIT });
      const [plan] = await platform.database.sql<{ id: string }[]>`
        select plan_id as id from accounts.key_plans where key_id = ${caller.keyId}`;
      const { operator } = platform;
      const running = await during(caller, 6, async () => {
        await changePlan(operator, OPERATOR, plan!.id, { analytics_search_limit: 2 });
        expect((await send(callOf(caller, 50))).status).toBe(429);
        await updateApiUser(operator, OPERATOR, caller.keyId, { user_id: 'agent', active: false });
        expect((await send(callOf(caller, 51))).status).toBe(401);
        await changeKey(operator, OPERATOR, caller.keyId, { active: false });
      });
      expect(successes(running)).toBe(6);
      for (const { headers } of running) expect(headers['x-monthly-remaining']).toBe('0');
      expect((await send(callOf(caller, 52))).status).toBe(401);
      expect(await ledgerOf(platform, caller)).toBe(6);
    },
    SLOW_MS,
  );

  test(
    'when every door and the companion application search the same locations while counters are rebuilt',
    async () => {
      const [limit, places] = [30, 50];
      const caller = await platform.subscriber({ monthly: limit });
      const random = answersTakeUpTo(20, 23);
      let isOver = false;
      const rebuilding = (async () => {
        while (!isOver) {
          await platform.operator.ledger.rebuild();
          await Bun.sleep(20);
        }
      })();
      const applying = Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          recordApplicationSearch(platform.operator, {
            company_id: caller.companyId,
            search_id: `search-${index % 5}`,
            skiptraced: false,
            searched_at: new Date().toISOString(),
            counted_thing: { kind: 'location', value: `40.0000,${index % 5}.0000` },
          }),
        ),
      );
      const answers: [place: number, answer: CallAnswer][] = [];
      const lane = async () => {
        for (let call = 0; call < 10; call++) {
          const place = Math.floor(random() * places);
          const door = platform.doors[call % DOORS]!;
          answers.push([place, await send(searchCall(door, caller, place))]);
        }
      };
      await Promise.all(Array.from({ length: 20 }, lane));
      await applying;
      isOver = true;
      await rebuilding;
      const found = new Set(answers.filter(([, { status }]) => status === 200).map(([place]) => place));
      expect([...new Set(answers.map(([, { status }]) => status))].toSorted()).toEqual([200, 429]);
      // One event per location found through the API, and five from the application.
      expect(await ledgerOf(platform, caller)).toBe(found.size);
      expect(await usageOf(platform.doors[2]!, caller)).toMatchObject({ used: found.size + 5, remaining: 0 });
      expect(found.size).toBeGreaterThanOrEqual(limit - 5);
      expect(found.size).toBeLessThanOrEqual(limit);
    },
    SLOW_MS,
  );

  test(
    'very many end users of one key each have their own limit',
    async () => {
      const [users, each] = [150, 2];
      const caller = await platform.enterprise({ monthly: each });
      const { sql } = platform.database;
      await sql`
        insert into accounts.end_users (key_id, user_id, active)
        select ${caller.keyId}::uuid, 'user-' || i, true from generate_series(1, ${users}::int) i`;
      await sql`
        insert into accounts.user_subscriptions (end_user_id, plan_id, active)
        select u.id, p.plan_id, true from accounts.end_users u join accounts.key_plans p on p.key_id = u.key_id
        where u.key_id = ${caller.keyId} and u.user_id <> 'agent'`;
      let next = 0;
      const answers: CallAnswer[] = [];
      const lane = async () => {
        for (let index = next++; index < users * (each + 1); index = next++) {
          const call = callOf(caller, index);
          const headers = { ...call.headers, 'x-user-id': `user-${1 + (index % users)}` };
          answers.push(await send({ ...call, headers }));
        }
      };
      await Promise.all(Array.from({ length: 40 }, lane));
      expect([successes(answers), answers.length]).toEqual([users * each, users * (each + 1)]);
      const [most] = await sql<{ used: number }[]>`
        select max(used)::int as used from accounts.usage_counters c join accounts.end_users u on u.id = c.owner_id
        where u.key_id = ${caller.keyId}`;
      expect(most?.used).toBe(each);
    },
    SLOW_MS,
  );

  test(
    "when the database ends the ledger's sessions under load, and accounts hangs briefly",
    async () => {
      const caller = await platform.enterprise({ monthly: 1_000 });
      const accounts = platform.processes[0]!;
      let next = 0;
      const answers: CallAnswer[] = [];
      const lane = async () => {
        for (let index = next++; index < 400; index = next++) {
          if (index % 100 === 50) {
            await platform.database.sql`
              select pg_terminate_backend(pid) from pg_stat_activity
              where datname = current_database() and application_name = 'plat-usage-ledger'`;
          }
          if (index === 200) {
            accounts.pause();
            setTimeout(() => accounts.resume(), 1_000);
          }
          answers.push(await send(callOf(caller, index)));
        }
      };
      await Promise.all(Array.from({ length: 16 }, lane));
      expect(answers.filter(({ status }) => status === 0)).toEqual([]);
      expect(successes(answers)).toBeGreaterThan(200);
      expect(await ledgerOf(platform, caller)).toBe(successes(answers));
      // The operator's sessions ended too, and reconnect.
      const isBack = () =>
        platform.operator.ledger.verify().then(
          () => true,
          () => false,
        );
      while (!(await isBack())) await Bun.sleep(20);
    },
    SLOW_MS,
  );
});
