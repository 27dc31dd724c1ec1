import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { revokeKey, rotateKey, updateApiUser } from '@plat/accounts/operator';
import {
  type Caller,
  hasRedis,
  OPERATOR,
  type Platform,
  SLOW_MS,
  startReplicas,
  startStandalone,
} from './platform.fixture.ts';

const STOPS_WITHIN_MS = 1_000;
const OVERLAP_MS = 1_500;
/** Gateways reconnect within this time to a Redis that was down briefly. */
const RECONNECTED_MS = 600;

if (!hasRedis) console.log('skipped: revocation on replicas over Redis (this machine has no redis-server)');

/** The status of the free usage endpoint at every door. */
const statuses = ({ doors }: Platform, headers: Record<string, string>) =>
  Promise.all(doors.map(async ({ url }) => (await fetch(`${url}/v1/usage`, { headers, keepalive: false })).status));

/** Calls every door until each has cached the key. */
async function answersUntilKnown(platform: Platform, headers: Record<string, string>): Promise<number[]> {
  const rounds = [];
  for (let round = 0; round < 3; round++) rounds.push(await statuses(platform, headers));
  return rounds.flat();
}

/** A caller whose key every door has verified and cached. */
async function known(platform: Platform, caller: Caller): Promise<Caller> {
  expect(new Set(await answersUntilKnown(platform, caller.headers))).toEqual(new Set([200]));
  return caller;
}

/** Every door refuses within a second from now, and from then on. */
async function stops(platform: Platform, headers: Record<string, string>): Promise<void> {
  const deadline = performance.now() + STOPS_WITHIN_MS;
  const refused = platform.doors.map(() => 401);
  while (performance.now() < deadline && (await statuses(platform, headers)).some((status) => status !== 401));
  // A slow response may belong to a request from before.
  for (let again = 0; again < 2; again++) expect(await statuses(platform, headers)).toEqual(refused);
}

function stopsAtOnce(platform: () => Platform): void {
  test(
    'refuses a key when `plat key revoke` returns',
    async () => {
      const caller = await known(platform(), await platform().subscriber({}));
      const { exitCode } = await platform().plat('key', 'revoke', caller.keyId);
      expect(exitCode).toBe(0);
      expect(new Set(await statuses(platform(), caller.headers))).toEqual(new Set([401]));
    },
    SLOW_MS,
  );

  test(
    'refuses a user everywhere after one door deactivated it',
    async () => {
      const caller = await known(platform(), await platform().enterprise({}));
      const set = async (active: boolean) => {
        const response = await fetch(`${platform().doors[0]!.url}/v1/api-users`, {
          method: 'PATCH',
          headers: { ...caller.headers, 'content-type': 'application/json' },
          body: JSON.stringify({ user_id: caller.headers['x-user-id'], active }),
        });
        expect(response.status).toBe(200);
      };
      await set(false);
      expect(new Set(await statuses(platform(), caller.headers))).toEqual(new Set([401]));
      await set(true);
      await known(platform(), caller);
      await updateApiUser(platform().operator, OPERATOR, caller.keyId, {
        user_id: caller.headers['x-user-id']!,
        active: false,
      });
      expect(new Set(await statuses(platform(), caller.headers))).toEqual(new Set([401]));
    },
    SLOW_MS,
  );

  test(
    'a rotated secret stops immediately, or at the end of its overlap',
    async () => {
      const caller = await known(platform(), await platform().subscriber({}));
      const { operator } = platform();
      const second = await rotateKey(operator, OPERATOR, caller.keyId);
      expect(new Set(await statuses(platform(), caller.headers))).toEqual(new Set([401]));
      let former = { 'x-api-key': second.key };
      await known(platform(), { ...caller, headers: former });
      for (let overlapMs = OVERLAP_MS; ; overlapMs *= 2) {
        const { key, record } = await rotateKey(operator, OPERATOR, caller.keyId, { overlapMs });
        const current = { 'x-api-key': key };
        const overlapEnds = Date.parse(record.previousSecretUntil!);
        const answers = [former, current].map((headers) => answersUntilKnown(platform(), headers));
        const seen = new Set((await Promise.all(answers)).flat());
        if (Date.now() >= overlapEnds) {
          // A machine too slow to call within the overlap shows nothing.
          former = current;
          continue;
        }
        expect(seen).toEqual(new Set([200]));
        while (Date.now() < overlapEnds) await Bun.sleep(20);
        await stops(platform(), former);
        await known(platform(), { ...caller, headers: current });
        return;
      }
    },
    SLOW_MS,
  );
}

describe('one process with in-memory limits', () => {
  let platform: Platform;
  beforeAll(async () => {
    platform = await startStandalone();
  }, SLOW_MS);
  afterAll(() => platform.close(), SLOW_MS);
  stopsAtOnce(() => platform);
});

describe.skipIf(!hasRedis)('three gateways over Redis', () => {
  let platform: Platform;
  beforeAll(async () => {
    platform = await startReplicas(3);
  }, SLOW_MS);
  afterAll(() => platform.close(), SLOW_MS);
  stopsAtOnce(() => platform);

  test(
    'a key revoked before a Redis crash stays revoked after it',
    async () => {
      const caller = await known(platform, await platform.subscriber({}));
      await revokeKey(platform.operator, OPERATOR, caller.keyId);
      await platform.redis!.kill();
      await platform.redis!.restart();
      // Wait until the gateways have reconnected: an earlier request would make them drop the key.
      await Bun.sleep(RECONNECTED_MS);
      await stops(platform, caller.headers);
    },
    SLOW_MS,
  );

  test(
    'a key revoked during a Redis outage is refused within a second, and after Redis recovers',
    async () => {
      const caller = await known(platform, await platform.subscriber({}));
      await platform.redis!.kill();
      await revokeKey(platform.operator, OPERATOR, caller.keyId);
      await stops(platform, caller.headers);
      await platform.redis!.restart();
      await stops(platform, caller.headers);
    },
    SLOW_MS,
  );
});
