import { AppError, clientAddress } from '@plat/kit';
import type { Work } from '@plat/telemetry';
import type { BurstGuard } from '../domain/burst-guard.ts';
import { type AddressList, callerAddress, isInside } from '../domain/caller-address.ts';
import type { KeyDirectory } from '../domain/key-directory.ts';
import { presentedCredential } from '../domain/presented-key.ts';
import { sha256 } from '../domain/sha256.ts';

/** Bursts above ten times the key's limit per ten seconds, by address and key, are refused. */
const BURST_FACTOR = 10;
/** Limit assumed for a key not yet known, so that a large key's first burst is not taken for an attack. */
const UNSEEN_LIMIT_PER_MINUTE = 200;
/** Unknown keys per address and ten seconds. Above it, unknown keys get 429 instead of 401. */
const MAX_UNKNOWN_KEYS = 100;

/** New keys per address and ten seconds that are looked up one by one. Further ones are looked up in batches. */
const MAX_SINGLE_LOOKUPS = 100;

/** Refuses a burst before any routing: plain text, no rate limit headers. */
const edgeRefusal = (): Response =>
  new Response('Too many requests\n', {
    status: 429,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'retry-after': '10' },
  });

/** Why a request was refused before any lookup. */
export type EdgeRefusal = 'burst' | 'key_guessing' | 'plain_http';

/** Checks before routing: they see every request, also those without a route or a key. */
export interface Edge {
  /** Returns 429 as plain text for a burst. */
  burst(request: Request): Response | undefined;
  /** True if the caller used HTTPS to this server or to a trusted proxy. */
  isHttps(request: Request): boolean;
  /** @throws AppError HTTPS_REQUIRED (403). A redirect would be too late: the key was already sent unencrypted. */
  https(request: Request): void;
  /** SHA-256 of the request's key, or of the empty string. */
  keySha256Of(request: Request): string;
  /**
   * Returns 429 as plain text for an unknown key from an address that keeps guessing. Existing keys always pass.
   * @throws AppError when accounts is unavailable.
   */
  keyGuessing(request: Request, work: Work, signal: AbortSignal): Promise<Response | undefined>;
  /** The caller's IP address, as reported by trusted proxies. */
  addressOf(request: Request): string;
  /** True if the caller is on this machine or in its private network. */
  isInside(request: Request): boolean;
  /** Counts an unknown key. */
  noteUnknownKey(request: Request): void;
}

export interface EdgeOptions {
  guard: BurstGuard;
  proxies: AddressList;
  directory: KeyDirectory;
  requireHttps: boolean;
  /** Whether the caller used HTTPS, here or to a trusted proxy. */
  isHttps(request: Request): boolean;
  onRefusal?(reason: EdgeRefusal): void;
}

export function createEdge({ guard, proxies, directory, requireHttps, isHttps, onRefusal }: EdgeOptions): Edge {
  const refuse = (reason: EdgeRefusal): Response => {
    onRefusal?.(reason);
    return edgeRefusal();
  };
  const addressOf = (request: Request): string =>
    callerAddress(clientAddress(request), request.headers.get('x-forwarded-for'), proxies);
  const hashes = new WeakMap<Request, string>();
  const keySha256Of = (request: Request): string => {
    const known = hashes.get(request);
    if (known !== undefined) return known;
    const hash = sha256(presentedCredential(request.headers).key);
    hashes.set(request, hash);
    return hash;
  };
  const guessesOf = (request: Request): string => `guesses of ${addressOf(request)}`;

  return {
    addressOf,
    isInside: (request) => isInside(clientAddress(request), request.headers.get('x-forwarded-for'), proxies),
    isHttps,
    keySha256Of,
    burst: (request) => {
      const keySha256 = keySha256Of(request);
      const limit = directory.limitPerMinute(keySha256) ?? UNSEEN_LIMIT_PER_MINUTE;
      const isBurst = guard.exceeds(`${addressOf(request)} ${keySha256}`, BURST_FACTOR * Math.max(1, limit));
      return isBurst ? refuse('burst') : undefined;
    },
    https: (request) => {
      if (!requireHttps || isHttps(request)) return;
      onRefusal?.('plain_http');
      throw new AppError('HTTPS_REQUIRED', 'Call this API over HTTPS only; replace the key that was sent in the clear');
    },
    keyGuessing: async (request, work, signal) => {
      const keySha256 = keySha256Of(request);
      if (directory.limitPerMinute(keySha256) !== undefined) return undefined;
      if (!guard.exceeds(`new keys of ${addressOf(request)}`, MAX_SINGLE_LOOKUPS)) return undefined;
      if (await directory.exists(keySha256, work, signal)) return undefined;
      if (!guard.isAbove(guessesOf(request), MAX_UNKNOWN_KEYS)) return undefined;
      guard.exceeds(guessesOf(request), MAX_UNKNOWN_KEYS);
      return refuse('key_guessing');
    },
    noteUnknownKey: (request) => void guard.exceeds(guessesOf(request), MAX_UNKNOWN_KEYS),
  };
}
