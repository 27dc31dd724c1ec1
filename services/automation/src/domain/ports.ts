import type { Delivery, EgressRequest, UrlVerdict } from '@plat/egress';

/** A person according to the identity provider. */
export interface Identity {
  /** Subject of the identity provider's tokens. */
  uid: string;
  email: string | null;
  displayName: string | null;
}

/** Verifies ID tokens. */
export interface IdTokens {
  /**
   * @throws AppError INVALID_API_KEY (401) for an invalid token, UPSTREAM_ERROR if the provider's keys cannot be
   * read.
   */
  verify(token: string): Promise<Identity>;
}

export interface AutomationUser {
  id: string;
  uid: string;
  email: string | null;
  /** `whsec_...`, as in Standard Webhooks. */
  signingSecret: string;
}

/** A key is stored only as its hash and prefix. */
export interface NewKey {
  prefix: string;
  sha256: string;
}

export interface UserStore {
  /**
   * Replaces a user's key and updates the stored identity. Subscriptions stay.
   * @param newUser data of a new user if unknown; null: unknown users are rejected.
   * @returns null without such an active user.
   */
  replaceKey(
    identity: Identity,
    key: NewKey,
    newUser: { signingSecret: string } | null,
  ): Promise<{ user: AutomationUser; replaced: boolean } | null>;
  /** The active user of a key; records the use, at most once a minute. */
  findByKey(sha256: string): Promise<AutomationUser | null>;
}

/** A user as operators see it. Instants are ISO 8601 in UTC. */
export interface UserRecord {
  uid: string;
  email: string | null;
  displayName: string | null;
  active: boolean;
  /** Prefix of the key; null before the first setup. */
  keyPrefix: string | null;
  keyCreatedAt: string | null;
  keyLastUsedAt: string | null;
  subscriptions: number;
  /** Number of these that failed since their last delivery. */
  failing: number;
  createdAt: string;
}

/** User administration for operators. */
export interface UserAdministration {
  /** @returns null if the uid exists. */
  add(identity: Identity, signingSecret: string): Promise<UserRecord | null>;
  /** Sorted by uid. */
  list(): Promise<UserRecord[]>;
  /** @returns null for an unknown user. */
  setActive(uid: string, active: boolean): Promise<UserRecord | null>;
}

export interface WebUrl {
  /** As the caller wrote it. */
  webUrl: string;
  /** Equal for equivalent URLs. */
  normalizedUrl: string;
}

export interface Subscription extends WebUrl {
  id: string;
}

/** A subscription as its user sees it. */
export interface ShownSubscription {
  id: string;
  webUrl: string;
  /** True if deliveries failed since the last success. */
  isFailing: boolean;
  /** ISO 8601 in UTC. */
  createdAt: string;
}

/** The effect of a delivery on its subscription. */
export type SubscriptionSign = 'delivered' | 'failed' | 'gone';

export interface SubscriptionStore {
  /** Adds a URL unless it exists or the user has `most` URLs. @returns its id, or `full`. */
  add(userId: string, url: WebUrl, most: number): Promise<{ id: string; added: boolean } | 'full'>;
  /** @returns whether it existed. */
  remove(userId: string, normalizedUrl: string): Promise<boolean>;
  /** @param id unchecked caller input. @returns whether it existed. */
  removeById(userId: string, id: string): Promise<boolean>;
  /** Oldest first. */
  show(userId: string): Promise<ShownSubscription[]>;
  /** Working subscriptions first, then oldest first. */
  list(userId: string): Promise<Subscription[]>;
  /**
   * Records deliveries. Ends a subscription that is `gone`, or that has `failed` without success for `FAILING_DAYS`
   * days and `FAILING_TIMES` times.
   * @returns ids of the ended subscriptions.
   */
  record(userId: string, signs: ReadonlyMap<string, SubscriptionSign>): Promise<string[]>;
}

/** One call of a receiver; ends early when its signal aborts. */
export type Call = (signal: AbortSignal) => Promise<Delivery>;

/** Timeout of a trigger and of each call, and its number of parallel calls. */
export interface TriggerBounds {
  timeoutMs: number;
  totalMs: number;
  parallel: number;
  /** Maximum parallel triggers of one user per process. */
  maxRunning: number;
}

/** The only client for user-provided URLs; implemented by the egress package. */
export interface WebhookSender {
  post(request: EgressRequest): Promise<Delivery>;
  check(url: string, options?: { signal?: AbortSignal }): Promise<UrlVerdict>;
}
