import { AppError, type Clock, type Logger } from '@plat/kit';
import { authorizationUrl, createOpenIdProvider, IdTokenRefused, redeemCode } from '@plat/openid';
import type { SignInSettings } from '../../config.ts';
import type { IdentityProvider } from '../domain/ports.ts';

const MAX_NAME_CHARACTERS = 100;

/** The OpenID provider of the settings; null without one. */
export function createIdentityProvider(
  settings: SignInSettings,
  { clock, log }: { clock: Clock; log: Pick<Logger, 'info' | 'warn'> },
): IdentityProvider | null {
  const { PLAT_CONSOLE_OIDC_ISSUER: issuer, PLAT_CONSOLE_OIDC_CLIENT_ID: id } = settings;
  if (issuer === undefined || id === undefined) return null;
  const { PLAT_CONSOLE_OIDC_CLIENT_SECRET: secret, PLAT_CONSOLE_OIDC_ROLE_CLAIM: roleClaim } = settings;
  const provider = createOpenIdProvider({ issuer });
  const client = secret === undefined ? { id } : { id, secret };
  const name = settings.PLAT_CONSOLE_OIDC_NAME ?? new URL(issuer).host;
  const explained = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (cause) {
      if (cause instanceof IdTokenRefused) {
        log.info({ reason: cause.reason, claim: cause.claim }, 'sign-in refused');
        const message = `The answer of ${name} could not be confirmed; sign in again`;
        throw new AppError('SIGN_IN_REQUIRED', message, { cause });
      }
      log.warn({ err: cause }, 'the identity provider failed');
      const advice = 'try again later, or sign in by a one-time link';
      throw new AppError('UPSTREAM_ERROR', `${name} could not be asked who you are; ${advice}`, { cause });
    }
  };
  return {
    name,
    givesRoles: roleClaim !== undefined,
    signInPage: (attempt) => explained(authorizationUrl(provider, client, attempt)),
    whoCameBack: async (attempt, answer) => {
      const claims = await explained(redeemCode(provider, client, attempt, answer, clock.nowMs()));
      const { sub, email, email_verified: verified, name: fullName, preferred_username: userName } = claims;
      // An address is unique and tells people apart in the audit trail; a full name may be anybody's.
      const names = [verified === false ? null : email, userName, fullName, sub];
      return {
        subject: `${issuer} ${sub}`,
        name: names.map(textOf).find((text) => text !== null) ?? sub,
        roles: roleClaim === undefined ? [] : textsOf(claims[roleClaim]),
      };
    },
  };
}

const textOf = (claim: unknown): string | null =>
  typeof claim === 'string' && claim.trim() !== '' && !claim.includes('\0')
    ? claim.trim().slice(0, MAX_NAME_CHARACTERS)
    : null;

const textsOf = (claim: unknown): string[] =>
  (Array.isArray(claim) ? claim : [claim]).filter((value): value is string => typeof value === 'string');
