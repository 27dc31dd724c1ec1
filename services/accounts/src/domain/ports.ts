import type {
  AllowanceName,
  EndpointName,
  MeteredEndpointName,
  Plan,
  StoredAnswer,
  Subscription,
  SubscriptionState,
  User,
} from '@plat/contracts';
import type { ApiKeyKind } from './keys/api-key.ts';

/** Who changes something: a caller's key, or a person at the operator's command. */
export type Actor = `key:${string}` | `operator:${string}`;

/** A key as it is kept: without any secret. Instants are ISO 8601 in UTC. */
export interface KeyRecord {
  id: string;
  companyId: string;
  companyName: string;
  companyActive: boolean;
  /** Of the company. */
  contactEmail: string | null;
  kind: ApiKeyKind;
  name: string;
  /** Never counted against a monthly allowance. */
  isTest: boolean;
  /** Beginning of the current secret. */
  keyPrefix: string;
  /** Requests in any interval of `rateWindowSeconds`. */
  rateLimit: number;
  rateWindowSeconds: number;
  /** Of keys of the earlier API; null on the others. */
  monthlyLimit: number | null;
  /** null: every endpoint that the kind of key may call. */
  authorizedEndpoints: EndpointName[] | null;
  /** IP addresses and CIDR blocks; null: everywhere. */
  allowedAddresses: string[] | null;
  seat: { id: string; name: string; maySearchBuyers: boolean } | null;
  /** Plans that an enterprise key may assign, by id. */
  planIds: string[];
  /** Of the company, for subscriber keys; null on others. */
  subscription: SubscriptionState | null;
  createdAt: string;
  deactivatedAt: string | null;
  revokedAt: string | null;
  lastUsedAt: string | null;
  /** Until when the secret before a rotation is still good; null when there is none. */
  previousSecretUntil: string | null;
}

/** Only the hash and the beginning of a secret are kept. */
export interface NewSecret {
  keyPrefix: string;
  keySha256: string;
}

/** What a change can set on a key; what is left out stays. */
export interface KeyChange {
  name?: string;
  rateLimit?: number;
  monthlyLimit?: number;
  authorizedEndpoints?: readonly EndpointName[] | null;
  allowedAddresses?: readonly string[] | null;
  /** Name of a seat of the key's company; null: none. */
  seatName?: string | null;
  addPlanIds?: readonly string[];
  /** Subscriptions to them stay as they are. */
  removePlanIds?: readonly string[];
  active?: boolean;
}

export interface NewKey extends NewSecret {
  /** Made when there is none of that name. */
  companyName: string;
  kind: ApiKeyKind;
  name: string;
  isTest: boolean;
  rateLimit: number;
  rateWindowSeconds: number;
  monthlyLimit: number | null;
  authorizedEndpoints: readonly EndpointName[] | null;
  allowedAddresses: readonly string[] | null;
  seatName: string | null;
  planIds: readonly string[];
}

/** What a key's verification needs, in one row. */
export interface KeyVerification {
  keyId: string;
  kind: ApiKeyKind;
  companyId: string;
  active: boolean;
  isTest: boolean;
  rateLimit: number;
  rateWindowSeconds: number;
  allowedAddresses: string[] | null;
  authorizedEndpoints: string[] | null;
  subscription: SubscriptionState | null;
  maySearchBuyers: boolean;
  userActive: boolean;
  /** Monthly limits of the end user's active subscriptions, added up; null without an active end user. */
  limits: PlanLimits | null;
  /** The last remembered use is a minute old or more. */
  useIsNews: boolean;
}

export type PlanLimits = Pick<Plan, Extract<keyof Plan, `${string}_limit`>>;

/** What a change names and what does not exist is refused with `notFound`, and nothing is changed. */
export interface KeyStore {
  insert(actor: Actor, key: NewKey): Promise<KeyRecord>;
  /** Newest first. */
  list(companyId?: string): Promise<KeyRecord[]>;
  /** @param reference the key's id, or the beginning of its secret as lists show it; it may mean several. */
  find(reference: string): Promise<KeyRecord[]>;
  /** The key that a secret belongs to, whether it may be used or not; null when the secret is unknown or ran out. */
  findBySha256(sha256: string): Promise<KeyRecord | null>;
  change(actor: Actor, id: string, change: KeyChange): Promise<KeyRecord>;
  /** For good; keeps the instant of an earlier revocation. */
  revoke(actor: Actor, id: string): Promise<KeyRecord>;
  /** Gives the key a new secret; those before end after `overlapMs`, or when they already would. */
  rotate(actor: Actor, id: string, secret: NewSecret, overlapMs: number): Promise<KeyRecord>;
  /** One statement on primary keys and unique keys; null when the secret is unknown or ran out. */
  verify(sha256: string, userId: string | null): Promise<KeyVerification | null>;
  /** Remembers a use of a secret, at most once a minute. */
  touch(sha256: string): Promise<void>;
}

export interface CompanyRecord {
  id: string;
  name: string;
  contactEmail: string | null;
  active: boolean;
  /** Of the companion application; null for a company that has none. */
  subscription: SubscriptionState | null;
  createdAt: string;
}

/** Monthly limit of a company's subscriber keys; null: none of that kind. */
export interface CompanyLimit {
  endpoint: AllowanceName;
  /** What the plan of the company's own subscription allows, such as in a trial. */
  planLimit: number | null;
  /** Agreed for the API instead of the documented limit. */
  customLimit: number | null;
}

export interface SeatRecord {
  id: string;
  name: string;
  maySearchBuyers: boolean;
  createdAt: string;
}

export interface CompanyDetails extends CompanyRecord {
  limits: CompanyLimit[];
  seats: SeatRecord[];
}

export type CompanyChange = Partial<Pick<CompanyRecord, 'name' | 'contactEmail' | 'active' | 'subscription'>>;

export interface CompanyStore {
  /** null when the name is taken. */
  insert(
    actor: Actor,
    company: Pick<CompanyRecord, 'name' | 'contactEmail' | 'subscription'>,
  ): Promise<CompanyRecord | null>;
  /** By name. */
  list(): Promise<CompanyRecord[]>;
  /** @param reference id or exact name. */
  find(reference: string): Promise<CompanyDetails | null>;
  /** `name_taken` when another company has the new name; null when there is no such company. */
  change(actor: Actor, id: string, change: CompanyChange): Promise<CompanyRecord | 'name_taken' | null>;
  /** What is left out stays; a limit without both parts is forgotten. */
  setLimit(
    actor: Actor,
    id: string,
    limit: { endpoint: AllowanceName; planLimit?: number | null; customLimit?: number | null },
  ): Promise<CompanyLimit>;
  /** Creates the seat, or changes the one of that name. */
  setSeat(actor: Actor, id: string, seat: { name: string; maySearchBuyers: boolean }): Promise<SeatRecord>;
}

export type PlanChange = Partial<Omit<Plan, 'plan_id'>>;

export interface PlanStore {
  /** null when the id is taken. */
  insert(actor: Actor, plan: Plan): Promise<Plan | null>;
  /** By id. */
  list(): Promise<Plan[]>;
  /** Those that a key may assign, by id. */
  ofKey(keyId: string): Promise<Plan[]>;
  change(actor: Actor, planId: string, change: PlanChange): Promise<Plan | null>;
}

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

export interface AuditEvent {
  id: number;
  at: string;
  actor: string;
  /** Such as `key.rotated` or `user.deactivated`. */
  action: string;
  companyId: string | null;
  keyId: string | null;
  /** Kind and id of what was changed, such as `user:agent-1042`. */
  subject: string;
  /** Null when it did not exist. */
  before: Readonly<Record<string, unknown>> | null;
  after: Readonly<Record<string, unknown>> | null;
}

export interface AuditTrail {
  /** Newest first. */
  list(filter: { companyId?: string; keyId?: string; limit: number }): Promise<AuditEvent[]>;
}

/** A request as its idempotency key identifies it. */
export interface IdempotentRequest {
  keyId: string;
  userId: string | null;
  idempotencyKey: string;
  operation: string;
  requestSha256: string;
  /** ISO 8601. */
  lockedUntil: string;
}

export type IdempotentState =
  | { state: 'begun'; requestId: string }
  | { state: 'in_flight' | 'mismatch' }
  | { state: 'finished'; answer: StoredAnswer };

export interface IdempotencyStore {
  begin(request: IdempotentRequest, nowMs: number): Promise<IdempotentState>;
  /** False when the request was finished before, or is not known. */
  finish(requestId: string, answer: StoredAnswer): Promise<boolean>;
  forget(requestId: string): Promise<void>;
  /** Removes answers that ran out, a bounded number. @returns how many. */
  removeOutdated(nowMs: number): Promise<number>;
}
