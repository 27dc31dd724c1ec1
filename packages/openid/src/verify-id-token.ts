import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';

/** Tolerance for the provider's clock. */
const CLOCK_SKEW_SECONDS = 60;
const MAX_AGE_SECONDS = 3_600;
/** OpenID Connect Core 1.0, section 2. */
const MAX_SUBJECT_CHARACTERS = 255;

/** Errors in the token; any other is a failure of the identity provider. */
const TOKEN_PROBLEMS: ReadonlySet<string> = new Set([
  'ERR_JWT_EXPIRED',
  'ERR_JWT_CLAIM_VALIDATION_FAILED',
  'ERR_JWT_INVALID',
  'ERR_JWS_INVALID',
  'ERR_JWS_SIGNATURE_VERIFICATION_FAILED',
  'ERR_JWKS_NO_MATCHING_KEY',
  'ERR_JWKS_MULTIPLE_MATCHING_KEYS',
  'ERR_JOSE_ALG_NOT_ALLOWED',
  'ERR_JOSE_NOT_SUPPORTED',
]);

/** The token does not prove who somebody is. */
export class IdTokenRefused extends Error {
  /**
   * @param reason code for the log.
   * @param claim the claim that is wrong, if it is one.
   */
  constructor(
    readonly reason: string,
    readonly claim?: string,
    cause?: unknown,
  ) {
    super(`ID token refused: ${reason}`, { cause });
    this.name = 'IdTokenRefused';
  }
}

export interface IdTokenRules {
  issuer: string;
  /** Client id of this installation at the provider. */
  audience: string;
  /** Accepted signature algorithms; never a shared secret or `none`. */
  algorithms: readonly string[];
  keys: JWTVerifyGetKey;
  nowMs: number;
}

/**
 * Verifies an ID token for one client (OpenID Connect Core 1.0, section 3.1.3.7).
 * @throws IdTokenRefused; any other error means that the keys could not be read.
 */
export async function verifyIdToken(token: string, rules: IdTokenRules): Promise<JWTPayload & { sub: string }> {
  const { issuer, audience, algorithms, keys, nowMs } = rules;
  try {
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience,
      algorithms: [...algorithms],
      requiredClaims: ['exp', 'iat', 'sub'],
      maxTokenAge: MAX_AGE_SECONDS,
      clockTolerance: CLOCK_SKEW_SECONDS,
      currentDate: new Date(nowMs),
    });
    const { sub } = payload;
    if (typeof sub === 'string' && sub !== '' && sub.length <= MAX_SUBJECT_CHARACTERS && !sub.includes('\0')) {
      return { ...payload, sub };
    }
    throw new IdTokenRefused('subject', 'sub');
  } catch (cause) {
    if (!(cause instanceof errors.JOSEError) || !TOKEN_PROBLEMS.has(cause.code)) throw cause;
    const { claim } = cause as { claim?: unknown };
    throw new IdTokenRefused(cause.code, typeof claim === 'string' ? claim : undefined, cause);
  }
}
