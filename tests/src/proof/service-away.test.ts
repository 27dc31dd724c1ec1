import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { type CallAnswer, send } from './burst.fixture.ts';
import { searchCall, usageOf, verifyUsage } from './calls.fixture.ts';
import { type Caller, hasRedis, ledgerOf, type Platform, SLOW_MS, startReplicas } from './platform.fixture.ts';

const IN_FLIGHT = 12;
const POLL_MS = 20;
/** Longest that a hold outlives the moment, by the deadline of the endpoint and a margin. */
const LONGEST_HOLD_MS = 60_000;

if (!hasRedis) console.log('skipped: services that are away or slow, for this machine has no redis-server');

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
  /** Waits until nothing is held: what is given back is waited for by an answer for a moment only. */
  const untilNothingIsHeld = async () => {
    while ((await platform.operator.ledger.verify()).reservations > 0) await Bun.sleep(POLL_MS);
  };
  const geoIsReady = async (door: { url: string }) => {
    const response = await fetch(`${door.url}/ready`, { keepalive: false });
    return ((await response.json()) as { checks: Record<string, string> }).checks.geo === 'ok';
  };

  test(
    'a service that is down takes only its own endpoints with it, and they are back when it is',
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
      // Two autocompletes and two searches before and after, two searches meanwhile: what failed is not counted.
      expect(await ledgerOf(platform, caller)).toBe(10);
    },
    SLOW_MS,
  );

  test(
    'one whose endpoints list no 502 is told as 504, with when to come again, and counts nothing',
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
    'a service that hangs is 504 when the time of the endpoint is over, and nothing is counted or held',
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
    'a gateway that is killed with requests in flight loses their answers and no count; the other goes on',
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
      // What the killed one held lapses soon; nobody waits for it here.
      await platform.operator.ledger.dropLapsed(Date.now() + LONGEST_HOLD_MS);
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
