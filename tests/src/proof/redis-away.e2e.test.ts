import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { send } from './burst.fixture.ts';
import { searchCall } from './calls.fixture.ts';
import { type Caller, hasRedis, ledgerOf, type Platform, SLOW_MS, startReplicas } from './platform.fixture.ts';

const DOORS = 3;
const LIMIT = 5;
const LANES = 6;
const POLL_MS = 20;
const AWAY = 'Redis does not answer: this replica counts limits alone';
const BACK = 'Redis answers again: replicas share limits';

if (!hasRedis) console.log('skipped: a Redis outage (this machine has no redis-server)');

describe.skipIf(!hasRedis)('when Redis fails and recovers under traffic:', () => {
  let platform: Platform;
  let load: ReturnType<typeof startLoad>;
  beforeAll(async () => {
    platform = await startReplicas(DOORS, { logLevel: 'info' });
    load = startLoad(platform, await platform.subscriber({ monthly: 1_000_000 }));
  }, SLOW_MS);
  afterAll(() => platform.close(), SLOW_MS);

  const isShared = async ({ url }: { url: string }) =>
    (await (await fetch(`${url}/metrics`, { keepalive: false })).text()).includes(
      'plat_minute_limits_shared{service="gateway"} 1',
    );
  const untilAllSay = async (shared: boolean) => {
    for (;;) {
      const said = await Promise.all(platform.doors.map(isShared));
      if (said.every((one) => one === shared)) return;
      await Bun.sleep(POLL_MS);
    }
  };
  /** Number of times each door has logged a message, once every door has: a process buffers its lines briefly. */
  const timesLogged = async (message: string) => {
    const times = () => platform.doors.map((door) => door.lines().filter((line) => line.includes(message)).length);
    while (times().some((count) => count === 0)) await Bun.sleep(POLL_MS);
    return times();
  };
  /** Sends twice the limit at every door. @returns the number of successes at each. */
  const admitted = async (caller: Caller) => {
    const answers = await Promise.all(
      platform.doors.map((door) =>
        Promise.all(Array.from({ length: 2 * LIMIT }, (_, index) => send(searchCall(door, caller, index)))),
      ),
    );
    return answers.map((ofDoor) => ofDoor.filter(({ status }) => status === 200).length);
  };
  const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);

  test(
    'replicas share limits with Redis',
    async () => {
      await untilAllSay(true);
      expect(sum(await admitted(await platform.subscriber({ perMinute: LIMIT })))).toBe(LIMIT);
    },
    SLOW_MS,
  );

  test(
    'replicas count alone without Redis, and metric and log report it once',
    async () => {
      await platform.redis!.kill();
      await untilAllSay(false);
      const each = platform.doors.map(() => LIMIT);
      expect(await admitted(await platform.subscriber({ perMinute: LIMIT }))).toEqual(each);
      expect(await timesLogged(AWAY)).toEqual([1, 1, 1]);
    },
    SLOW_MS,
  );

  test(
    'replicas share limits again after Redis recovers, with no response lost and none counted twice',
    async () => {
      await platform.redis!.restart();
      await untilAllSay(true);
      expect(sum(await admitted(await platform.subscriber({ perMinute: LIMIT })))).toBe(LIMIT);
      expect(await timesLogged(BACK)).toEqual([1, 1, 1]);
      const statuses = await load.stop();
      expect(new Set(statuses)).toEqual(new Set([200]));
      expect(await ledgerOf(platform, load.caller)).toBe(statuses.length);
    },
    SLOW_MS,
  );
});

/** Calls all doors in parallel lanes until stopped, and then returns the status of every response. */
function startLoad({ doors }: Platform, caller: Caller) {
  const statuses: number[] = [];
  let stopped = false;
  let next = 0;
  const lane = async () => {
    while (!stopped) {
      const index = next++;
      const { status } = await send(searchCall(doors[index % doors.length]!, caller, index));
      statuses.push(status);
    }
  };
  const lanes = Promise.all(Array.from({ length: LANES }, lane));
  return {
    caller,
    stop: async () => {
      stopped = true;
      await lanes;
      return statuses;
    },
  };
}
