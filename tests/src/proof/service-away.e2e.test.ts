import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { type CallAnswer, send } from './burst.fixture.ts';
import { searchCall, usageOf, verifyUsage } from './calls.fixture.ts';
import { type Caller, hasRedis, ledgerOf, type Platform, SLOW_MS, startReplicas } from './platform.fixture.ts';

const IN_FLIGHT = 12;
const POLL_MS = 20;
/** Longest remaining life of a hold: the endpoint's deadline and a margin. */
const MAX_HOLD_MS = 60_000;

if (!hasRedis) console.log('skipped: unavailable or slow services (this machine has no redis-server)');

describe.skipIf(!hasRedis)('behind two gateways,', () => {
  let platform: Platform;
  beforeAll(async () => {
    platform = await startReplicas(2);
  }, SLOW_MS);
  afterEach(() => {
    platform.upstream!.before = async () => {};
  });
  afterAll(() => platform?.close(), SLOW_MS);

  const typed = (door: { url: string }, caller: Caller) => ({
    url: `${door.url}/v1/autocomplete`,
    headers: caller.headers,
    body: JSON.stringify({ search_string: 'Phoenix' }),
  });
  const answersOf = async (caller: Caller): Promise<{ autocomplete: CallAnswer[]; search: CallAnswer[] }> => {
    calls += 1;
    const { doors } = platform;
    return {
      autocomplete: await Promise.all(doors.map((door) => send(typed(door, caller)))),
      search: await Promise.all(doors.map((door, index) => send(searchCall(door, caller, calls * 10 + index)))),
    };
  };
  let calls = 0;
  const statusesOf = (answers: CallAnswer[]) => answers.map(({ status }) => status);
  /** Waits until nothing is held: a response may arrive before its hold is released. */
  const untilNothingIsHeld = async () => {
    while ((await platform.operator.ledger.verify()).reservations > 0) await Bun.sleep(POLL_MS);
  };
  const geoIsReady = async (door: { url: string }) => {
    const response = await fetch(`${door.url}/ready`, { keepalive: false });
    return ((await response.json()) as { checks: Record<string, string> }).checks.geo === 'ok';
  };

  test(
    'a stopped service affects only its own endpoints, which recover with it',
    async () => {
      const caller = await platform.subscriber({ monthly: 1_000 });
      const { upstream, doors } = platform;
      const before = await answersOf(caller);
      expect([...statusesOf(before.autocomplete), ...statusesOf(before.search)]).toEqual([200, 200, 200, 200]);

      await upstream!.stop('GEO');
      const meanwhile = await answersOf(caller);
      expect([statusesOf(meanwhile.autocomplete), statusesOf(meanwhile.search)]).toEqual([
        [502, 502],
        [200, 200],
      ]);
      for (const { headers, body } of meanwhile.autocomplete) {
        expect([JSON.parse(body).code, headers['retry-after']]).toEqual(['UPSTREAM_ERROR', '1']);
      }
      expect(await Promise.all(doors.map(geoIsReady))).toEqual([false, false]);

      upstream!.start('GEO');
      const after = await answersOf(caller);
      expect([...statusesOf(after.autocomplete), ...statusesOf(after.search)]).toEqual([200, 200, 200, 200]);
      expect(await Promise.all(doors.map(geoIsReady))).toEqual([true, true]);
      // Two autocompletes and two searches before and after, two searches during the outage; failures do not count.
      expect(await ledgerOf(platform, caller)).toBe(10);
    },
    SLOW_MS,
  );

  test(
    'endpoints without a documented 502 return 504 with a retry time, and count nothing',
    async () => {
      const caller = await platform.subscriber({ monthly: 1_000 });
      await platform.upstream!.stop('ANALYTICS');
      const { search, autocomplete } = await answersOf(caller);
      platform.upstream!.start('ANALYTICS');
      expect([statusesOf(search), statusesOf(autocomplete)]).toEqual([
        [504, 504],
        [200, 200],
      ]);
      for (const { headers, body } of search) {
        expect([JSON.parse(body).code, headers['retry-after']]).toEqual(['TIMEOUT', '1']);
      }
      await untilNothingIsHeld();
      expect(await usageOf(platform.doors[0]!, caller)).toMatchObject({ used: 0, remaining: 1_000 });
    },
    SLOW_MS,
  );

  test(
    "a hanging service causes 504 at the endpoint's deadline, and nothing is counted or held",
    async () => {
      const caller = await platform.subscriber({ monthly: 1_000 });
      const finish = Promise.withResolvers<void>();
      platform.upstream!.before = () => finish.promise;
      const startedMs = performance.now();
      const slow = await Promise.all(
        platform.doors.map((door, index) => send(searchCall(door, caller, 10_000 + index))),
      );
      expect(performance.now() - startedMs).toBeGreaterThan(14_000);
      expect(statusesOf(slow)).toEqual([504, 504]);
      finish.resolve();
      await untilNothingIsHeld();
      expect(await usageOf(platform.doors[0]!, caller)).toMatchObject({ used: 0, remaining: 1_000 });
      expect(await ledgerOf(platform, caller)).toBe(0);
    },
    SLOW_MS,
  );

  test(
    'a gateway killed with requests in flight loses their responses but no count; the other continues',
    async () => {
      const caller = await platform.enterprise({ monthly: IN_FLIGHT + 5 });
      const finish = Promise.withResolvers<void>();
      const reached = Promise.withResolvers<void>();
      let arrived = 0;
      platform.upstream!.before = () => {
        if (++arrived === IN_FLIGHT) reached.resolve();
        return finish.promise;
      };
      const [first, second] = platform.doors;
      const inFlight = Array.from({ length: IN_FLIGHT }, (_, index) => send(searchCall(first!, caller, index)));
      await reached.promise;
      await first!.kill();
      expect(new Set(statusesOf(await Promise.all(inFlight)))).toEqual(new Set([0]));
      finish.resolve();
      platform.upstream!.before = async () => {};

      const rest = await Promise.all(
        Array.from({ length: 5 }, (_, index) => send(searchCall(second!, caller, 100 + index))),
      );
      expect(statusesOf(rest)).toEqual([200, 200, 200, 200, 200]);
      expect(await ledgerOf(platform, caller)).toBe(5);
      // Holds of the killed gateway expire soon; the test does not wait.
      await platform.operator.ledger.dropLapsed(Date.now() + MAX_HOLD_MS);
      expect(await usageOf(second!, caller)).toMatchObject({ used: 5, remaining: IN_FLIGHT });
      await first!.start();
      const again = await Promise.all(
        Array.from({ length: IN_FLIGHT + 1 }, (_, index) => send(searchCall(first!, caller, 200 + index))),
      );
      expect(statusesOf(again).filter((status) => status === 200)).toHaveLength(IN_FLIGHT);
      expect(await verifyUsage(platform)).toMatchObject({ exitCode: 0, ok: true });
    },
    SLOW_MS,
  );
});
