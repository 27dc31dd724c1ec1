import type { Clock, Logger } from '@plat/kit';
import { AppError } from '@plat/kit';
import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import type { Identity, IdTokens } from '../domain/ports.ts';
import { invalidToken } from '../domain/set-up.ts';

export interface OpenIdTokensOptions {
  issuer: string;
  audience: string;
  /** Accepted signature algorithms; never a shared secret or `none`. */
  algorithms: readonly string[];
  keys: JWTVerifyGetKey;
  clock: Clock;
  log: Pick<Logger, 'info'>;
}

/** Tolerance for the provider's clock. */
const CLOCK_SKEW_SECONDS = 60;
const MAX_AGE_SECONDS = 3_600;
const MAX_UID_CHARACTERS = 255;
const MAX_TEXT_CHARACTERS = 320;

/** Errors in the caller's token; any other is a failure of the identity provider. */
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

/** Verifies ID tokens of one OpenID provider for one client (OpenID Connect Core 1.0, section 3.1.3.7). */
export function createOpenIdTokens(options: OpenIdTokensOptions): IdTokens {
  const { issuer, audience, algorithms, keys, clock, log } = options;
  return {
    verify: async (token) => {
      try {
        const { payload } = await jwtVerify(token, keys, {
          issuer,
          audience,
          algorithms: [...algorithms],
          requiredClaims: ['exp', 'iat', 'sub'],
          maxTokenAge: MAX_AGE_SECONDS,
          clockTolerance: CLOCK_SKEW_SECONDS,
          currentDate: new Date(clock.nowMs()),
        });
        return identityOf(payload);
      } catch (cause) {
        if (cause instanceof errors.JOSEError && TOKEN_PROBLEMS.has(cause.code)) {
          log.info({ reason: cause.code, claim: (cause as { claim?: unknown }).claim }, 'ID token refused');
          throw invalidToken(cause);
        }
        if (cause instanceof AppError) throw cause;
        throw new AppError('UPSTREAM_ERROR', 'The keys of the identity provider could not be read', { cause });
      }
    },
  };
}

/** Ignores an address that the provider marks as unverified. */
function identityOf(payload: JWTPayload): Identity {
  const { sub = '', email, email_verified: verified, name } = payload;
  if (sub === '' || sub.length > MAX_UID_CHARACTERS) throw invalidToken();
  return { uid: sub, email: verified === false ? null : textOf(email), displayName: textOf(name) };
}

const textOf = (claim: unknown): string | null =>
  typeof claim === 'string' && claim !== '' && !claim.includes('\0') ? claim.slice(0, MAX_TEXT_CHARACTERS) : null;
