import type { VerifiedKey } from '@plat/contracts';
import type { KeyEpochs, MinuteDecision, MinuteLimiter } from '@plat/limits';
import type { Work } from '@plat/telemetry';
import { LRUCache } from 'lru-cache';
import { mayUseFrom } from './caller-address.ts';

export type { VerifiedKey } from '@plat/contracts';

/** What identifies a caller; the key itself is never kept. */
export interface PresentedKey {
  keySha256: string;
  userId: string | null;
  /** IP address that the request came from. */
  address: string;
}

/** Asks the accounts service; null when there is no such key. */
export type VerifyKey = (presented: Omit<PresentedKey, 'address'>, work: Work) => Promise<VerifiedKey | null>;

/** A known key, and what the minute limiter says to one more request of it; undefined for a key that is not active, or not from there. */
export interface Admission {
  key: VerifiedKey;
  minute: MinuteDecision | undefined;
}

export interface KeyDirectory {
  /** The minute limit of a key that was seen before, without asking anyone. */
  limitPerMinute(keySha256: string): number | undefined;
  /** Whether the key was verified here before, or exists. Those that do not exist are remembered for a moment. */
  exists(keySha256: string, work: Work, signal: AbortSignal): Promise<boolean>;
  /** Verifies a key and counts the request; null when there is no such key. */
  admit(presented: PresentedKey, work: Work): Promise<Admission | null>;
}

export interface KeyDirectoryDeps {
  verifyKey: VerifyKey;
  /** Asks the accounts service whether there is such a key, at little cost. */
  keyExists(keySha256: string, work: Work, signal: AbortSignal): Promise<boolean>;
  limiter: MinuteLimiter;
  epochs: KeyEpochs;
  onEpochsAway?(error: unknown): void;
  /** Told of each look at what is remembered. */
  onLook?(remembered: 'keys' | 'unknown_keys', isHit: boolean, work: Work): void;
  /** Gets what tells how much is remembered. */
  onOpen?(remembered: 'keys' | 'unknown_keys' | 'seen_keys', entries: () => { most: number; inUse: number }): void;
}

interface RememberedKey {
  key: VerifiedKey;
  /** Epoch read before the key was verified: while it is current, nothing about the key has changed since. */
  epoch: string;
}

const MAX_KEYS = 10_000;
const VERIFIED_FOR_MS = 5_000;
const UNKNOWN_FOR_MS = 5_000;
/** How often the caches look at the clock: each look after a shorter time takes a timer. */
const TTL_STEP_MS = 25;

/** No longer than the secret is good; at least 1, which the cache takes for a time. */
const rememberForMs = ({ secret_good_ms }: VerifiedKey): number =>
  Math.max(1, Math.min(VERIFIED_FOR_MS, Math.floor(secret_good_ms ?? VERIFIED_FOR_MS)));

/**
 * Remembers verified keys for a few seconds, and never beyond a revocation: an answer is kept only under an epoch that
 * was read before it was asked for, and used only while that epoch is current. When the epochs cannot be read nothing
 * is reused, so that every request asks the accounts service.
 */
export function createKeyDirectory({
  verifyKey,
  keyExists,
  limiter,
  epochs,
  onEpochsAway,
  onLook,
  onOpen,
}: KeyDirectoryDeps): KeyDirectory {
  const verified = new LRUCache<string, RememberedKey>({
    max: MAX_KEYS,
    ttl: VERIFIED_FOR_MS,
    ttlResolution: TTL_STEP_MS,
  });
  const unknown = new LRUCache<string, true>({ max: MAX_KEYS, ttl: UNKNOWN_FOR_MS, ttlResolution: TTL_STEP_MS });
  /** A hash never changes its key, so the first verification teaches which epoch to read before the next one. */
  const seen = new LRUCache<string, VerifiedKey>({ max: MAX_KEYS });
  onOpen?.('keys', () => ({ most: MAX_KEYS, inUse: verified.size }));
  onOpen?.('unknown_keys', () => ({ most: MAX_KEYS, inUse: unknown.size }));
  onOpen?.('seen_keys', () => ({ most: MAX_KEYS, inUse: seen.size }));

  const nameOf = ({ keySha256, userId }: PresentedKey) => (userId === null ? keySha256 : `${keySha256} ${userId}`);

  const currentEpoch = async (keyId: string | undefined): Promise<string | undefined> => {
    if (keyId === undefined) return undefined;
    try {
      return await epochs.current(keyId);
    } catch (error) {
      onEpochsAway?.(error);
      return undefined;
    }
  };

  async function verify(presented: PresentedKey, work: Work, epoch: string | undefined) {
    const key = await verifyKey(presented, work);
    if (key === null) {
      unknown.set(presented.keySha256, true);
      return null;
    }
    seen.set(presented.keySha256, key);
    if (epoch !== undefined) verified.set(nameOf(presented), { key, epoch }, { ttl: rememberForMs(key) });
    return key;
  }

  /** What the owner of a key is not to blame for costs nothing of the limit. */
  const countMinute = async (key: VerifiedKey, { address }: PresentedKey) =>
    key.active && mayUseFrom(key.allowed_addresses, address)
      ? await limiter.take(key.key_id, key.rate_limit, key.rate_window_seconds * 1_000)
      : undefined;

  /** What a request that was counted under a limit of before may do under that of now; it is not counted again. */
  const underNewLimit = (key: VerifiedKey, minute: MinuteDecision, presented: PresentedKey) => {
    const counted = minute.limit - minute.remaining;
    if (counted > key.rate_limit) return countMinute(key, presented);
    return { ...minute, limit: key.rate_limit, remaining: key.rate_limit - counted };
  };

  return {
    limitPerMinute: (keySha256) => {
      const key = seen.get(keySha256);
      return key === undefined ? undefined : (key.rate_limit * 60) / key.rate_window_seconds;
    },
    exists: async (keySha256, work, signal) => {
      if (seen.has(keySha256)) return true;
      const isUnknown = unknown.has(keySha256);
      onLook?.('unknown_keys', isUnknown, work);
      if (isUnknown) return false;
      const exists = await keyExists(keySha256, work, signal);
      if (!exists) unknown.set(keySha256, true);
      return exists;
    },
    admit: async (presented, work) => {
      if (unknown.has(presented.keySha256)) {
        onLook?.('unknown_keys', true, work);
        return null;
      }
      const name = nameOf(presented);
      const remembered = verified.get(name);
      if (remembered === undefined) {
        onLook?.('keys', false, work);
        const epoch = await currentEpoch(seen.get(presented.keySha256)?.key_id);
        const key = await verify(presented, work, epoch);
        return key === null ? null : { key, minute: await countMinute(key, presented) };
      }
      const [epoch, minute] = await Promise.all([
        currentEpoch(remembered.key.key_id),
        countMinute(remembered.key, presented),
      ]);
      const isCurrent = epoch === remembered.epoch;
      onLook?.('keys', isCurrent, work);
      if (isCurrent) return { key: remembered.key, minute };
      verified.delete(name);
      const key = await verify(presented, work, epoch);
      if (key === null) return null;
      const isCounted = minute?.allowed === true && key.active;
      return { key, minute: await (isCounted ? underNewLimit(key, minute, presented) : countMinute(key, presented)) };
    },
  };
}
