import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type TestPostgres, testPostgres } from '@plat/test-kit';
import { type CallAnswer, send } from './burst.fixture.ts';
import { searchCall, usageOf, verifyUsage } from './calls.fixture.ts';
import {
  type Caller,
  hasRedis,
  ledgerOf,
  type Platform,
  SLOW_MS,
  startReplicas,
  startStandalone,
} from './platform.fixture.ts';

const LANES = 6;
const AWAY_MS = 2_500;
const BACK_WITHIN_MS = 60_000;
const POLL_MS = 50;
const SEARCH_ENDS_WITHIN_MS = 60_000;
const INSIDE = /postgres|ECONN|CONNECTION_|127\.0\.0\.1|select |relation|57P0|at .*\.ts/i;

if (!hasRedis) console.log('skipped: gateways whose PostgreSQL restarts (this machine has no redis-server)');

interface Answered {
  status: number;
  headers: Headers;
  text: string;
}

async function ask(door: { url: string }, caller: Caller, path: string, body?: object): Promise<Answered> {
  const response = await fetch(`${door.url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...caller.headers, 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
    keepalive: false,
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** The `/ready` state of each dependency of a process. */
async function checksOf({ url }: { url: string }): Promise<Record<string, string>> {
  const response = await fetch(`${url}/ready`, { keepalive: false });
  const { checks } = (await response.json()) as { checks: Record<string, string> };
  expect(response.ok).toBe(Object.values(checks).every((state) => state === 'ok'));
  return checks;
}

/** Counted searches in lanes, each at another location, until stopped. */
function startLoad({ doors }: Platform, caller: Caller) {
  const answers: CallAnswer[] = [];
  let isStopped = false;
  let next = 0;
  const lanes = Promise.all(
    Array.from({ length: LANES }, async () => {
      while (!isStopped) {
        const index = next++;
        const answer = await send(searchCall(doors[index % doors.length]!, caller, index));
        answers.push(answer);
        if (answer.status !== 200) await Bun.sleep(POLL_MS);
      }
    }),
  );
  return {
    answers,
    stop: async () => {
      isStopped = true;
      await lanes;
    },
  };
}

function survivesRestarts(platform: () => Platform, postgres: () => TestPostgres, hasDataServices: boolean): void {
  const accepted: string[] = [];
  let background: Caller;

  for (const how of ['restart', 'crash'] as const) {
    test(
      `during a PostgreSQL outage (${how}) callers learn when to retry, and afterwards nothing is lost or counted twice`,
      async () => {
        const { subscriber, enterprise, doors, processes } = platform();
        const caller = await subscriber({ monthly: 1_000_000 });
        background = await enterprise({});
        const load = startLoad(platform(), caller);
        while (load.answers.length < 50) await Bun.sleep(POLL_MS);
        if (hasDataServices) {
          const search = { latitude: 33.5, longitude: -112.1, async: true };
          for (let count = 0; count < 5; count++) {
            const { status, text } = await ask(doors[0]!, background, '/v1/buyer-search', search);
            expect(status).toBe(202);
            accepted.push(JSON.parse(text).search_id);
          }
        }

        await postgres().stop(how);
        const endMs = performance.now() + AWAY_MS;
        expect(await checksOf(doors[0]!)).toMatchObject({ accounts: 'failed' });
        if (!hasDataServices) expect(await checksOf(processes[0]!)).toEqual({ database: 'failed' });
        expect((await fetch(`${doors[0]!.url}/health`, { keepalive: false })).status).toBe(200);
        const told: [path: string, status: number, code: string, body?: object][] = [
          ['/v1/autocomplete', 502, 'UPSTREAM_ERROR', { search_string: 'Phoenix' }],
          ['/v1/buyer-search', 502, 'UPSTREAM_ERROR', { latitude: 33.5, longitude: -112.1 }],
          ['/v1/retail-comps', 502, 'UPSTREAM_ERROR', { address: '1 E Main St, Phoenix, AZ 85003' }],
          ['/v1/analytics-search', 504, 'TIMEOUT', { latitude: 33.5, longitude: -112.1 }],
          ['/v1/investor-comps', 504, 'TIMEOUT', { latitude: 33.5, longitude: -112.1 }],
          ['/v1/usage', 500, 'INTERNAL'],
        ];
        // In parallel: each waits for its own deadline.
        const asked = told.map(async ([path, , , body]) => ({ path, ...(await ask(doors[0]!, caller, path, body)) }));
        const answers = await Promise.all(asked);
        expect(answers.map(({ path, status, text }) => [path, status, JSON.parse(text).code])).toEqual(
          told.map(([path, status, code]) => [path, status, code]),
        );
        for (const { headers, text } of answers) {
          expect(headers.get('retry-after')).toMatch(/^[1-9]\d?$/);
          expect(text).toContain('safe to try again');
          expect(text).not.toMatch(INSIDE);
        }
        await Bun.sleep(Math.max(0, endMs - performance.now()));
        await postgres().start();

        const backMs = performance.now() + BACK_WITHIN_MS;
        for (const door of doors) {
          while ((await ask(door, caller, '/v1/usage')).status !== 200) {
            if (performance.now() > backMs) throw new Error('it did not recover by itself');
            await Bun.sleep(POLL_MS);
          }
          while ((await checksOf(door)).accounts !== 'ok') {
            if (performance.now() > backMs) throw new Error('it is not ready again');
            await Bun.sleep(POLL_MS);
          }
        }
        const answeredBefore = load.answers.length;
        const allWell = () => load.answers.slice(-LANES).every(({ status }) => status === 200);
        while (load.answers.length < answeredBefore + 50 || !allWell()) {
          if (performance.now() > backMs) throw new Error('its callers are not answered again');
          await Bun.sleep(POLL_MS);
        }
        await load.stop();

        const statuses = load.answers.map(({ status }) => status);
        expect([...new Set(statuses)].filter((status) => status !== 200 && status !== 504)).toEqual([]);
        for (const { status, headers, body } of load.answers) {
          if (status === 200) continue;
          expect(JSON.parse(body)).toMatchObject({ code: 'TIMEOUT' });
          expect(body).not.toMatch(INSIDE);
          expect(Number(headers['retry-after'] ?? 1)).toBeGreaterThan(0);
        }
        const seen = statuses.filter((status) => status === 200).length;
        expect(await ledgerOf(platform(), caller)).toBe(seen);
        expect(await usageOf(doors[0]!, caller)).toMatchObject({ used: seen });
        expect(await verifyUsage(platform())).toMatchObject({ exitCode: 0, ok: true });
      },
      SLOW_MS,
    );
  }

  if (!hasDataServices) return;
  test(
    'background searches accepted before the outage finish after it',
    async () => {
      expect(accepted.length).toBeGreaterThan(0);
      const untilMs = performance.now() + SEARCH_ENDS_WITHIN_MS;
      for (;;) {
        const rows = await platform().database.sql<{ id: string; status: string }[]>`
          select id, status from investors.searches where id = any(${accepted})`;
        expect(rows).toHaveLength(accepted.length);
        if (rows.every(({ status }) => status === 'completed')) return;
        if (performance.now() > untilMs) throw new Error(`not ended: ${JSON.stringify(rows)}`);
        await Bun.sleep(POLL_MS);
      }
    },
    SLOW_MS,
  );
}

describe('everything in one process:', () => {
  let postgres: TestPostgres;
  let platform: Platform;
  beforeAll(async () => {
    postgres = await testPostgres();
    platform = await startStandalone({ database: postgres });
  }, SLOW_MS);
  afterAll(() => platform.close(), SLOW_MS);
  survivesRestarts(
    () => platform,
    () => postgres,
    true,
  );
});

describe.skipIf(!hasRedis)('gateways and accounts over Redis:', () => {
  let postgres: TestPostgres;
  let platform: Platform;
  beforeAll(async () => {
    postgres = await testPostgres();
    platform = await startReplicas(2, { database: postgres });
  }, SLOW_MS);
  afterAll(() => platform.close(), SLOW_MS);
  survivesRestarts(
    () => platform,
    () => postgres,
    false,
  );
});
