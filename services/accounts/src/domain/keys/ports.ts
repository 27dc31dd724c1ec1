import type { EndpointName, Plan, SubscriptionState } from '@plat/contracts';
import type { Actor } from '../ports.ts';
import type { ApiKeyKind } from './api-key.ts';

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
  /** How much longer the secret is good, in milliseconds; null: until further notice. */
  secretGoodMs: number | null;
  /** The last remembered use is a minute old or more. */
  useIsNews: boolean;
}

export type PlanLimits = Pick<Plan, Extract<keyof Plan, `${string}_limit`>>;

/** What a change names and what does not exist is refused with `notFound`, and nothing is changed. */
export interface KeyStore {
  insert(actor: Actor, key: NewKey): Promise<KeyRecord>;
  /** Newest first. */
  list(companyId?: string): Promise<KeyRecord[]>;
  /** Those that an actor created, as the audit trail says. */
  madeBy(actor: Actor): Promise<KeyRecord[]>;
  /** @param reference the key's id, the beginning of a secret as lists show it, or its SHA-256; it may mean several. */
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
  /** Those of the hashes that are secrets of a key, and have not run out. */
  existing(sha256s: readonly string[]): Promise<ReadonlySet<string>>;
  /** Whether neither the key nor its company was revoked or deactivated; null when there is no such key. */
  isActive(id: string): Promise<boolean | null>;
  /** Remembers a use of a secret, at most once a minute. */
  touch(sha256: string): Promise<void>;
}
