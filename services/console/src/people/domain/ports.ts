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
    link: { sha256: string; name: string; role: Role; companyId: string | null },
    times: { nowMs: number; expiresAtMs: number },
  ): Promise<void>;
  /** Uses up a link and begins a session, both or neither; null when the link is unknown, used or expired. */
  redeemLink(linkSha256: string, session: NewSession): Promise<Person | null>;
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
  find(reference: string): Promise<{ id: string; name: string } | null>;
}

export interface Audit {
  append(
    actor: Actor,
    entry: { action: string; subject: string; companyId?: string; before: object | null; after: object | null },
  ): Promise<void>;
}

export interface PeopleDeps {
  people: PeopleStore;
  companies: Companies;
  audit: Audit;
  /** The records that people read: the live ones as soon as there are some. */
  realm(): Promise<Realm>;
  nowMs(): number;
  randomBytes(count: number): Uint8Array;
}
