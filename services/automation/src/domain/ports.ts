import type { Delivery, EgressRequest, UrlVerdict } from '@plat/egress';

/** A person as the identity provider knows them. */
export interface Identity {
  /** Subject of the identity provider's tokens. */
  uid: string;
  email: string | null;
  displayName: string | null;
}

/** Proofs of identity: what a person's own identity provider signed. */
export interface IdTokens {
  /**
   * @throws AppError INVALID_API_KEY (401) for a token that proves nothing here, UPSTREAM_ERROR when the keys of the
   * identity provider cannot be read.
   */
  verify(token: string): Promise<Identity>;
}

export interface AutomationUser {
  id: string;
  uid: string;
  email: string | null;
  /** `whsec_...`, of Standard Webhooks. */
  signingSecret: string;
}

/** Only the hash and the beginning of a key are kept. */
export interface NewKey {
  prefix: string;
  sha256: string;
}

export interface UserStore {
  /**
   * Gives a user a key in place of any earlier one, and keeps what the identity says of them. Subscriptions stay.
   * @param newUser what a user gets who is not known yet; null: nobody becomes one.
   * @returns null when there is no such active user.
   */
  replaceKey(
    identity: Identity,
    key: NewKey,
    newUser: { signingSecret: string } | null,
  ): Promise<{ user: AutomationUser; replaced: boolean } | null>;
  /** The active user of a key; remembers the use, at most once a minute. */
  findByKey(sha256: string): Promise<AutomationUser | null>;
}

/** A user as operators see one. Instants are ISO 8601 in UTC. */
export interface UserRecord {
  uid: string;
  email: string | null;
  displayName: string | null;
  active: boolean;
  /** Beginning of the key; null before the first setup. */
  keyPrefix: string | null;
  keyCreatedAt: string | null;
  keyLastUsedAt: string | null;
  subscriptions: number;
  /** Of these, how many have failed since their last delivery. */
  failing: number;
  createdAt: string;
}

/** What operators do with users. */
export interface UserAdministration {
  /** @returns null when the uid is a user already. */
  add(identity: Identity, signingSecret: string): Promise<UserRecord | null>;
  /** By uid. */
  list(): Promise<UserRecord[]>;
  /** @returns null when there is no such user. */
  setActive(uid: string, active: boolean): Promise<UserRecord | null>;
}

export interface WebUrl {
  /** As the caller wrote it. */
  webUrl: string;
  /** What makes two URLs the same. */
  normalizedUrl: string;
}

export interface Subscription extends WebUrl {
  id: string;
}

/** A subscription as its user sees it. */
export interface ShownSubscription {
  id: string;
  webUrl: string;
  /** Whether deliveries have failed since the last one that arrived. */
  isFailing: boolean;
  /** ISO 8601 in UTC. */
  createdAt: string;
}

/** What a delivery says of its subscription. */
export type SubscriptionSign = 'delivered' | 'failed' | 'gone';

export interface SubscriptionStore {
  /** Adds a URL, unless the user has it or has `most` of them. @returns its id, or `full`. */
  add(userId: string, url: WebUrl, most: number): Promise<{ id: string; added: boolean } | 'full'>;
  /** @returns whether it was there. */
  remove(userId: string, normalizedUrl: string): Promise<boolean>;
  /** @param id whatever the caller sent. @returns whether it was there. */
  removeById(userId: string, id: string): Promise<boolean>;
  /** Oldest first. */
  show(userId: string): Promise<ShownSubscription[]>;
  /** Those that work first, then the oldest first. */
  list(userId: string): Promise<Subscription[]>;
  /**
   * Keeps what deliveries said: `gone` ends a subscription, and so does a `failed` one that has failed without a
   * delivery between for `FAILING_DAYS` and `FAILING_TIMES`.
   * @returns ids of the subscriptions that ended.
   */
  record(userId: string, signs: ReadonlyMap<string, SubscriptionSign>): Promise<string[]>;
}

/** One call of a receiver, which ends early when its signal aborts. */
export type Call = (signal: AbortSignal) => Promise<Delivery>;

/** How long a trigger and each of its calls may take, and how many it makes at the same time (decision 101). */
export interface TriggerBounds {
  timeoutMs: number;
  totalMs: number;
  parallel: number;
  /** How many triggers of one user a process runs at the same time. */
  mostRunning: number;
}

/** The one client for URLs that users give; the egress package is it. */
export interface WebhookSender {
  post(request: EgressRequest): Promise<Delivery>;
  check(url: string, options?: { signal?: AbortSignal }): Promise<UrlVerdict>;
}
