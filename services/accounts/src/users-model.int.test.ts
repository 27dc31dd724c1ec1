import { beforeAll, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { accountsUnderTest } from './accounts-under-test.fixture.ts';
import { type UsersModel, type UsersSystem, userRequests } from './users-model.fixture.ts';

const accounts = accountsUnderTest();
const RUNS = 20;
const SLOW_MS = 120_000;
const USERS = ['agent', 'Agent', 'ä-用户', '~'];
const PLANS = {
  buyers: ['buyer_search'],
  analytics: ['analytics_search', 'analytics_summary'],
  nothing: [],
} as const;

beforeAll(async () => {
  await accounts.plan('buyers', { buyer_search_limit: 3 });
  await accounts.plan('analytics', { analytics_search_limit: 1 });
  await accounts.plan('nothing');
});

async function twoKeys(): Promise<{ model: UsersModel; real: UsersSystem }> {
  const made = [await accounts.enterpriseKey('buyers', 'analytics', 'nothing'), await accounts.enterpriseKey('buyers')];
  const keys = made.map(({ keyId, key }) => ({ keyId, sha256: createHash('sha256').update(key).digest('hex') }));
  const { buyers } = PLANS;
  return {
    model: {
      keys: [
        { plans: PLANS, users: new Map() },
        { plans: { buyers }, users: new Map() },
      ],
    },
    real: { accounts, keys },
  };
}

test(
  'users and subscriptions of two keys match a simple model for any sequence of requests',
  async () => {
    await fc.assert(
      fc.asyncProperty(userRequests(USERS, [...Object.keys(PLANS), 'unknown']), async (requests) => {
        const start = await twoKeys();
        await fc.asyncModelRun(() => start, requests);
      }),
      { numRuns: RUNS },
    );
  },
  SLOW_MS,
);

test(
  'every change of users and subscriptions is audited once, and replaying the trail restores the state',
  async () => {
    await fc.assert(
      fc.asyncProperty(userRequests(USERS, Object.keys(PLANS)), async (requests) => {
        const { model, real } = await twoKeys();
        await fc.asyncModelRun(() => ({ model, real }), requests);
        for (const [index, { keyId }] of real.keys.entries()) {
          const events = await accounts.deps.audit.list({ keyId, limit: 1_000 });
          const state = new Map<string, boolean>();
          for (const { subject, before, after, actor, action } of events.reverse()) {
            if (action.startsWith('key.')) continue;
            expect(actor).toBe(`key:${keyId}`);
            expect(before?.active).toBe(state.get(subject));
            expect(after?.active).not.toBe(state.get(subject));
            state.set(subject, after?.active as boolean);
          }
          const wanted = [...model.keys[index]!.users].flatMap(([userId, { active, subscriptions }]) => [
            [`user:${userId}`, active],
            ...subscriptions.map(({ id, active: isActive }) => [`subscription:${id}`, isActive]),
          ]);
          expect([...state].sort()).toEqual(wanted.sort() as [string, boolean][]);
        }
      }),
      { numRuns: 10 },
    );
  },
  SLOW_MS,
);
