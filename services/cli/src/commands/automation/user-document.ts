import type { UserRecord } from '@plat/automation/operator';

/** A user in JSON output. */
export const userDocument = (user: UserRecord) => ({
  uid: user.uid,
  email: user.email,
  name: user.displayName,
  active: user.active,
  key_prefix: user.keyPrefix,
  key_created_at: user.keyCreatedAt,
  key_last_used_at: user.keyLastUsedAt,
  subscriptions: user.subscriptions,
  failing: user.failing,
  created_at: user.createdAt,
});
