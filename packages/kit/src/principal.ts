import { createHash } from 'node:crypto';
import type { KeyKind, ServiceName } from '@plat/contracts';
import { noteCacheLook, type Work } from '@plat/telemetry';
import { jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import { type Clock, systemClock } from './clock.ts';
import { AppError } from './errors.ts';
import type { Realm } from './realm.ts';

/** On whose behalf a request runs, as the gateway established it. */
export interface Principal {
  keyId: string;
  keyKind: KeyKind | 'service';
  companyId: string;
  /** End user of an enterprise key (`x-user-id`), else null. */
  userId: string | null;
  /** Which records it reads. */
  realm: Realm;
}

/** Signs and checks the short-lived tokens that services accept from the gateway and from each other. */
export interface InternalTokens {
  /** @param work of the request that needs it, where its scope is not around the call. */
  sign(principal: Principal, audience: ServiceName, work?: Work): Promise<string>;
  /**
   * A token for a person who calls one service alone. It cannot be taken back before it ends.
   * @param lifetimeSeconds at most `MAX_TOKEN_LIFETIME_SECONDS`. @throws RangeError beyond that.
   */
  issue(principal: Principal, audience: ServiceName, lifetimeSeconds: number): Promise<string>;
  /** @throws AppError INVALID_API_KEY (401) when the token is missing, forged, expired or meant for another service. */
  verify(authorization: string | null, audience: ServiceName): Promise<Principal>;
  /**
   * Names something in logs and traces without telling what: 16 hexadecimal digits, the same in every service while the
   * secret is the same. Without the secret nobody can try names until one fits.
   */
  pseudonymOf(text: string): string;
}

/** The secrets of one installation, each at least 32 bytes. */
export interface InternalSecrets {
  /** Signs. */
  current: string;
  /** Believed beside it while secrets are being exchanged; nothing is signed with them. */
  alsoAccepted: readonly string[];
}

export const MAX_TOKEN_LIFETIME_SECONDS = 86_400;
const ISSUER = 'plat';
const LIFETIME_SECONDS = 60;
/** A token is used again while it has at least half of its life before it. */
const REUSE_SECONDS = LIFETIME_SECONDS / 2;
const CLOCK_SKEW_SECONDS = 10;
const MAX_REMEMBERED = 5_000;
const KEY_ID_LENGTH = 16;
const PSEUDONYM_CHARACTERS = 16;

/** Names a secret in the header of a token and tells nothing of it. */
const keyIdOf = (secret: string): string =>
  createHash('sha256').update(`plat internal key id ${secret}`).digest('base64url').slice(0, KEY_ID_LENGTH);

/**
 * Tokens of the same principal are reused for half a minute and checked once, so that a busy caller costs no signature
 * per request.
 * @param secrets the same for every service of one installation, but for the moments of an exchange.
 */
export function createInternalTokens(secrets: string | InternalSecrets, clock: Clock = systemClock): InternalTokens {
  const { current, alsoAccepted } = typeof secrets === 'string' ? { current: secrets, alsoAccepted: [] } : secrets;
  const key = new TextEncoder().encode(current);
  const keyId = keyIdOf(current);
  const keysById = new Map([current, ...alsoAccepted].map((one) => [keyIdOf(one), new TextEncoder().encode(one)]));
  const signed = new LRUCache<string, { token: string; issuedAt: number }>({ max: MAX_REMEMBERED });
  const verified = new LRUCache<string, { principal: Principal; expiresAt: number }>({ max: MAX_REMEMBERED });
  // What a token signs has no line break: neither is ever the other.
  const pseudonyms = new Bun.CryptoHasher('sha256', current).update('plat pseudonym\n');
  const nowSeconds = () => Math.floor(clock.nowMs() / 1000);
  const newToken = (principal: Principal, audience: ServiceName, issuedAt: number, lifetimeSeconds: number) =>
    new SignJWT({ principal })
      .setProtectedHeader({ alg: 'HS256', kid: keyId })
      .setIssuer(ISSUER)
      .setAudience(`${audience}.internal`)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + lifetimeSeconds)
      .sign(key);

  const keyOf = ({ kid }: { kid?: string }): Uint8Array => {
    const named = keysById.get(kid ?? '');
    if (named === undefined) throw new Error('the token was signed with a secret that is not known here');
    return named;
  };

  return {
    sign: async (principal, audience, work) => {
      const issuedAt = nowSeconds();
      const name = JSON.stringify([
        audience,
        principal.keyId,
        principal.keyKind,
        principal.companyId,
        principal.userId,
        principal.realm,
      ]);
      const known = signed.get(name);
      const isHit = known !== undefined && Math.abs(issuedAt - known.issuedAt) < REUSE_SECONDS;
      noteCacheLook('signed_callers', isHit, work);
      if (isHit) return known.token;
      const token = await newToken(principal, audience, issuedAt, LIFETIME_SECONDS);
      signed.set(name, { token, issuedAt });
      return token;
    },
    issue: async (principal, audience, lifetimeSeconds) => {
      if (lifetimeSeconds > 0 && lifetimeSeconds <= MAX_TOKEN_LIFETIME_SECONDS) {
        return newToken(principal, audience, nowSeconds(), lifetimeSeconds);
      }
      throw new RangeError(`a token lasts at most ${MAX_TOKEN_LIFETIME_SECONDS} seconds`);
    },
    verify: async (authorization, audience) => {
      const token = authorization?.startsWith('Bearer ') ? authorization.slice('Bearer '.length) : '';
      const name = `${audience} ${token}`;
      const known = verified.get(name);
      const isHit = known !== undefined && nowSeconds() < known.expiresAt + CLOCK_SKEW_SECONDS;
      noteCacheLook('verified_callers', isHit);
      if (isHit) return known.principal;
      try {
        const { payload } = await jwtVerify<{ principal: Omit<Principal, 'realm'> & { realm?: Realm } }>(token, keyOf, {
          issuer: ISSUER,
          audience: `${audience}.internal`,
          algorithms: ['HS256'],
          requiredClaims: ['exp'],
          clockTolerance: CLOCK_SKEW_SECONDS,
          currentDate: new Date(clock.nowMs()),
        });
        // Releases without realms sign tokens without one.
        const principal: Principal = { ...payload.principal, realm: payload.principal.realm ?? 'live' };
        verified.set(name, { principal, expiresAt: payload.exp ?? 0 });
        return principal;
      } catch (cause) {
        throw new AppError('INVALID_API_KEY', 'A valid internal service token is required', { cause });
      }
    },
    pseudonymOf: (text) => pseudonyms.copy().update(text).digest('hex').slice(0, PSEUDONYM_CHARACTERS),
  };
}
