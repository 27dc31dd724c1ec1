import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type CallAnswer, searchCall, sendAtOnce, usageOf, verifyUsage } from './calls.fixture.ts';
import { hasRedis, ledgerOf, type Platform, SLOW_MS, startReplicas, startStandalone } from './platform.fixture.ts';

const CALLS = 500;
const LIMIT = 25;

if (!hasRedis) console.log('skipped: exact limits over Redis (this machine has no redis-server)');

const bodyOf = ({ body }: CallAnswer) => JSON.parse(body) as { error: string; code: string; reason?: string };
const numbersDown = (from: number) => Array.from({ length: from }, (_, index) => String(from - 1 - index));

/** Sends all calls at once, spread over the doors, and groups them by response. */
async function burst(platform: Platform, caller: Awaited<ReturnType<Platform['subscriber']>>, doors: number) {
  const calls = Array.from({ length: CALLS }, (_, index) => searchCall(platform.doors[index % doors]!, caller, index));
  const answers = await sendAtOnce(calls);
  const successes = answers.filter(({ status }) => status === 200);
  const refusals = answers.filter(({ status }) => status === 429);
  expect(answers.length - successes.length - refusals.length).toBe(0);
  expect([successes.length, refusals.length]).toEqual([LIMIT, CALLS - LIMIT]);
  for (const { headers } of refusals) expect(headers['content-type']).toStartWith('application/json');
  return { successes, refusals };
}

function exactLimits(platform: () => Platform, doors: number): void {
  for (const kind of ['subscriber', 'enterprise'] as const) {
    test(
      `${CALLS} parallel calls of ${kind} keys at a monthly limit of ${LIMIT} give ${LIMIT} successes and clean refusals otherwise`,
      async () => {
        const caller = await platform()[kind]({ monthly: LIMIT });
        const { successes, refusals } = await burst(platform(), caller, doors);
        for (const { headers } of [...successes, ...refusals]) expect(headers['x-monthly-limit']).toBe(String(LIMIT));
        for (const { headers } of successes) expect(numbersDown(LIMIT)).toContain(headers['x-monthly-remaining']!);
        const reason = kind === 'subscriber' ? 'unskiptrace_limit_exceeded' : undefined;
        for (const refusal of refusals) {
          const { code, error, reason: said } = bodyOf(refusal);
          expect([code, said]).toEqual(['MONTHLY_LIMIT_EXCEEDED', reason]);
          expect(error).toContain(String(LIMIT));
          expect(refusal.headers['x-monthly-remaining']).toBe('0');
          expect(Number(refusal.headers['retry-after'])).toBeGreaterThan(0);
          expect(refusal.headers['x-ratelimit-limit']).toBe('100000');
        }
        expect(await ledgerOf(platform(), caller)).toBe(LIMIT);
        for (const door of platform().doors.slice(0, doors)) {
          expect(await usageOf(door, caller)).toMatchObject({ limit: LIMIT, used: LIMIT, remaining: 0 });
        }
      },
      SLOW_MS,
    );

    test(
      `${CALLS} parallel calls of ${kind} keys at a minute limit of ${LIMIT} give ${LIMIT} successes and clean refusals otherwise`,
      async () => {
        const caller = await platform()[kind]({ monthly: CALLS, perMinute: LIMIT });
        const { successes, refusals } = await burst(platform(), caller, doors);
        const remaining = successes.map(({ headers }) => headers['x-ratelimit-remaining']!);
        expect(remaining.toSorted((a, b) => Number(b) - Number(a))).toEqual(numbersDown(LIMIT));
        for (const refusal of refusals) {
          expect(bodyOf(refusal).code).toBe('RATE_LIMIT_EXCEEDED');
          expect(bodyOf(refusal).reason).toBeUndefined();
          expect(refusal.headers['x-ratelimit-limit']).toBe(String(LIMIT));
          expect(refusal.headers['x-ratelimit-remaining']).toBe('0');
          const seconds = Number(refusal.headers['retry-after']);
          expect(seconds > 0 && seconds <= 60).toBe(true);
        }
        expect(await ledgerOf(platform(), caller)).toBe(LIMIT);
      },
      SLOW_MS,
    );
  }

  test(
    'the ledger agrees with every derived figure',
    async () => {
      expect(await verifyUsage(platform())).toMatchObject({ exitCode: 0, ok: true, reservations: 0 });
    },
    SLOW_MS,
  );
}

describe('in one process with in-memory limits,', () => {
  let platform: Platform;
  beforeAll(async () => {
    platform = await startStandalone();
  }, SLOW_MS);
  afterAll(() => platform.close(), SLOW_MS);
  exactLimits(() => platform, 1);
});

describe.skipIf(!hasRedis)('over Redis', () => {
  let platform: Platform;
  beforeAll(async () => {
    platform = await startReplicas(3);
  }, SLOW_MS);
  afterAll(() => platform.close(), SLOW_MS);
  describe('with one gateway,', () => exactLimits(() => platform, 1));
  describe('with three gateways,', () => exactLimits(() => platform, 3));
});
