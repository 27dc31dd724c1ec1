import { beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { randomUUID } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { beginIdempotentRequest, finishIdempotentRequest } from '@plat/contracts';
import { DAY_MS } from '@plat/kit';
import fc from 'fast-check';
import { accountsUnderTest } from '../accounts-under-test.fixture.ts';

const accounts = accountsUnderTest();
const gateway = { keyId: 'gateway', keyKind: 'service' as const };
let keyId: string;
let name: string;
beforeAll(async () => {
  ({ keyId } = await accounts.enterpriseKey());
});
beforeEach(() => {
  name = randomUUID();
});

const instant = (ms: number) => new Date(ms).toISOString();
const begin = async (changes: Record<string, unknown> = {}) => {
  const body = {
    key_id: keyId,
    user_id: 'agent-1',
    idempotency_key: name,
    operation: 'buyerSearch',
    request_sha256: 'a'.repeat(64),
    locked_until: instant(accounts.clock.nowMs() + 30_000),
    ...changes,
  };
  return (await accounts.call(beginIdempotentRequest, gateway, { body })).body;
};
const answerOf = (text: string, status = 200) => ({
  status,
  headers: { 'content-type': 'application/json' },
  body_gzip_base64: gzipSync(text).toString('base64'),
});
const finish = async (requestId: string, answer: object | null) =>
  (await accounts.call(finishIdempotentRequest, gateway, { body: { request_id: requestId, answer } })).body;

describe('starting an idempotent request', () => {
  test('30 parallel requests with one key: exactly one starts, the others learn that it is running', async () => {
    const states = (await Promise.all(Array.from({ length: 30 }, () => begin()))).map(({ state }) => state);
    expect(states.sort()).toEqual(['begun', ...Array(29).fill('in_flight')]);
  });

  test('keys, end users and requests without an end user are separate', async () => {
    const { keyId: otherKeyId } = await accounts.enterpriseKey();
    expect((await begin()).state).toBe('begun');
    for (const changes of [{ key_id: otherKeyId }, { user_id: 'agent-2' }, { user_id: null }]) {
      expect((await begin(changes)).state).toBe('begun');
      expect((await begin(changes)).state).toBe('in_flight');
    }
  });

  test.each([{ operation: 'retailComps' }, { request_sha256: 'b'.repeat(64) }])(
    '%j under the same key is a mismatch while running, after the lock expired, and when finished',
    async (changes) => {
      const { request_id } = await begin();
      expect(await begin(changes)).toEqual({ state: 'mismatch' });
      accounts.clock.advance(31_000);
      expect(await begin(changes)).toEqual({ state: 'mismatch' });
      await finish(request_id, answerOf('[]'));
      expect(await begin(changes)).toEqual({ state: 'mismatch' });
    },
  );

  test('a restart after the lock expired keeps the id, and of parallel ones exactly one starts', async () => {
    const { request_id } = await begin();
    accounts.clock.advance(30_000);
    const again = await Promise.all(Array.from({ length: 10 }, () => begin()));
    expect(again.filter(({ state }) => state === 'begun')).toEqual([{ state: 'begun', request_id }]);
    expect(again.filter(({ state }) => state === 'in_flight')).toHaveLength(9);
  });
});

describe('a finished request', () => {
  test('is replayed byte by byte for 24 hours after its start, then runs again', async () => {
    const text = JSON.stringify(Array.from({ length: 5_000 }, () => ({ address: `${randomUUID()} Ünïcode` })));
    const { request_id } = await begin();
    accounts.clock.advance(20_000);
    expect(await finish(request_id, answerOf(text, 201))).toEqual({ kept: true });
    accounts.clock.advance(DAY_MS - 20_001);
    const { state, answer } = await begin();
    expect(state).toBe('finished');
    expect(answer).toMatchObject({ status: 201, headers: { 'content-type': 'application/json' } });
    expect(gunzipSync(Buffer.from(answer.body_gzip_base64, 'base64')).toString()).toBe(text);
    accounts.clock.advance(1);
    const anew = await begin({ request_sha256: 'c'.repeat(64) });
    expect(anew.state).toBe('begun');
    expect(anew.request_id).not.toBe(request_id);
    expect((await begin({ request_sha256: 'c'.repeat(64) })).state).toBe('in_flight');
  });

  test('keeps its first response', async () => {
    const { request_id } = await begin();
    expect(await finish(request_id, answerOf('first'))).toEqual({ kept: true });
    expect(await finish(request_id, answerOf('second'))).toEqual({ kept: false });
    expect(await finish(request_id, null)).toEqual({ kept: false });
    const { answer } = await begin();
    expect(gunzipSync(Buffer.from(answer.body_gzip_base64, 'base64')).toString()).toBe('first');
  });

  test('can start again after deletion, also with another body', async () => {
    const { request_id } = await begin();
    expect(await finish(request_id, null)).toEqual({ kept: false });
    const anew = await begin({ request_sha256: 'd'.repeat(64) });
    expect(anew.state).toBe('begun');
    expect(anew.request_id).not.toBe(request_id);
  });

  test('stores nothing under an unknown id', async () => {
    expect(await finish(randomUUID(), answerOf('[]'))).toEqual({ kept: false });
  });
});

test('responses older than a day are removed gradually', async () => {
  const { sql } = accounts.database;
  const old = instant(accounts.clock.nowMs() - DAY_MS - 1);
  const rows = Array.from({ length: 1_200 }, (_, index) => ({
    key_id: keyId,
    user_id: '',
    idempotency_key: `old-${index}`,
    operation: 'o',
    request_sha256: 'e'.repeat(64),
    created_at: old,
    locked_until: old,
  }));
  await sql`insert into accounts.idempotent_requests ${sql(rows)}`;
  accounts.clock.advance(120_000);
  for (let i = 0; i < 4; i++) await begin({ idempotency_key: `${name}-${i}` });
  const [left] =
    await sql`select count(*)::int as n from accounts.idempotent_requests where idempotency_key like 'old-%'`;
  expect(left?.n).toBe(0);
  expect((await begin({ idempotency_key: `${name}-0` })).state).toBe('in_flight');
});

interface KnownRequest {
  id: string;
  body: string;
  beganMs: number;
  lockedMs: number;
  answer: string | null;
}
type Step = { do: 'begin'; body: 'a' | 'b' } | { do: 'finish' | 'forget' } | { do: 'wait'; ms: number };
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('begin' as const), body: fc.constantFrom('a' as const, 'b' as const) }),
  fc.record({ do: fc.constantFrom('finish' as const, 'forget' as const) }),
  fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(10_000, 31_000, DAY_MS - 20_000, DAY_MS) }),
);

test('any order of start, finish, delete and wait matches a simple model', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20, size: 'max' }), async (steps) => {
      const idempotency_key = randomUUID();
      let known = null as KnownRequest | null;
      for (const [index, one] of steps.entries()) {
        const nowMs = accounts.clock.nowMs();
        if (one.do === 'wait') accounts.clock.advance(one.ms);
        else if (one.do === 'begin') {
          const { state, request_id, answer } = await begin({ idempotency_key, request_sha256: one.body.repeat(64) });
          const isRunning = known !== null && known.answer === null && nowMs < known.lockedMs;
          if (known !== null && !isRunning && nowMs - known.beganMs >= DAY_MS) known = null;
          if (known === null) {
            expect(state).toBe('begun');
            known = { id: request_id, body: one.body, beganMs: nowMs, lockedMs: nowMs + 30_000, answer: null };
          } else if (known.body !== one.body) expect(state).toBe('mismatch');
          else if (known.answer !== null) {
            expect([state, answer.body_gzip_base64]).toEqual(['finished', answerOf(known.answer).body_gzip_base64]);
          } else {
            expect([state, request_id]).toEqual(isRunning ? ['in_flight', undefined] : ['begun', known.id]);
            if (!isRunning) known.lockedMs = nowMs + 30_000;
          }
        } else if (known !== null) {
          const isOpen: boolean = known.answer === null;
          const { kept } = await finish(known.id, one.do === 'finish' ? answerOf(`${index}`) : null);
          expect(kept).toBe(isOpen && one.do === 'finish');
          if (isOpen) known = one.do === 'finish' ? { ...known, answer: `${index}` } : null;
        }
      }
    }),
    { numRuns: 40 },
  );
}, 60_000);
