import { EVERYONE, type Role } from '@plat/contracts/admin';
import { AppError, requireCsrfToken, requireSameOrigin, sessionTokenOf } from '@plat/kit';
import type { PeopleDeps, Person } from './domain/ports.ts';
import { findSession, type SignedIn } from './domain/sessions.ts';

/**
 * Finds who is signed in. Requests that change something also need the CSRF token and our own origin.
 * @throws AppError SIGN_IN_REQUIRED (401), ROLE_NOT_ALLOWED (403), CSRF_TOKEN_INVALID (403), RATE_LIMIT_EXCEEDED (429).
 */
export type SessionGuard = (request: Request, roles?: readonly Role[]) => Promise<SignedIn>;

const READING = new Set(['GET', 'HEAD']);

/** Requests of one person in any minute. */
export interface PersonLimit {
  name: 'admin' | 'tiles';
  most: number;
}

/** Pages send a request or two for each click; a report or a script sends more. */
const ADMIN_LIMIT: PersonLimit = { name: 'admin', most: 300 };
/** A map asks for dozens of tiles whenever it moves. */
export const TILES_LIMIT: PersonLimit = { name: 'tiles', most: 2_400 };

/** @param isHttps whether the caller used HTTPS, here or to a trusted proxy. */
export const createSessionGuard =
  (deps: PeopleDeps, isHttps: (request: Request) => boolean, limit: PersonLimit = ADMIN_LIMIT): SessionGuard =>
  async (request, roles = EVERYONE) => {
    const token = sessionTokenOf(request, isHttps(request));
    const signedIn = token === null ? null : await findSession(deps, token);
    if (signedIn === null) throw new AppError('SIGN_IN_REQUIRED', 'Sign in to the console first');
    await takeFrom(deps, limit, signedIn.person.id);
    await requireActiveCompany(deps, signedIn.person);
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

/** @throws AppError RATE_LIMIT_EXCEEDED with `Retry-After`; a refused request counts nothing. */
async function takeFrom({ limiter }: PeopleDeps, { name, most }: PersonLimit, personId: string): Promise<void> {
  const { allowed, retryAfterMs } = await limiter.take(`${name}:${personId}`, most);
  if (allowed) return;
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1_000));
  throw new AppError('RATE_LIMIT_EXCEEDED', `You sent ${most} requests in a minute; try again in ${seconds} seconds`, {
    headers: { 'retry-after': String(seconds) },
  });
}

/** @throws AppError SIGN_IN_REQUIRED for a member of a company that an operator deactivated. */
async function requireActiveCompany({ companies }: PeopleDeps, { companyId }: Person): Promise<void> {
  if (companyId === null) return;
  const company = await companies.find(companyId);
  if (company?.active === true) return;
  throw new AppError('SIGN_IN_REQUIRED', 'Your company was deactivated; ask your operator');
}
