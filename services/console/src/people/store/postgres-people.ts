import type { Sql, Transaction } from '@plat/db';
import type { Identity, NewSession, PeopleStore, Person } from '../domain/ports.ts';

interface PersonRow {
  id: string;
  signs_in_with: Person['signsInWith'];
  name: string;
  role: Person['role'];
  company_id: string | null;
  active: boolean;
  created_at: Date;
  last_signed_in_at: Date;
}

export const createPostgresPeople = (sql: Sql): PeopleStore => ({
  addLink: async ({ sha256, name, role, companyId, madeBy }, { nowMs, expiresAtMs }) => {
    await sql`delete from console.sign_in_links where expires_at <= ${new Date(nowMs)}`;
    await sql`
      insert into console.sign_in_links (sha256, name, role, company_id, made_by, expires_at)
      values (${sha256}, ${name}, ${role}, ${companyId}, ${madeBy}, ${new Date(expiresAtMs)})`;
  },

  redeemLink: (linkSha256, session, as) =>
    sql.begin(async (tx) => {
      const [link] = await tx<{ name: string; role: Person['role']; companyId: string | null }[]>`
        delete from console.sign_in_links l where sha256 = ${linkSha256} and expires_at > ${new Date(session.nowMs)}
          and (made_by is null
            or exists (select from console.people p where p.id = l.made_by and p.active and p.role = 'owner'))
        returning name, role, company_id as "companyId"`;
      if (link === undefined) return null;
      // Whoever may make links decides about the person, so a link also activates them again.
      const identity: Identity =
        as === undefined
          ? { signsInWith: 'link', subject: link.name, ...link }
          : { ...link, signsInWith: 'oidc', ...as };
      const person = await upsertPerson(tx, identity, session.nowMs, true);
      await beginSession(tx, person.id, session);
      return person;
    }),

  signInKnown: ({ subject, name }, session) =>
    sql.begin(async (tx) => {
      const [row] = await tx<PersonRow[]>`
        update console.people set name = ${name}, last_signed_in_at = ${new Date(session.nowMs)}
        where signs_in_with = 'oidc' and subject = ${subject} and active returning *`;
      if (row === undefined) return null;
      await beginSession(tx, row.id, session);
      return toPerson(row);
    }),

  signIn: (identity, session) =>
    sql.begin(async (tx) => {
      const person = await upsertPerson(tx, identity, session.nowMs, false);
      if (!person.active) return null;
      await beginSession(tx, person.id, session);
      return person;
    }),

  findSession: async (sha256, nowMs, idleMs) => {
    const now = new Date(nowMs);
    const [row] = await sql<(PersonRow & { expires_at: Date; use_is_news: boolean })[]>`
      select p.*, least(s.expires_at, ${now}::timestamptz + ${idleMs} * interval '1 millisecond') as expires_at,
        s.last_used_at < ${now}::timestamptz - interval '1 minute' as use_is_news
      from console.sessions s join console.people p on p.id = s.person_id and p.active
      where s.sha256 = ${sha256} and s.expires_at > ${now}
        and s.last_used_at > ${now}::timestamptz - ${idleMs} * interval '1 millisecond'`;
    if (row === undefined) return null;
    if (row.use_is_news) await sql`update console.sessions set last_used_at = ${now} where sha256 = ${sha256}`;
    return { person: toPerson(row), expiresAtMs: row.expires_at.getTime() };
  },

  endSession: async (sha256) => {
    await sql`delete from console.sessions where sha256 = ${sha256}`;
  },
  endSessionsOf: async (personId) => {
    await sql`delete from console.sessions where person_id = ${personId}`;
  },

  find: async (id) => {
    const [row] = await sql<PersonRow[]>`select * from console.people where id = ${id}`;
    return row === undefined ? null : toPerson(row);
  },

  list: async (after, limit) => {
    const later = after === null ? sql`true` : sql`(name, id) > (${after.name}, ${after.id}::uuid)`;
    const rows = await sql<PersonRow[]>`
      select * from console.people where ${later} order by name, id limit ${limit}`;
    return rows.map(toPerson);
  },

  change: (id, { role, companyId, active }) =>
    sql.begin(async (tx) => {
      const [row] = await tx<(PersonRow & { subject: string })[]>`
        update console.people set role = ${role}, company_id = ${companyId}, active = ${active}
        where id = ${id} returning *`;
      if (row === undefined) return null;
      await tx`delete from console.sessions where person_id = ${id}`;
      // An older link would give back the role that was just taken.
      if (row.signs_in_with === 'link') await tx`delete from console.sign_in_links where name = ${row.subject}`;
      return toPerson(row);
    }),
});

/** @param activates whether a deactivated person becomes active again. */
async function upsertPerson(tx: Transaction, identity: Identity, nowMs: number, activates: boolean): Promise<Person> {
  const { signsInWith, subject, name, role, companyId } = identity;
  const now = new Date(nowMs);
  const [before] = await tx<Pick<PersonRow, 'id' | 'role' | 'company_id'>[]>`
    select id, role, company_id from console.people
    where signs_in_with = ${signsInWith} and subject = ${subject} for update`;
  // Two people may share a name: the browsers of one must not get the role of the other.
  if (before !== undefined && (before.role !== role || before.company_id !== companyId)) {
    await tx`delete from console.sessions where person_id = ${before.id}`;
  }
  const [row] = await tx<PersonRow[]>`
    insert into console.people as p (signs_in_with, subject, name, role, company_id, last_signed_in_at)
    values (${signsInWith}, ${subject}, ${name}, ${role}, ${companyId}, ${now})
    on conflict (signs_in_with, subject) do update set
      name = excluded.name, role = excluded.role, company_id = excluded.company_id, last_signed_in_at = ${now},
      active = p.active or ${activates}
    returning *`;
  return toPerson(row!);
}

async function beginSession(tx: Transaction, personId: string, session: NewSession): Promise<void> {
  const { sha256, nowMs, expiresAtMs } = session;
  const now = new Date(nowMs);
  await tx`delete from console.sessions where expires_at <= ${now}`;
  await tx`
    insert into console.sessions (sha256, person_id, last_used_at, expires_at)
    values (${sha256}, ${personId}, ${now}, ${new Date(expiresAtMs)})`;
}

const toPerson = (row: PersonRow): Person => ({
  id: row.id,
  signsInWith: row.signs_in_with,
  name: row.name,
  role: row.role,
  companyId: row.company_id,
  active: row.active,
  createdAt: row.created_at.toISOString(),
  lastSignedInAt: row.last_signed_in_at.toISOString(),
});
