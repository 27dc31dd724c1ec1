import { describe, expect, test } from 'bun:test';
import { randomUUID } from 'node:crypto';
import { reserveUsage } from '@plat/contracts';
import { accountsUnderTest, OPERATOR } from './accounts-under-test.fixture.ts';
import {
  changeCompany,
  changeKey,
  changePlan,
  revokeKey,
  updateApiUser,
  updateApiUserSubscription,
} from './operator.ts';

const accounts = accountsUnderTest();
const gateway = { keyId: 'gateway', keyKind: 'service' as const };
const PARALLEL = 10;

interface Scene {
  keyId: string;
  companyId: string;
  planId: string;
  subscriptionId: string;
}

/** Creates a user with an allowance that this test cannot exhaust. */
async function scene(): Promise<Scene> {
  const planId = `plan-${randomUUID()}`;
  await accounts.plan(planId, { buyer_search_limit: 1_000 });
  const { keyId, companyId } = await accounts.enterpriseKey(planId);
  await accounts.deps.users.create(OPERATOR, keyId, { user_id: 'agent', active: true });
  const subscription = await accounts.deps.users.subscribe(OPERATOR, keyId, 'agent', planId);
  return { keyId, companyId, planId, subscriptionId: (subscription as { id: string }).id };
}

async function reserve(keyId: string): Promise<string> {
  const reservation = {
    reservation_id: randomUUID(),
    expires_at: new Date(accounts.clock.nowMs() + 30_000).toISOString(),
    key_id: keyId,
    user_id: 'agent',
    endpoint: 'buyer_search',
    counted_thing: null,
  };
  const { body } = await accounts.call(reserveUsage, gateway, { body: { reservations: [reservation] } });
  return body.answers[0].outcome;
}

describe('a returned change grants nothing under its old state, however many requests run in parallel', () => {
  const changes: [string, string, (scene: Scene) => Promise<unknown>][] = [
    [
      'a deactivated user',
      'user_inactive',
      ({ keyId }) => updateApiUser(accounts.deps, OPERATOR, keyId, { user_id: 'agent', active: false }),
    ],
    [
      'a deactivated subscription',
      'not_covered',
      ({ keyId, subscriptionId }) =>
        updateApiUserSubscription(accounts.deps, OPERATOR, keyId, { subscription_id: subscriptionId, active: false }),
    ],
    [
      'a plan that no longer covers anything',
      'not_covered',
      ({ planId }) => changePlan(accounts.deps, OPERATOR, planId, { buyer_search_limit: 0 }),
    ],
    [
      'a plan with less than was used',
      'exhausted',
      ({ planId }) => changePlan(accounts.deps, OPERATOR, planId, { buyer_search_limit: 1 }),
    ],
    ['a deactivated key', 'key_inactive', ({ keyId }) => changeKey(accounts.deps, OPERATOR, keyId, { active: false })],
    ['a revoked key', 'key_inactive', ({ keyId }) => revokeKey(accounts.deps, OPERATOR, keyId)],
    [
      'a deactivated company',
      'key_inactive',
      ({ companyId }) => changeCompany(accounts.deps, OPERATOR, companyId, { active: false }),
    ],
  ];
  test.each(changes)('%s: %s', async (_, outcome, change) => {
    const start = await scene();
    expect(await reserve(start.keyId)).toBe('granted');
    let isDone = false;
    const beside = Array.from({ length: PARALLEL }, async () => {
      while (!isDone) await reserve(start.keyId);
      return reserve(start.keyId);
    });
    await change(start);
    isDone = true;
    const after = await Promise.all(beside);
    expect(after).toEqual(Array(PARALLEL).fill(outcome));
  });

  test('a reactivated user has no coverage until a subscription is active', async () => {
    const { keyId, subscriptionId } = await scene();
    const { deps } = accounts;
    await updateApiUser(deps, OPERATOR, keyId, { user_id: 'agent', active: false });
    await updateApiUser(deps, OPERATOR, keyId, { user_id: 'agent', active: true });
    expect(await reserve(keyId)).toBe('not_covered');
    await updateApiUserSubscription(deps, OPERATOR, keyId, { subscription_id: subscriptionId, active: true });
    expect(await reserve(keyId)).toBe('granted');
  });
});
