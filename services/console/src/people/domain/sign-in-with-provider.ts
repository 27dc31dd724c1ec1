import { createHmac } from 'node:crypto';
import { ROLES, type Role } from '@plat/contracts/admin';
import { AppError, tokenSha256 } from '@plat/kit';
import type { IdentityProvider, PeopleDeps, Person, ProvenPerson, SignInAttempt } from './ports.ts';
import { companyFor, newSession, type SignedIn, signedIn } from './sessions.ts';

/** What the browser keeps while its person is at the provider. */
export interface StartedSignIn {
  /** Random; the secrets of the attempt follow from it. */
  token: string;
  /** Token of the one-time link that invited the person. */
  link: string | null;
}

const secretOf = (token: string, use: string): string =>
  createHmac('sha256', token).update(`plat sign-in ${use}`).digest('base64url');

/** The secrets of an attempt. */
export const attemptOf = ({ token }: StartedSignIn, redirectUri: string): SignInAttempt => ({
  state: secretOf(token, 'state'),
  nonce: secretOf(token, 'nonce'),
  verifier: secretOf(token, 'verifier'),
  redirectUri,
});

/**
 * Signs in whoever came back from the provider. The role is that of the provider's claim, else that of the link
 * that invited them, else their own.
 * @throws AppError SIGN_IN_REQUIRED for an answer that proves nothing; ROLE_NOT_ALLOWED for somebody whom nobody
 * invited, or whom an owner deactivated; UPSTREAM_ERROR.
 */
export async function signInWithProvider(
  deps: PeopleDeps,
  provider: IdentityProvider,
  started: StartedSignIn,
  redirectUri: string,
  answer: URLSearchParams,
): Promise<SignedIn> {
  const { subject, name, roles } = await provider.whoCameBack(attemptOf(started, redirectUri), answer);
  const who: ProvenPerson = { subject, name };
  const { token, session } = newSession(deps);
  const person = provider.givesRoles
    ? await withClaimedRole(deps, who, roles, session)
    : await withOwnRole(deps, who, started.link, session);
  if (person !== null) return await signedIn(deps, person, token);
  throw new AppError('ROLE_NOT_ALLOWED', `You are ${name}, but ${notInvited(provider)}`);
}

type NewSession = ReturnType<typeof newSession>['session'];

async function withOwnRole(deps: PeopleDeps, who: ProvenPerson, link: string | null, session: NewSession) {
  const invited = link === null ? null : await deps.people.redeemLink(tokenSha256(link), session, who);
  return invited ?? (await deps.people.signInKnown(who, session));
}

async function withClaimedRole(
  deps: PeopleDeps,
  who: ProvenPerson,
  claimed: readonly string[],
  session: NewSession,
): Promise<Person | null> {
  const grant = highestRole(claimed);
  if (grant === null) return null;
  const companyId = await companyFor(deps, grant.role, grant.company);
  return deps.people.signIn({ ...who, signsInWith: 'oidc', role: grant.role, companyId }, session);
}

/** The first of the roles, in their order of power, that a claim has; other values are not for Plat. */
function highestRole(claimed: readonly string[]): { role: Role; company: string | undefined } | null {
  const grants = claimed.map((value) => {
    const [role = '', ...company] = value.split(':');
    return { role: role.trim() as Role, company: company.length === 0 ? undefined : company.join(':').trim() };
  });
  for (const role of ROLES) {
    const grant = grants.find((one) => one.role === role && (role === 'member') === (one.company !== undefined));
    if (grant !== undefined) return grant;
  }
  return null;
}

const notInvited = ({ name, givesRoles }: IdentityProvider): string =>
  givesRoles
    ? `${name} gives you no role in Plat, or an owner deactivated you. Ask whoever runs ${name} for one`
    : 'nobody invited you yet, or an owner deactivated you. ' +
      `Ask an owner for a sign-in link, and choose ${name} on its page`;
