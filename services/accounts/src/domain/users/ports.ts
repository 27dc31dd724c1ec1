import type { Subscription, User, UserUsageName } from '@plat/contracts';
import type { Actor } from '../ports.ts';

/** An end user with subscriptions. Plat assigns `id`, the caller `user_id`. */
export interface EndUser {
  id: string;
  user: User;
  /** Oldest first. */
  subscriptions: Subscription[];
}

export interface EndUserStore {
  /** Returns null if the key already has this user id; of parallel calls one creates it. */
  create(actor: Actor, keyId: string, user: { user_id: string; active: boolean }): Promise<User | null>;
  find(keyId: string, userId: string): Promise<EndUser | null>;
  /** Users after `after`, sorted by the bytes of `user_id`. */
  list(keyId: string, page: { after: string | null; limit: number }): Promise<User[]>;
  /** Deactivates all subscriptions in the same transaction. Returns null for an unknown user. */
  setActive(actor: Actor, keyId: string, userId: string, active: boolean): Promise<User | null>;
  subscribe(
    actor: Actor,
    keyId: string,
    userId: string,
    planId: string,
  ): Promise<Subscription | 'no_active_user' | 'no_such_plan'>;
  /** Returns null if the subscription does not belong to the key, or its user is inactive. */
  setSubscriptionActive(
    actor: Actor,
    keyId: string,
    subscriptionId: string,
    active: boolean,
  ): Promise<Subscription | null>;
}

/** Reads an end user's usage of the current calendar month (UTC). */
export interface UsageReader {
  usedThisMonth(endUserId: string): Promise<Record<UserUsageName, number>>;
}
