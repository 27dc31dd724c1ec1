import type { Role, SessionDocument } from '@plat/contracts/admin';
import { AppError, csrfTokenOf, tokenSha256, validationError } from '@plat/kit';
import type { Actor, NewSession, PeopleDeps, Person } from './ports.ts';

/** Times of docs/rules/sessions.md. */
const LINK_LIFETIME_MS = 15 * 60_000;
export const SESSION_IDLE_MS = 8 * 3_600_000;
export const SESSION_LIFETIME_MS = 7 * 24 * 3_600_000;
const TOKEN_BYTES = 32;

/** A person with an open session. */
export interface SignedIn {
  person: Person;
  /** Token of the cookie. */
  token: string;
  expiresAtMs: number;
}

export const actorOf = ({ name }: Pick<Person, 'name'>): Actor => `operator:${name}`;

/** A random token, which is stored as its hash only. */
export const newToken = ({ randomBytes }: PeopleDeps): string =>
  Buffer.from(randomBytes(TOKEN_BYTES)).toString('base64url');

export interface LinkRequest {
  name: string;
  role: Role;
  /** Name or id; members only. */
  company?: string | undefined;
  /** Id of the owner who makes it; none for the command on the machine of Plat. */
  madeBy?: string;
}

/**
 * Makes a one-time link.
 * @returns its token, which is stored nowhere.
 * @throws AppError VALIDATION_ERROR for a member without a company, or a company of anybody else; NOT_FOUND.
 */
export async function createSignInLink(
  deps: PeopleDeps,
  actor: Actor,
  { name, role, company, madeBy }: LinkRequest,
): Promise<{ token: string; expiresAt: string }> {
  const companyId = await companyFor(deps, role, company);
  const token = newToken(deps);
  const nowMs = deps.nowMs();
  const expiresAtMs = nowMs + LINK_LIFETIME_MS;
  const expiresAt = new Date(expiresAtMs).toISOString();
  await deps.audit.append(actor, {
    action: 'console.link_created',
    subject: `person:${name}`,
    companyId: companyId ?? undefined,
    before: null,
    after: { name, role, expires_at: expiresAt },
  });
  const link = { sha256: tokenSha256(token), name: name.trim(), role, companyId, madeBy: madeBy ?? null };
  await deps.people.addLink(link, { nowMs, expiresAtMs });
  return { token, expiresAt };
}

/** The company of a role. @throws AppError VALIDATION_ERROR, NOT_FOUND. */
export async function companyFor(
  { companies }: Pick<PeopleDeps, 'companies'>,
  role: Role,
  company: string | undefined,
): Promise<string | null> {
  if (role !== 'member') {
    if (company === undefined) return null;
    throw validationError([{ field: 'company', problem: 'is for members only' }]);
  }
  if (company === undefined) throw validationError([{ field: 'company', problem: 'is required for a member' }]);
  const found = await companies.find(company);
  if (found === null) throw new AppError('NOT_FOUND', `There is no company ${company}`);
  return found.id;
}

/** Signs in with the token of a link. @throws AppError SIGN_IN_REQUIRED for a link that is used up or expired. */
export async function redeemLink(deps: PeopleDeps, linkToken: string): Promise<SignedIn> {
  const { token, session } = newSession(deps);
  const person = await deps.people.redeemLink(tokenSha256(linkToken), session);
  if (person !== null) return await signedIn(deps, person, token);
  throw new AppError('SIGN_IN_REQUIRED', 'This link was used already or is older than 15 minutes; ask for a new one');
}

/** Every sign-in gets a new token, so that nobody can plant one. */
export function newSession(deps: PeopleDeps): { token: string; session: NewSession } {
  const token = newToken(deps);
  const nowMs = deps.nowMs();
  return { token, session: { sha256: tokenSha256(token), nowMs, expiresAtMs: nowMs + SESSION_LIFETIME_MS } };
}

/** Notes a sign-in in the audit trail. */
export async function signedIn(deps: PeopleDeps, person: Person, token: string): Promise<SignedIn> {
  await deps.audit.append(actorOf(person), {
    action: 'console.signed_in',
    subject: `person:${person.id}`,
    companyId: person.companyId ?? undefined,
    before: null,
    after: { role: person.role, signs_in_with: person.signsInWith },
  });
  return { person, token, expiresAtMs: deps.nowMs() + SESSION_IDLE_MS };
}

/** The open session of a token; null when it ended. */
export async function findSession({ people, nowMs }: PeopleDeps, token: string): Promise<SignedIn | null> {
  const open = await people.findSession(tokenSha256(token), nowMs(), SESSION_IDLE_MS);
  return open === null ? null : { ...open, token };
}

export async function sessionDocument(
  deps: PeopleDeps,
  { person, token, expiresAtMs }: SignedIn,
): Promise<SessionDocument> {
  return {
    user: person.name,
    role: person.role,
    company: await companyName(deps, person),
    csrf_token: csrfTokenOf(token),
    expires_at: new Date(expiresAtMs).toISOString(),
  };
}

/** Name of the company of a member; null for everybody else. */
export async function companyName(
  { companies }: Pick<PeopleDeps, 'companies'>,
  { companyId }: Pick<Person, 'companyId'>,
): Promise<string | null> {
  return companyId === null ? null : ((await companies.find(companyId))?.name ?? null);
}
