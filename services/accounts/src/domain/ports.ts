import type { EndpointName, SubscriptionState } from '@plat/contracts';
import type { ApiKeyKind } from './api-key.ts';

/** A key as it is kept: without the key itself. Instants are ISO 8601 in UTC. */
export interface KeyRecord {
  id: string;
  companyId: string;
  companyName: string;
  companyActive: boolean;
  kind: ApiKeyKind;
  name: string;
  keyPrefix: string;
  rateLimitPerMinute: number;
  /** null: every endpoint that the kind of key may call. */
  authorizedEndpoints: EndpointName[] | null;
  /** null on enterprise keys. */
  subscription: SubscriptionState | null;
  createdAt: string;
  revokedAt: string | null;
  lastUsedAt: string | null;
}

export interface NewKey {
  companyName: string;
  kind: ApiKeyKind;
  name: string;
  keyPrefix: string;
  keySha256: string;
  rateLimitPerMinute: number;
  authorizedEndpoints: readonly EndpointName[] | null;
  subscription: SubscriptionState | null;
}

export interface KeyStore {
  /** Creates the company too when there is none of that name. */
  insert(key: NewKey): Promise<KeyRecord>;
  /** Newest first. */
  list(): Promise<KeyRecord[]>;
  findBySha256(sha256: string): Promise<KeyRecord | null>;
  /** @param reference the key's id, or its prefix as lists show it; a prefix of several keys finds them all. */
  find(reference: string): Promise<KeyRecord[]>;
  /** Marks the key revoked (keeping an earlier instant) and tells the processes that cache keys. */
  revoke(id: string): Promise<Revocation>;
  /** Remembers a use, at most once a minute. */
  touch(id: string): Promise<void>;
}

export interface Revocation {
  revokedAt: string;
  /** False when a running process did not confirm in time that it no longer accepts the key. */
  confirmed: boolean;
}
