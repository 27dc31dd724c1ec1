import { EVERYONE, type Role } from '@plat/contracts/admin';
import { AppError, requireCsrfToken, requireSameOrigin, sessionTokenOf } from '@plat/kit';
import type { PeopleDeps } from './domain/ports.ts';
import { findSession, type SignedIn } from './domain/sessions.ts';

/**
 * Finds who is signed in. Requests that change something also need the CSRF token and our own origin.
 * @throws AppError SIGN_IN_REQUIRED (401), ROLE_NOT_ALLOWED (403), CSRF_TOKEN_INVALID (403).
 */
export type SessionGuard = (request: Request, roles?: readonly Role[]) => Promise<SignedIn>;

const READING = new Set(['GET', 'HEAD']);

/** @param isHttps whether the caller used HTTPS, here or to a trusted proxy. */
export const createSessionGuard =
  (deps: PeopleDeps, isHttps: (request: Request) => boolean): SessionGuard =>
  async (request, roles = EVERYONE) => {
    const token = sessionTokenOf(request, isHttps(request));
    const signedIn = token === null ? null : await findSession(deps, token);
    if (signedIn === null) throw new AppError('SIGN_IN_REQUIRED', 'Sign in to the console first');
    if (!READING.has(request.method)) {
      requireSameOrigin(request);
      requireCsrfToken(request, signedIn.token);
    }
    if (roles.includes(signedIn.person.role)) return signedIn;
    throw new AppError(
      'ROLE_NOT_ALLOWED',
      `This needs the role ${roles.join(' or ')}; yours is ${signedIn.person.role}`,
    );
  };
