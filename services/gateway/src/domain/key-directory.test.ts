import { expect, test } from 'bun:test';
import { createMemoryKeyEpochs, createMemoryMinuteLimiter } from '@plat/limits';
import { newWork } from '@plat/telemetry';
import fc from 'fast-check';
import { createKeyDirectory } from './key-directory.ts';
import { SUBSCRIBER as key } from './verified-key.fixture.ts';

const WORK = newWork('r');
const unlimited = {
  take: async (_: string, limit: number, windowMs = 60_000) => ({
    allowed: true,
    limit,
    windowMs,
    remaining: limit,
    resetMs: windowMs,
    retryAfterMs: 0,
  }),
  close: async () => {},
};
const presented = { keySha256: 'a'.repeat(64), userId: null, address: '192.0.2.7' };

test('no request that starts after an announced change sees the old key state, with any timing', async () => {
  const changes = fc.array(fc.constantFrom('ask', 'change'), { minLength: 2, maxLength: 14 });
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), changes, async (scheduler, script) => {
      const epochs = createMemoryKeyEpochs();
      let version = 0;
      let announced = 0;
      const tooOld: string[] = [];
      const directory = createKeyDirectory({
        keyExists: async () => true,
        limiter: unlimited,
        epochs: { ...epochs, current: async (id) => scheduler.schedule(epochs.current(id)) },
        verifyKey: async () => {
          const state = { ...key, company_id: String(version) };
          await scheduler.schedule(Promise.resolve(), 'verification travels');
          return state;
        },
      });
      const steps = script.map((step) => ({
        label: step,
        builder: async () => {
          if (step === 'change') {
            version++;
            await epochs.advance('k');
            announced = version;
            return;
          }
          const atLeast = announced;
          void directory.admit(presented, WORK).then((admission) => {
            const seen = Number(admission?.key.company_id);
            if (!(seen >= atLeast)) tooOld.push(`saw ${seen} after ${atLeast}`);
          });
        },
      }));
      scheduler.scheduleSequence(steps);
      await scheduler.waitAll();
      expect(tooOld).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

test('verifies an unchanged key twice and then caches it; looks up an unknown key once', async () => {
  let asked = 0;
  const directory = createKeyDirectory({
    keyExists: async () => true,
    limiter: unlimited,
    epochs: createMemoryKeyEpochs(),
    verifyKey: async ({ keySha256 }) => {
      asked++;
      return keySha256 === presented.keySha256 ? key : null;
    },
  });
  for (let i = 0; i < 10; i++) expect((await directory.admit(presented, WORK))?.key).toEqual(key);
  expect(asked).toBe(2);
  for (let i = 0; i < 10; i++) expect(await directory.admit({ ...presented, keySha256: 'b' }, WORK)).toBeNull();
  expect(asked).toBe(3);
  expect(directory.limitPerMinute(presented.keySha256)).toBe(20);
  expect(directory.limitPerMinute('b')).toBeUndefined();
});

test('caches a rotated secret no longer than it stays valid', async () => {
  let asked = 0;
  const directory = createKeyDirectory({
    keyExists: async () => true,
    limiter: unlimited,
    epochs: createMemoryKeyEpochs(),
    verifyKey: async () => (asked++ < 3 ? { ...key, secret_good_ms: 20.5 } : null),
  });
  const good = () => directory.admit(presented, WORK);
  while ((await good()) !== null) await Bun.sleep(5);
  expect(asked).toBe(4);
});

test('multiplies a limit per second by sixty for the minute limit', async () => {
  const directory = createKeyDirectory({
    keyExists: async () => true,
    limiter: unlimited,
    epochs: createMemoryKeyEpochs(),
    verifyKey: async () => ({ ...key, rate_limit: 100, rate_window_seconds: 1 }),
  });
  await directory.admit(presented, WORK);
  expect(directory.limitPerMinute(presented.keySha256)).toBe(6_000);
});

test('applies a changed limit to the next request and counts it once', async () => {
  let limit = 4;
  const epochs = createMemoryKeyEpochs();
  const directory = createKeyDirectory({
    keyExists: async () => true,
    limiter: createMemoryMinuteLimiter({ nowMs: () => 0 }),
    epochs,
    verifyKey: async () => ({ ...key, rate_limit: limit }),
  });
  const next = async () => (await directory.admit(presented, WORK))?.minute;
  const changeTo = async (changed: number) => {
    limit = changed;
    await epochs.advance('k');
  };
  for (const remaining of [3, 2]) expect(await next()).toMatchObject({ allowed: true, limit: 4, remaining });
  await changeTo(5);
  expect(await next()).toMatchObject({ allowed: true, limit: 5, remaining: 2 });
  await changeTo(3);
  expect(await next()).toMatchObject({ allowed: false, limit: 3, remaining: 0, retryAfterMs: 60_000 });
});
