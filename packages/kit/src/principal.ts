import { createHash } from 'node:crypto';
import type { KeyKind, ServiceName } from '@plat/contracts';
import { noteCacheLookup, type Work } from '@plat/telemetry';
import { jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import { type Clock, systemClock } from './clock.ts';
import { AppError } from './errors.ts';
import type { Realm } from './realm.ts';

/** On whose behalf a request runs, as the gateway determined it. */
export interface Principal {
  keyId: string;
  keyKind: KeyKind | 'service';
  companyId: string;
  /** End user of an enterprise key (`x-user-id`), otherwise null. */
  userId: string | null;
  /** The records that the request reads. */
  realm: Realm;
}

/** Signs and verifies the short-lived tokens between the gateway and the services. */
export interface InternalTokens {
  /** @param work of the request, if the call runs outside its scope. */
  sign(principal: Principal, audience: ServiceName, work?: Work): Promise<string>;
  /**
   * Issues a token for a person who calls a single service. It cannot be revoked.
   * @param lifetimeSeconds at most `MAX_TOKEN_LIFETIME_SECONDS`. @throws RangeError beyond that.
   */
  issue(principal: Principal, audience: ServiceName, lifetimeSeconds: number): Promise<string>;
  /** @throws AppError INVALID_API_KEY (401) when the token is missing, forged, expired or meant for another service. */
  verify(authorization: string | null, audience: ServiceName): Promise<Principal>;
  /**
   * Pseudonym for logs and traces: 16 hexadecimal digits, the same in every service with the same secret. Without
   * the secret nobody can find the original by trying candidates.
   */
  pseudonymOf(text: string): string;
}

/** The secrets of one installation, each at least 32 bytes. */
export interface InternalSecrets {
  /** Signs new tokens. */
  current: string;
  /** Also accepted during a rotation, but never used for signing. */
  alsoAccepted: readonly string[];
}

export const MAX_TOKEN_LIFETIME_SECONDS = 86_400;
const ISSUER = 'plat';
const LIFETIME_SECONDS = 60;
/** A cached token is reused while at least half of its lifetime remains. */
const REUSE_SECONDS = LIFETIME_SECONDS / 2;
const CLOCK_SKEW_SECONDS = 10;
const MAX_REMEMBERED = 5_000;
const KEY_ID_LENGTH = 16;
const PSEUDONYM_CHARACTERS = 16;

/** Key id in a token's header. It reveals nothing about the secret. */
const keyIdOf = (secret: string): string =>
  createHash('sha256').update(`plat internal key id ${secret}`).digest('base64url').slice(0, KEY_ID_LENGTH);

/**
 * Tokens of one principal are reused for half a minute and verified once, so that a busy caller costs no signature
 * per request.
 * @param secrets the same in every service of an installation, except during a rotation.
 */
export function createInternalTokens(secrets: string | InternalSecrets, clock: Clock = systemClock): InternalTokens {
  const { current, alsoAccepted } = typeof secrets === 'string' ? { current: secrets, alsoAccepted: [] } : secrets;
  const key = new TextEncoder().encode(current);
  const keyId = keyIdOf(current);
  const keysById = new Map([current, ...alsoAccepted].map((one) => [keyIdOf(one), new TextEncoder().encode(one)]));
  const signed = new LRUCache<string, { token: string; issuedAt: number }>({ max: MAX_REMEMBERED });
  const verified = new LRUCache<string, { principal: Principal; expiresAt: number }>({ max: MAX_REMEMBERED });
  // A token's signed text has no line break, so a pseudonym can never match a signature.
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
    if (named === undefined) throw new Error('the token was signed with an unknown secret');
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
      noteCacheLookup('signed_callers', isHit, work);
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
      noteCacheLookup('verified_callers', isHit);
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
        // Tokens of releases before realms lack the field.
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
