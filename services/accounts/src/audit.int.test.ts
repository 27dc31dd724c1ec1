import { describe, expect, test } from 'bun:test';
import { randomUUID } from 'node:crypto';
import { accountsUnderTest, OPERATOR } from './accounts-under-test.fixture.ts';
import type { AccountsDeps } from './deps.ts';
import {
  type Actor,
  changeCompany,
  changeKey,
  changePlan,
  createApiUser,
  createApiUserSubscription,
  createCompany,
  createKey,
  createPlan,
  revokeKey,
  rotateKey,
  setCompanyLimit,
  setSeat,
  updateApiUser,
  updateApiUserSubscription,
} from './operator.ts';

const accounts = accountsUnderTest();
const ACTOR: Actor = 'operator:auditor';

interface Scene {
  deps: AccountsDeps;
  company: string;
  companyId: string;
  keyId: string;
  planId: string;
  subscriptionId: string;
}

/** Creates a company with a key, a plan, a user and a subscription. */
async function scene(): Promise<Scene> {
  const { deps } = accounts;
  const planId = `plan-${randomUUID()}`;
  await accounts.plan(planId);
  const { keyId, companyId } = await accounts.enterpriseKey(planId);
  await deps.users.create(OPERATOR, keyId, { user_id: 'agent', active: true });
  const subscription = await createApiUserSubscription(deps, OPERATOR, keyId, { user_id: 'agent', plan_id: planId });
  const company = (await deps.companies.find(companyId))?.name ?? '';
  return { deps, company, companyId, keyId, planId, subscriptionId: subscription.id };
}

type Verb = (scene: Scene) => Promise<unknown>;
const plan = { monthly_price_usd: 1, autocomplete_limit: 1, analytics_search_limit: 1, buyer_search_limit: 1 };
const limits = { ...plan, investor_comps_limit: 1, retail_comps_limit: 1, linked_deals_limit: 1 };

const VERBS: [string, string[], Verb][] = [
  ['createCompany', ['company.created'], ({ deps }) => createCompany(deps, ACTOR, { name: randomUUID() })],
  [
    'changeCompany',
    ['company.changed'],
    (s) => changeCompany(s.deps, ACTOR, s.company, { contactEmail: 'a@example.com' }),
  ],
  [
    'deactivation of a company',
    ['company.deactivated'],
    (s) => changeCompany(s.deps, ACTOR, s.company, { active: false }),
  ],
  [
    'setCompanyLimit',
    ['company.limited'],
    (s) => setCompanyLimit(s.deps, ACTOR, s.company, { endpoint: 'buyer_search', customLimit: 7 }),
  ],
  ['setSeat', ['seat.created'], (s) => setSeat(s.deps, ACTOR, s.company, { name: 'Pat', maySearchBuyers: true })],
  [
    'createKey',
    ['company.created', 'key.created'],
    (s) => createKey({ ...s.deps }, ACTOR, { kind: 'subscriber', name: randomUUID() }),
  ],
  [
    'first subscriber key of a company',
    ['company.changed', 'key.created'],
    (s) => createKey(s.deps, ACTOR, { kind: 'subscriber', name: 'Sub', companyName: s.company }),
  ],
  ['changeKey', ['key.changed'], (s) => changeKey(s.deps, ACTOR, s.keyId, { rateLimit: 9 })],
  ['unassigned plan', ['key.changed'], (s) => changeKey(s.deps, ACTOR, s.keyId, { removePlanIds: [s.planId] })],
  ['deactivated key', ['key.deactivated'], (s) => changeKey(s.deps, ACTOR, s.keyId, { active: false })],
  ['rotateKey', ['key.rotated'], (s) => rotateKey(s.deps, ACTOR, s.keyId)],
  ['revokeKey', ['key.revoked'], (s) => revokeKey(s.deps, ACTOR, s.keyId)],
  [
    'createPlan',
    ['plan.created'],
    (s) => createPlan(s.deps, ACTOR, { plan_id: randomUUID(), plan_name: 'New', ...limits }),
  ],
  ['changePlan', ['plan.changed'], (s) => changePlan(s.deps, ACTOR, s.planId, { buyer_search_limit: 5 })],
  ['createApiUser', ['user.created'], (s) => createApiUser(s.deps, ACTOR, s.keyId, { user_id: 'new', active: true })],
  [
    'updateApiUser',
    ['subscription.deactivated', 'user.deactivated'],
    (s) => updateApiUser(s.deps, ACTOR, s.keyId, { user_id: 'agent', active: false }),
  ],
  [
    'createApiUserSubscription',
    ['subscription.created'],
    (s) => createApiUserSubscription(s.deps, ACTOR, s.keyId, { user_id: 'agent', plan_id: s.planId }),
  ],
  [
    'updateApiUserSubscription',
    ['subscription.deactivated'],
    (s) => updateApiUserSubscription(s.deps, ACTOR, s.keyId, { subscription_id: s.subscriptionId, active: false }),
  ],
];

describe('the audit trail records the actor, the subject and the state before and after', () => {
  test.each(VERBS)('%s: %p', async (_, actions, verb) => {
    const start = await scene();
    const [newest] = await accounts.deps.audit.list({ limit: 1 });
    const answer = await verb(start);
    const events = (await accounts.deps.audit.list({ limit: 50 })).filter(({ id }) => id > (newest?.id ?? 0)).reverse();
    expect(events.map(({ action }) => action)).toEqual(actions);
    for (const { actor, action, subject, before, after, companyId } of events) {
      expect(actor).toBe(ACTOR);
      expect(subject.split(':')[0]).toBe(action.split('.')[0]!);
      expect(subject.split(':')[1]).not.toBe('');
      expect(before === null).toBe(action.endsWith('.created'));
      expect(after).not.toBeNull();
      expect(after).not.toEqual(before);
      if (!action.startsWith('plan')) expect(companyId).not.toBeNull();
    }
    const { key } = answer as { key?: string };
    if (key !== undefined) {
      const sha256 = new Bun.CryptoHasher('sha256').update(key).digest('hex');
      for (const secret of [key, sha256]) expect(JSON.stringify(events)).not.toContain(secret);
    }
  });

  test('filters by company and key, newest first, up to the limit', async () => {
    const [one, other] = [await scene(), await scene()];
    await changeKey(one.deps, ACTOR, one.keyId, { rateLimit: 1 });
    await changeKey(one.deps, ACTOR, other.keyId, { rateLimit: 2 });
    const { audit } = one.deps;
    const ofCompany = await audit.list({ companyId: one.companyId, limit: 100 });
    expect(new Set(ofCompany.map(({ companyId }) => companyId))).toEqual(new Set([one.companyId]));
    const ofKey = await audit.list({ keyId: one.keyId, limit: 100 });
    expect(ofKey.map(({ action }) => action)).toEqual([
      ...['key.changed', 'subscription.created', 'user.created', 'key.created'],
    ]);
    expect(await audit.list({ keyId: one.keyId, limit: 2 })).toEqual(ofKey.slice(0, 2));
    expect(ofCompany.map(({ id }) => id)).toEqual(ofCompany.map(({ id }) => id).sort((a, b) => b - a));
  });

  test('is append-only', async () => {
    const { sql } = accounts.database;
    await scene();
    for (const statement of [
      sql`update accounts.audit_events set actor = 'nobody'`,
      sql`delete from accounts.audit_events`,
      sql`truncate accounts.audit_events`,
    ]) {
      expect(await statement.catch((error: Error) => error.message)).toContain('only ever added');
    }
  });
});

test('a locked user blocks only changes to that user: keys still verify, and the change times out', async () => {
  const { keyId, key } = await accounts.enterpriseKey();
  await accounts.deps.users.create(OPERATOR, keyId, { user_id: 'locked', active: true });
  await accounts.database.sql.begin(async (tx) => {
    await tx`select from accounts.end_users where key_id = ${keyId} for share`;
    const waiting = Array.from({ length: 9 }, () =>
      accounts.deps.users.setActive(OPERATOR, keyId, 'locked', false).catch((error: { code: string }) => error.code),
    );
    const sha256 = new Bun.CryptoHasher('sha256').update(key).digest('hex');
    expect((await accounts.deps.keys.verify(sha256, 'locked'))?.userActive).toBe(true);
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['55P03']));
  });
  expect((await accounts.deps.users.setActive(OPERATOR, keyId, 'locked', false))?.active).toBe(false);
}, 20_000);
