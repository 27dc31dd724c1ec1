import { type Sql, untilAborted } from '@plat/db';
import { contactCodec } from '../domain/contact-codec.ts';
import type { KeptLookup, LookupStore } from '../domain/ports.ts';
import type { lookupClaims, skiptracedContacts } from './tables.ts';

/** Maximum expired rows that one batch deletes. */
const MAX_DROPPED = 500;

type LookupRow = Omit<typeof skiptracedContacts.$inferSelect, 'company_id'>;

const lookupOf = ({ owner_key, name_key, contact, looked_up_at }: LookupRow): KeptLookup => ({
  ownerKey: owner_key,
  nameKey: name_key,
  contact: contact === null ? null : contactCodec.decode(contact),
  lookedUpAtMs: looked_up_at.getTime(),
});

/**
 * Lookups that companies have paid for, in `investors.skiptraced_contacts`; those under way in
 * `investors.lookup_claims`.
 */
export const createPostgresLookupStore = (sql: Sql): LookupStore => ({
  among: async (companyId, ownerKeys, signal) => {
    if (ownerKeys.length === 0) return [];
    const rows = await untilAborted(sql, signal)<LookupRow[]>`
      select owner_key, name_key, contact, looked_up_at from investors.skiptraced_contacts
      where company_id = ${companyId} and owner_key = any(${[...ownerKeys]}::text[])`;
    return rows.map(lookupOf);
  },
  named: async (companyId, nameKeys, signal) => {
    if (nameKeys.length === 0) return [];
    const rows = await untilAborted(sql, signal)<LookupRow[]>`
      select owner_key, name_key, contact, looked_up_at from investors.skiptraced_contacts
      where company_id = ${companyId} and name_key = any(${[...new Set(nameKeys)]}::text[]) and contact is not null`;
    return rows.map(lookupOf);
  },
  keep: async (companyId, lookups, expiredBeforeMs) => {
    if (lookups.length === 0) return;
    const rows = lookups.map(({ ownerKey, nameKey, contact, lookedUpAtMs }) => ({
      owner_key: ownerKey,
      name_key: nameKey,
      contact: contact === null ? null : contactCodec.encode(contact),
      looked_up_at: new Date(lookedUpAtMs).toISOString(),
    }));
    await sql`
      insert into investors.skiptraced_contacts as kept (company_id, owner_key, name_key, contact, looked_up_at)
      select ${companyId}, owner_key, name_key, nullif(contact, 'null'), looked_up_at
      from jsonb_to_recordset(${sql.json(rows as never)})
        as row (owner_key text, name_key text, contact jsonb, looked_up_at timestamptz)
      on conflict (company_id, owner_key) do update
        set contact = excluded.contact, looked_up_at = excluded.looked_up_at, name_key = excluded.name_key
        where kept.looked_up_at <= excluded.looked_up_at`;
    await sql`
      delete from investors.skiptraced_contacts where (company_id, owner_key) in (
        select company_id, owner_key from investors.skiptraced_contacts
        where looked_up_at < ${new Date(expiredBeforeMs).toISOString()} limit ${MAX_DROPPED})`;
  },
  claim: async (claimId, companyId, ownerKeys, forMs, signal) => {
    const query = untilAborted(sql, signal);
    await query`
      delete from investors.lookup_claims where (company_id, owner_key) in (
        select company_id, owner_key from investors.lookup_claims where claimed_until < now() for update skip locked)`;
    // In order, so that two claims of the same owners cannot deadlock.
    const claimed = await query<Pick<typeof lookupClaims.$inferSelect, 'owner_key'>[]>`
      insert into investors.lookup_claims (claim_id, company_id, owner_key, claimed_until)
      select ${claimId}, ${companyId}, owner_key, ${fromNow(sql, forMs)}
      from unnest(${[...ownerKeys]}::text[]) as owner_key order by owner_key
      on conflict do nothing returning owner_key`;
    return claimed.map(({ owner_key }) => owner_key);
  },
  renew: async (claimId, forMs) => {
    await sql`update investors.lookup_claims set claimed_until = ${fromNow(sql, forMs)} where claim_id = ${claimId}`;
  },
  release: async (claimId) => {
    await sql`delete from investors.lookup_claims where claim_id = ${claimId}`;
  },
});

/** The database clock is the same for all processes. */
const fromNow = (sql: Sql, ms: number) => sql`now() + make_interval(secs => ${ms / 1_000})`;
