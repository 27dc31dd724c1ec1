import type { SharedPlace } from '@plat/contracts/admin';
import type { Sql } from '@plat/db';
import type { Share, ShareStore } from '../domain/ports.ts';

interface ShareRow {
  id: string;
  person_id: string;
  shared_by: string;
  company_id: string | null;
  address: string;
  created_at: Date;
  expires_at: Date;
  revoked_at: Date | null;
}

/** How long the list and the page still tell that a link expired. */
const KEPT_AFTER = '90 days';

export const createPostgresShares = (sql: Sql): ShareStore => ({
  add: ({ sha256, personId, companyId, place, nowMs, expiresAtMs }, most) =>
    sql.begin(async (tx) => {
      const now = new Date(nowMs);
      // One at a time for each company, so that parallel requests do not pass the bound together.
      await tx`select pg_advisory_xact_lock(hashtextextended(${`console.shares:${companyId ?? personId}`}, 0))`;
      await tx`update console.shares set place = null where expires_at <= ${now} and place is not null`;
      await tx`delete from console.shares where expires_at < ${now}::timestamptz - ${KEPT_AFTER}::interval`;
      const same =
        companyId === null ? tx`company_id is null and person_id = ${personId}` : tx`company_id = ${companyId}`;
      const [active] = await tx<{ count: number }[]>`
        select count(*)::int as count from console.shares
        where ${same} and revoked_at is null and expires_at > ${now}`;
      if ((active?.count ?? 0) >= most) return null;
      const [row] = await tx<ShareRow[]>`
        insert into console.shares (sha256, person_id, company_id, address, place, created_at, expires_at)
        values (${sha256}, ${personId}, ${companyId}, ${place.address}, ${tx.json(place)}, ${now},
          ${new Date(expiresAtMs)})
        returning *, (select name from console.people where id = person_id) as shared_by`;
      return toShare(row!);
    }),

  list: async ({ personId }, after, limit) => {
    const own = personId === null ? sql`true` : sql`s.person_id = ${personId}`;
    const older = after === null ? sql`true` : sql`(s.created_at, s.id) < (${after.createdAt}, ${after.id}::uuid)`;
    const rows = await sql<ShareRow[]>`
      select s.*, p.name as shared_by from console.shares s join console.people p on p.id = s.person_id
      where ${own} and ${older} order by s.created_at desc, s.id desc limit ${limit}`;
    return rows.map(toShare);
  },

  revoke: async (id, { personId }, nowMs) => {
    const own = personId === null ? sql`true` : sql`person_id = ${personId}`;
    const [row] = await sql<ShareRow[]>`
      update console.shares set revoked_at = coalesce(revoked_at, ${new Date(nowMs)}), place = null
      where id = ${id} and ${own}
      returning *, (select name from console.people where id = person_id) as shared_by`;
    return row === undefined ? null : toShare(row);
  },

  open: async (sha256, nowMs) => {
    const [row] = await sql<(ShareRow & { shown: SharedPlace | null })[]>`
      select s.*, p.name as shared_by,
        case when s.revoked_at is null and s.expires_at > ${new Date(nowMs)} and p.active
          and p.company_id is not distinct from s.company_id then s.place end as shown
      from console.shares s join console.people p on p.id = s.person_id
      where s.sha256 = ${sha256}`;
    return row === undefined ? null : { share: toShare(row), place: row.shown };
  },
});

const toShare = (row: ShareRow): Share => ({
  id: row.id,
  personId: row.person_id,
  sharedBy: row.shared_by,
  companyId: row.company_id,
  address: row.address,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  revokedAt: row.revoked_at?.toISOString() ?? null,
});
