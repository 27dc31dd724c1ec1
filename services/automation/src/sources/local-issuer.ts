import { createPrivateKey, createPublicKey } from 'node:crypto';
import type { Clock, Logger } from '@plat/kit';
import { createLocalJWKSet, type JWK, SignJWT } from 'jose';
import type { Identity, IdTokens } from '../domain/ports.ts';
import { createOpenIdTokens } from './open-id-tokens.ts';

/** A built-in identity provider for installations without their own; its seed signs tokens. */
export interface LocalIssuer {
  idTokens(options: { clock: Clock; log: Pick<Logger, 'info'> }): IdTokens;
  /** A token that proves an identity to this installation. @param lifetimeSeconds at most one hour. */
  issue(identity: Identity, nowMs: number, lifetimeSeconds: number): Promise<string>;
}

export const LOCAL_ISSUER = 'urn:plat:local-issuer';
export const LOCAL_AUDIENCE = 'plat-automation';
export const MAX_LOCAL_LIFETIME_SECONDS = 3_600;
const ALGORITHM = 'EdDSA';
/** PKCS #8 prefix of an Ed25519 private key; the 32 bytes of the seed follow (RFC 8410, section 7). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

/** @param seed 64 hexadecimal digits, secret; the same seed gives the same issuer. */
export function createLocalIssuer(seed: string): LocalIssuer {
  const privateKey = createPrivateKey({
    key: Buffer.concat([PKCS8_HEAD, Buffer.from(seed, 'hex')]),
    format: 'der',
    type: 'pkcs8',
  });
  const publicKey = createPublicKey(privateKey).export({ format: 'jwk' }) as JWK;
  return {
    idTokens: (options) =>
      createOpenIdTokens({
        issuer: LOCAL_ISSUER,
        audience: LOCAL_AUDIENCE,
        algorithms: [ALGORITHM],
        keys: createLocalJWKSet({ keys: [{ ...publicKey, alg: ALGORITHM }] }),
        ...options,
      }),
    issue: ({ uid, email, displayName }, nowMs, lifetimeSeconds) => {
      const issuedAt = Math.floor(nowMs / 1000);
      return new SignJWT({
        ...(email === null ? {} : { email }),
        ...(displayName === null ? {} : { name: displayName }),
      })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .setIssuer(LOCAL_ISSUER)
        .setAudience(LOCAL_AUDIENCE)
        .setSubject(uid)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + lifetimeSeconds)
        .sign(privateKey);
    },
  };
}
