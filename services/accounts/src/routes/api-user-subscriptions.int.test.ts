import { beforeAll, describe, expect, test } from 'bun:test';
import {
  createApiUser,
  createApiUserSubscription,
  getApiUser,
  updateApiUser,
  updateApiUserSubscription,
} from '@plat/contracts';
import { accountsUnderTest, OPERATOR } from '../accounts-under-test.fixture.ts';

const accounts = accountsUnderTest();
const { call } = accounts;
let keyId: string;
let otherKeyId: string;
beforeAll(async () => {
  await accounts.plan('starter', { buyer_search_limit: 10 });
  await accounts.plan('foreign', { buyer_search_limit: 10 });
  ({ keyId } = await accounts.enterpriseKey('starter'));
  ({ keyId: otherKeyId } = await accounts.enterpriseKey('foreign', 'starter'));
});

const user = async (userId: string, active = true, key = keyId) => {
  await call(createApiUser, { keyId: key }, { body: { user_id: userId, active } });
  return userId;
};
const setUser = (userId: string, active: boolean) =>
  call(updateApiUser, { keyId }, { body: { user_id: userId, active } });
const subscribe = (userId: string, planId: string, key = keyId) =>
  call(createApiUserSubscription, { keyId: key }, { body: { user_id: userId, plan_id: planId } });
const setSubscription = (id: string, active: unknown, key = keyId) =>
  call(updateApiUserSubscription, { keyId: key }, { body: { subscription_id: id, active } });
const subscriptionsOf = async (userId: string) =>
  (await call(getApiUser, { keyId }, { query: { user_id: userId } })).body.subscriptions;

describe('POST /v1/api-user-subscriptions', () => {
  test('returns 201 with exactly the documented fields, and the user lists it', async () => {
    const { status, body } = await subscribe(await user('one'), 'starter');
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      plan_id: 'starter',
      active: true,
      created_at: expect.stringMatching(/Z$/),
    });
    expect(await subscriptionsOf('one')).toEqual([body]);
  });

  test('may assign the same plan twice, as two subscriptions', async () => {
    const userId = await user('double');
    const first = await subscribe(userId, 'starter');
    const second = await subscribe(userId, 'starter');
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(await subscriptionsOf(userId)).toEqual([first.body, second.body]);
  });

  test("returns 404 for a missing user, an inactive user, an unknown plan and another key's plan", async () => {
    await user('off', false);
    await user('theirs', true, otherKeyId);
    for (const [userId, planId] of [
      ['nobody', 'starter'],
      ['off', 'starter'],
      ['theirs', 'starter'],
      [await user('ready'), 'nothing'],
      ['ready', 'foreign'],
      ['ready', 'STARTER'],
      ['ready', 'nul\u0000'],
      ['ready', 'x'.repeat(101)],
    ] as const) {
      expect(await subscribe(userId, planId)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    }
    expect(await subscriptionsOf('ready')).toEqual([]);
  });

  test("does not distinguish another key's plan from a missing one", async () => {
    await user('curious');
    const foreign = await subscribe('curious', 'foreign');
    const unknown = await subscribe('curious', 'unknown');
    expect(JSON.stringify(foreign)).toBe(JSON.stringify(unknown).replace('unknown', 'foreign'));
  });

  test.each([
    ['user_id', { plan_id: 'starter' }],
    ['plan_id', { user_id: 'one' }],
    ['plan_id', { user_id: 'one', plan_id: '' }],
    ['plan_id', { user_id: 'one', plan_id: 7 }],
    ['user_id', { user_id: '\t', plan_id: 'starter' }],
  ])('returns 400 naming %s for %j', async (field, body) => {
    expect(await call(createApiUserSubscription, { keyId }, { body })).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_ERROR', fields: [{ field }] },
    });
  });

  test('rejects a plan removed from the key and keeps existing subscriptions', async () => {
    await accounts.plan('passing');
    await accounts.deps.keys.change(OPERATOR, keyId, { addPlanIds: ['passing'] });
    const kept = await subscribe(await user('loyal'), 'passing');
    await accounts.deps.keys.change(OPERATOR, keyId, { removePlanIds: ['passing'] });
    expect((await subscribe('loyal', 'passing')).status).toBe(404);
    expect(await subscriptionsOf('loyal')).toEqual([kept.body]);
  });

  test('leaves no active subscription on a user deactivated at the same moment', async () => {
    for (let round = 0; round < 10; round++) {
      const userId = await user(`hasty-${round}`);
      await Promise.all([
        subscribe(userId, 'starter'),
        setUser(userId, false),
        subscribe(userId, 'starter'),
        subscribe(userId, 'starter'),
      ]);
      for (const subscription of await subscriptionsOf(userId)) expect(subscription.active).toBe(false);
    }
  });
});

describe('PATCH /v1/api-user-subscriptions', () => {
  test('returns 200 with the updated subscription, also without a change', async () => {
    const { body: created } = await subscribe(await user('patched'), 'starter');
    for (const active of [true, false, false, true]) {
      expect(await setSubscription(created.id, active)).toEqual({ status: 200, body: { ...created, active } });
      expect(await subscriptionsOf('patched')).toEqual([{ ...created, active }]);
    }
  });

  test('returns 404 while its user is inactive, also when deactivating', async () => {
    const { body: created } = await subscribe(await user('paused'), 'starter');
    await setUser('paused', false);
    for (const active of [true, false]) expect((await setSubscription(created.id, active)).status).toBe(404);
    await setUser('paused', true);
    expect((await setSubscription(created.id, true)).body.active).toBe(true);
  });

  test("returns the same 404 for an unknown id, an invalid id and another key's id", async () => {
    await user('neighbour', true, otherKeyId);
    const { body: theirs } = await subscribe('neighbour', 'starter', otherKeyId);
    const foreign = await setSubscription(theirs.id, false);
    for (const id of ['00000000-0000-4000-8000-000000000000', 'sub_01', "' or 1=1 --"]) {
      const unknown = await setSubscription(id, false);
      expect(unknown.status).toBe(404);
      expect(JSON.stringify(unknown).replace(id, theirs.id)).toBe(JSON.stringify(foreign));
    }
    const { body } = await call(getApiUser, { keyId: otherKeyId }, { query: { user_id: 'neighbour' } });
    expect(body.subscriptions).toEqual([theirs]);
  });

  test('returns 400 naming the missing or invalid field', async () => {
    expect((await setSubscription('', true)).body.fields[0].field).toBe('subscription_id');
    expect((await setSubscription('x', 'yes')).body.fields[0].field).toBe('active');
    expect((await call(updateApiUserSubscription, { keyId }, { body: {} })).status).toBe(400);
  });
});

describe('deactivating a user', () => {
  test('ends all subscriptions, and reactivation restores none of them', async () => {
    const userId = await user('whole');
    for (let i = 0; i < 3; i++) await subscribe(userId, 'starter');
    await setUser(userId, false);
    expect((await subscriptionsOf(userId)).map(({ active }: { active: boolean }) => active)).toEqual([
      false,
      false,
      false,
    ]);
    await setUser(userId, true);
    expect((await subscriptionsOf(userId)).map(({ active }: { active: boolean }) => active)).toEqual([
      false,
      false,
      false,
    ]);
  });
});
