import type { MeteredEndpointName, Subscription, User } from '@plat/contracts';
import type { Actor } from '../ports.ts';

/** An end user with what belongs to it; `id` is ours, `user_id` the caller's. */
export interface EndUser {
  id: string;
  user: User;
  /** Oldest first. */
  subscriptions: Subscription[];
}

export interface EndUserStore {
  /** null when the key has a user of that id already; of parallel calls one creates it. */
  create(actor: Actor, keyId: string, user: { user_id: string; active: boolean }): Promise<User | null>;
  find(keyId: string, userId: string): Promise<EndUser | null>;
  /** Sorted by the bytes of `user_id`, those after `after`. */
  list(keyId: string, page: { after: string | null; limit: number }): Promise<User[]>;
  /** Deactivating deactivates all subscriptions in the same transaction. null: no such user. */
  setActive(actor: Actor, keyId: string, userId: string, active: boolean): Promise<User | null>;
  subscribe(
    actor: Actor,
    keyId: string,
    userId: string,
    planId: string,
  ): Promise<Subscription | 'no_active_user' | 'no_such_plan'>;
  /** null: no such subscription under the key, or its user is inactive. */
  setSubscriptionActive(
    actor: Actor,
    keyId: string,
    subscriptionId: string,
    active: boolean,
  ): Promise<Subscription | null>;
}

/** Reads what an end user has used in this calendar month (UTC). */
export interface UsageReader {
  usedThisMonth(endUserId: string): Promise<Record<MeteredEndpointName, number>>;
}
