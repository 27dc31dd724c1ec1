import type { EndpointName, Plan, SubscriptionState } from '@plat/contracts';
import type { Actor } from '../ports.ts';
import type { ApiKeyKind } from './api-key.ts';

/** A stored key, without any secret. Instants are ISO 8601 in UTC. */
export interface KeyRecord {
  id: string;
  companyId: string;
  companyName: string;
  companyActive: boolean;
  /** Mail address of the company. */
  contactEmail: string | null;
  kind: ApiKeyKind;
  name: string;
  /** True if the key never counts against a monthly allowance. */
  isTest: boolean;
  /** Prefix of the current secret. */
  keyPrefix: string;
  /** Maximum requests in any interval of `rateWindowSeconds`. */
  rateLimit: number;
  rateWindowSeconds: number;
  /** Keys of the earlier API only; null for others. */
  monthlyLimit: number | null;
  /** null: every endpoint that this kind of key may call. */
  authorizedEndpoints: EndpointName[] | null;
  /** IP addresses and CIDR blocks; null: any address. */
  allowedAddresses: string[] | null;
  seat: { id: string; name: string; maySearchBuyers: boolean } | null;
  /** Ids of the plans that an enterprise key may assign. */
  planIds: string[];
  /** The company's subscription, for subscriber keys; null for others. */
  subscription: SubscriptionState | null;
  createdAt: string;
  deactivatedAt: string | null;
  revokedAt: string | null;
  lastUsedAt: string | null;
  /** When the previous secret expires after a rotation; null without one. */
  previousSecretUntil: string | null;
}

/** A secret is stored only as its hash and prefix. */
export interface NewSecret {
  keyPrefix: string;
  keySha256: string;
}

/** Changes to a key; omitted fields stay. */
export interface KeyChange {
  name?: string;
  rateLimit?: number;
  monthlyLimit?: number;
  authorizedEndpoints?: readonly EndpointName[] | null;
  allowedAddresses?: readonly string[] | null;
  /** Name of a seat of the key's company; null removes the seat. */
  seatName?: string | null;
  addPlanIds?: readonly string[];
  /** Existing subscriptions to these plans stay. */
  removePlanIds?: readonly string[];
  active?: boolean;
}

export interface NewKey extends NewSecret {
  /** Created if no company has this name. */
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

/** Everything that verifies a key, in one row. */
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
  /** Sum of the end user's active monthly limits; null without an active end user. */
  limits: PlanLimits | null;
  /** Remaining lifetime of the secret in milliseconds; null: unlimited. */
  secretGoodMs: number | null;
  /** True if the stored last use is at least a minute old. */
  useIsNews: boolean;
}

export type PlanLimits = Pick<Plan, Extract<keyof Plan, `${string}_limit`>>;

/** A change that names something unknown throws `notFound` and changes nothing. */
export interface KeyStore {
  insert(actor: Actor, key: NewKey): Promise<KeyRecord>;
  /** Newest first. */
  list(companyId?: string): Promise<KeyRecord[]>;
  /** Keys that an actor created, according to the audit trail. */
  madeBy(actor: Actor): Promise<KeyRecord[]>;
  /** Returns all matches. @param reference the key's id, its prefix as shown in lists, or its SHA-256. */
  find(reference: string): Promise<KeyRecord[]>;
  /** The key of a secret, in any state; null if the secret is unknown or expired. */
  findBySha256(sha256: string): Promise<KeyRecord | null>;
  change(actor: Actor, id: string, change: KeyChange): Promise<KeyRecord>;
  /** Permanent; repeating it keeps the first revocation time. */
  revoke(actor: Actor, id: string): Promise<KeyRecord>;
  /** Adds a secret. Older ones expire after `overlapMs`, or earlier if already set. */
  rotate(actor: Actor, id: string, secret: NewSecret, overlapMs: number): Promise<KeyRecord>;
  /** One statement on primary and unique keys; null if the secret is unknown or expired. */
  verify(sha256: string, userId: string | null): Promise<KeyVerification | null>;
  /** The key of a company's own application, made when missing; null for an unknown company. */
  application(companyId: string | null): Promise<KeyVerification | null>;
  /** Returns the hashes that belong to valid secrets. */
  existing(sha256s: readonly string[]): Promise<ReadonlySet<string>>;
  /** False if the key or its company was revoked or deactivated; null for an unknown key. */
  isActive(id: string): Promise<boolean | null>;
  /** Records a use of a secret, at most once a minute. */
  touch(sha256: string): Promise<void>;
}
