import type { Role } from '@plat/contracts';
import type { Realm } from '@plat/kit';

/** Author of a change in the audit trail. */
export type Actor = `operator:${string}` | `key:${string}`;

export interface Person {
  id: string;
  signsInWith: 'link' | 'oidc';
  name: string;
  role: Role;
  /** Company of a member; null for everybody else. */
  companyId: string | null;
  active: boolean;
  /** ISO 8601. */
  createdAt: string;
  lastSignedInAt: string;
}

/** What makes somebody a person: a link for a name, or a subject of the OpenID provider. */
export interface Identity {
  signsInWith: Person['signsInWith'];
  subject: string;
  name: string;
  role: Role;
  companyId: string | null;
}

/** Somebody who signed in at the OpenID provider. */
export interface ProvenPerson {
  /** Issuer and subject. */
  subject: string;
  name: string;
}

/** The secrets of one attempt to sign in at the provider, which its browser keeps. */
export interface SignInAttempt {
  state: string;
  nonce: string;
  verifier: string;
  redirectUri: string;
}

/** The OpenID provider of the people. */
export interface IdentityProvider {
  /** On the button. */
  name: string;
  /** True if the provider gives the role; otherwise owners do, by links. */
  givesRoles: boolean;
  /** The provider's sign-in page. @throws AppError UPSTREAM_ERROR. */
  signInPage(attempt: SignInAttempt): Promise<URL>;
  /**
   * Who came back from that page, and the values of the role claim.
   * @throws AppError SIGN_IN_REQUIRED for an answer that proves nothing; UPSTREAM_ERROR.
   */
  whoCameBack(attempt: SignInAttempt, answer: URLSearchParams): Promise<ProvenPerson & { roles: readonly string[] }>;
}

export interface NewSession {
  sha256: string;
  nowMs: number;
  expiresAtMs: number;
}

/** A session that is neither expired nor idle, with its active person. */
export interface OpenSession {
  person: Person;
  /** When it ends unless it is used again. */
  expiresAtMs: number;
}

export interface PeopleStore {
  addLink(
    link: { sha256: string; name: string; role: Role; companyId: string | null; madeBy: string | null },
    times: { nowMs: number; expiresAtMs: number },
  ): Promise<void>;
  /**
   * Uses up a link and begins a session, both or neither; null when the link is unknown, used or expired, or its
   * maker is no active owner any more.
   * @param as the subject of the provider that takes the role of the link; the name of the link unless given.
   */
  redeemLink(linkSha256: string, session: NewSession, as?: ProvenPerson): Promise<Person | null>;
  /** Begins a session of a subject of the provider; null for an unknown or deactivated person. */
  signInKnown(who: ProvenPerson, session: NewSession): Promise<Person | null>;
  /** Begins a session of a person, who is created or takes the new role; null for a deactivated person. */
  signIn(identity: Identity, session: NewSession): Promise<Person | null>;
  /** Null for a session that ended. Notes the use, at most once a minute. */
  findSession(sha256: string, nowMs: number, idleMs: number): Promise<OpenSession | null>;
  endSession(sha256: string): Promise<void>;
  endSessionsOf(personId: string): Promise<void>;
  find(id: string): Promise<Person | null>;
  /** By name and id, after the given pair. */
  list(after: { name: string; id: string } | null, limit: number): Promise<Person[]>;
  /** Also ends the sessions of the person and their unused links; null for an unknown person. */
  change(id: string, change: Pick<Person, 'role' | 'companyId' | 'active'>): Promise<Person | null>;
}

/** What people need of accounts. */
export interface Companies {
  /** By id or exact name. */
  find(reference: string): Promise<{ id: string; name: string; active: boolean } | null>;
}

export interface Audit {
  append(
    actor: Actor,
    entry: { action: string; subject: string; companyId?: string; before: object | null; after: object | null },
  ): Promise<void>;
}

export interface PeopleDeps {
  people: PeopleStore;
  /** Null where people sign in by links only. */
  provider: IdentityProvider | null;
  companies: Companies;
  audit: Audit;
  /** The records that people read: the live ones as soon as there are some. */
  realm(): Promise<Realm>;
  /** Counts the requests of a person. */
  limiter: { take(name: string, most: number): Promise<{ allowed: boolean; retryAfterMs: number }> };
  nowMs(): number;
  randomBytes(count: number): Uint8Array;
}
