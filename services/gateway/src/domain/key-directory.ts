import type { VerifiedKey } from '@plat/contracts';
import type { KeyEpochs, MinuteDecision, MinuteLimiter } from '@plat/limits';
import type { Work } from '@plat/telemetry';
import { LRUCache } from 'lru-cache';
import { mayUseFrom } from './caller-address.ts';

export type { VerifiedKey } from '@plat/contracts';

/** Identifies a caller by hash; the key itself is never stored. */
export interface PresentedKey {
  keySha256: string;
  userId: string | null;
  /** The caller's IP address. */
  address: string;
}

/** Verifies a key with the accounts service; null for an unknown key. */
export type VerifyKey = (presented: Omit<PresentedKey, 'address'>, work: Work) => Promise<VerifiedKey | null>;

/** A known key and the limiter's decision for this request; no decision for an inactive key or a disallowed address. */
export interface Admission {
  key: VerifiedKey;
  minute: MinuteDecision | undefined;
}

export interface KeyDirectory {
  /** The minute limit of a key that was seen before, without a lookup. */
  limitPerMinute(keySha256: string): number | undefined;
  /** True if the key was verified here before or exists. Unknown keys are cached briefly. */
  exists(keySha256: string, work: Work, signal: AbortSignal): Promise<boolean>;
  /** Verifies a key and counts the request; null for an unknown key. */
  admit(presented: PresentedKey, work: Work): Promise<Admission | null>;
}

export interface KeyDirectoryDeps {
  verifyKey: VerifyKey;
  /** Cheap check with the accounts service that a key exists. */
  keyExists(keySha256: string, work: Work, signal: AbortSignal): Promise<boolean>;
  limiter: MinuteLimiter;
  epochs: KeyEpochs;
  onEpochsUnavailable?(error: unknown): void;
  /** Called on each cache lookup. */
  onLook?(remembered: 'keys' | 'unknown_keys', isHit: boolean, work: Work): void;
  /** Receives a function that reports the cache capacity. */
  onOpen?(remembered: 'keys' | 'unknown_keys' | 'seen_keys', entries: () => { max: number; inUse: number }): void;
}

interface RememberedKey {
  key: VerifiedKey;
  /** Epoch read before verification. While it is current, the key has not changed. */
  epoch: string;
}

const MAX_KEYS = 10_000;
const VERIFIED_FOR_MS = 5_000;
const UNKNOWN_FOR_MS = 5_000;
/** How often the caches read the clock; each reading sets a timer. */
const TTL_STEP_MS = 25;

/** Never longer than the secret stays valid. At least 1 ms: the cache reads 0 as "no limit". */
const rememberForMs = ({ secret_good_ms }: VerifiedKey): number =>
  Math.max(1, Math.min(VERIFIED_FOR_MS, Math.floor(secret_good_ms ?? VERIFIED_FOR_MS)));

/**
 * Caches verified keys for a few seconds, and never past a revocation. An entry is stored under an epoch read
 * before verification and used only while that epoch is current. When epochs cannot be read, every request asks the
 * accounts service.
 */
export function createKeyDirectory({
  verifyKey,
  keyExists,
  limiter,
  epochs,
  onEpochsUnavailable,
  onLook,
  onOpen,
}: KeyDirectoryDeps): KeyDirectory {
  const verified = new LRUCache<string, RememberedKey>({
    max: MAX_KEYS,
    ttl: VERIFIED_FOR_MS,
    ttlResolution: TTL_STEP_MS,
  });
  const unknown = new LRUCache<string, true>({ max: MAX_KEYS, ttl: UNKNOWN_FOR_MS, ttlResolution: TTL_STEP_MS });
  /** A hash always belongs to the same key, so the first verification tells which epoch to read next time. */
  const seen = new LRUCache<string, VerifiedKey>({ max: MAX_KEYS });
  onOpen?.('keys', () => ({ max: MAX_KEYS, inUse: verified.size }));
  onOpen?.('unknown_keys', () => ({ max: MAX_KEYS, inUse: unknown.size }));
  onOpen?.('seen_keys', () => ({ max: MAX_KEYS, inUse: seen.size }));

  const nameOf = ({ keySha256, userId }: PresentedKey) => (userId === null ? keySha256 : `${keySha256} ${userId}`);

  const currentEpoch = async (keyId: string | undefined): Promise<string | undefined> => {
    if (keyId === undefined) return undefined;
    try {
      return await epochs.current(keyId);
    } catch (error) {
      onEpochsUnavailable?.(error);
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

  /** Requests that fail through no fault of the key's owner do not count against the limit. */
  const countMinute = async (key: VerifiedKey, { address }: PresentedKey) =>
    key.active && mayUseFrom(key.allowed_addresses, address)
      ? await limiter.take(key.key_id, key.rate_limit, key.rate_window_seconds * 1_000)
      : undefined;

  /** Applies a changed limit to a request already counted under the old one, without counting it again. */
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
