import type { Clock, Logger } from '@plat/kit';
import { AppError } from '@plat/kit';
import { IdTokenRefused, type IdTokenRules, verifyIdToken } from '@plat/openid';
import type { Identity, IdTokens } from '../domain/ports.ts';
import { invalidToken } from '../domain/set-up.ts';

export interface OpenIdTokensOptions extends Omit<IdTokenRules, 'nowMs'> {
  clock: Clock;
  log: Pick<Logger, 'info'>;
}

const MAX_TEXT_CHARACTERS = 320;

/** Verifies ID tokens of one OpenID provider for one client. */
export function createOpenIdTokens({ clock, log, ...rules }: OpenIdTokensOptions): IdTokens {
  return {
    verify: async (token) => {
      try {
        return identityOf(await verifyIdToken(token, { ...rules, nowMs: clock.nowMs() }));
      } catch (cause) {
        if (cause instanceof IdTokenRefused) {
          log.info({ reason: cause.reason, claim: cause.claim }, 'ID token refused');
          throw invalidToken(cause);
        }
        throw new AppError('UPSTREAM_ERROR', 'The keys of the identity provider could not be read', { cause });
      }
    },
  };
}

/** Ignores an address that the provider marks as unverified. */
function identityOf({ sub, email, email_verified: verified, name }: Awaited<ReturnType<typeof verifyIdToken>>) {
  const identity: Identity = { uid: sub, email: verified === false ? null : textOf(email), displayName: textOf(name) };
  return identity;
}

const textOf = (claim: unknown): string | null =>
  typeof claim === 'string' && claim !== '' && !claim.includes('\0') ? claim.slice(0, MAX_TEXT_CHARACTERS) : null;
