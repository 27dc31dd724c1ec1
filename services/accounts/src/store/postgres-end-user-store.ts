import { isUuid, type Subscription, type User } from '@plat/contracts';
import type { Sql, Transaction } from '@plat/db';
import { isPlanId } from '../domain/plans/plan-problems.ts';
import type { EndUserStore } from '../domain/users/ports.ts';
import type { Change, Changes } from './changes.ts';

interface UserRow {
  id: string;
  user_id: string;
  active: boolean;
  created_at: Date;
}

interface SubscriptionRow {
  id: string;
  plan_id: string;
  active: boolean;
  /** A string when it comes from a JSON aggregate. */
  created_at: Date | string;
}

/** Every change first locks the end user's row, which reservations share: none runs under limits that just ended. */
export function createPostgresEndUserStore(sql: Sql, changes: Changes): EndUserStore {
  return {
    create: (actor, keyId, user) =>
      changes.run(actor, async (change) => {
        const [row] = await change.tx<UserRow[]>`
          insert into accounts.end_users (key_id, user_id, active) values (${keyId}, ${user.user_id}, ${user.active})
          on conflict (key_id, user_id) do nothing
          returning id, user_id, active, created_at`;
        if (row === undefined) return null;
        const created = toUser(row);
        await audit(change, keyId, 'user.created', `user:${row.user_id}`, null, created);
        return created;
      }),

    find: async (keyId, userId) => {
      const [row] = await sql<(UserRow & { subscriptions: SubscriptionRow[] | null })[]>`
        select u.id, u.user_id, u.active, u.created_at, (
          select jsonb_agg(jsonb_build_object('id', s.id, 'plan_id', s.plan_id, 'active', s.active,
            'created_at', s.created_at) order by s.created_at, s.id)
          from accounts.user_subscriptions s where s.end_user_id = u.id
        ) as subscriptions
        from accounts.end_users u where u.key_id = ${keyId} and u.user_id = ${userId}`;
      if (row === undefined) return null;
      return { id: row.id, user: toUser(row), subscriptions: (row.subscriptions ?? []).map(toSubscription) };
    },

    list: async (keyId, { after, limit }) => {
      const rows = await sql<UserRow[]>`
        select id, user_id, active, created_at from accounts.end_users
        where key_id = ${keyId} and user_id > ${after ?? ''}
        order by user_id limit ${limit}`;
      return rows.map(toUser);
    },

    setActive: (actor, keyId, userId, active) =>
      changes.run(actor, async (change) => {
        const row = await lockedUser(change.tx, keyId, userId);
        if (row === null) return null;
        if (!active) await deactivateSubscriptions(change, keyId, row);
        if (row.active === active) return toUser(row);
        await change.tx`update accounts.end_users set active = ${active} where id = ${row.id}`;
        const [before, after] = [toUser(row), toUser({ ...row, active })];
        await audit(change, keyId, active ? 'user.activated' : 'user.deactivated', `user:${userId}`, before, after);
        return after;
      }),

    subscribe: (actor, keyId, userId, planId) =>
      changes.run(actor, async (change) => {
        const user = await lockedUser(change.tx, keyId, userId);
        if (user?.active !== true) return 'no_active_user';
        if (!isPlanId(planId)) return 'no_such_plan';
        const [row] = await change.tx<SubscriptionRow[]>`
          insert into accounts.user_subscriptions (end_user_id, plan_id, active)
          select ${user.id}, plan_id, true from accounts.key_plans where key_id = ${keyId} and plan_id = ${planId}
          returning id, plan_id, active, created_at`;
        if (row === undefined) return 'no_such_plan';
        const created = toSubscription(row);
        await audit(change, keyId, 'subscription.created', `subscription:${row.id}`, null, {
          user_id: userId,
          ...created,
        });
        return created;
      }),

    setSubscriptionActive: (actor, keyId, subscriptionId, active) =>
      changes.run(actor, async (change) => {
        const user = await lockedUserOf(change.tx, keyId, subscriptionId);
        if (user?.active !== true) return null;
        const [row] = await change.tx<SubscriptionRow[]>`
          select id, plan_id, active, created_at from accounts.user_subscriptions where id = ${subscriptionId}`;
        const before = toSubscription(row!);
        if (before.active === active) return before;
        await change.tx`update accounts.user_subscriptions set active = ${active} where id = ${subscriptionId}`;
        const after = { ...before, active };
        const action = active ? 'subscription.activated' : 'subscription.deactivated';
        const owner = { user_id: user.user_id };
        await audit(change, keyId, action, `subscription:${row!.id}`, { ...owner, ...before }, { ...owner, ...after });
        return after;
      }),
  };
}

async function lockedUser(tx: Transaction, keyId: string, userId: string): Promise<UserRow | null> {
  const [row] = await tx<UserRow[]>`
    select id, user_id, active, created_at from accounts.end_users
    where key_id = ${keyId} and user_id = ${userId} for update`;
  return row ?? null;
}

/** The user of a subscription of this key. */
async function lockedUserOf(tx: Transaction, keyId: string, subscriptionId: string): Promise<UserRow | null> {
  if (!isUuid(subscriptionId)) return null;
  const [row] = await tx<UserRow[]>`
    select u.id, u.user_id, u.active, u.created_at from accounts.end_users u
    where u.key_id = ${keyId}
      and u.id = (select end_user_id from accounts.user_subscriptions where id = ${subscriptionId})
    for update`;
  return row ?? null;
}

async function deactivateSubscriptions(change: Change, keyId: string, user: UserRow): Promise<void> {
  const ended = await change.tx<SubscriptionRow[]>`
    update accounts.user_subscriptions set active = false where end_user_id = ${user.id} and active
    returning id, plan_id, active, created_at`;
  for (const row of ended) {
    const after = { user_id: user.user_id, ...toSubscription(row) };
    const subject = `subscription:${row.id}`;
    await audit(change, keyId, 'subscription.deactivated', subject, { ...after, active: true }, after);
  }
}

async function audit(
  change: Change,
  keyId: string,
  action: string,
  subject: string,
  before: object | null,
  after: object,
): Promise<void> {
  await change.audit({ action, subject, keyId, before, after });
  change.concerns([keyId]);
}

const toUser = ({ user_id, active, created_at }: UserRow): User => ({
  user_id,
  active,
  created_at: created_at.toISOString(),
});

const toSubscription = ({ id, plan_id, active, created_at }: SubscriptionRow): Subscription => ({
  id,
  plan_id,
  active,
  created_at: new Date(created_at).toISOString(),
});
