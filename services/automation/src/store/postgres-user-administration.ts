import type { Sql } from '@plat/db';
import type { UserAdministration, UserRecord } from '../domain/ports.ts';

interface UserRecordRow {
  uid: string;
  email: string | null;
  display_name: string | null;
  status: 'active' | 'disabled';
  key_prefix: string | null;
  key_created_at: Date | null;
  key_last_used_at: Date | null;
  created_at: Date;
  subscriptions: number;
  failing: number;
}

export function createPostgresUserAdministration(sql: Sql): UserAdministration {
  const select = (uid: string | null) => sql<UserRecordRow[]>`
    select u.uid, u.email, u.display_name, u.status, u.key_prefix, u.key_created_at, u.key_last_used_at, u.created_at,
      count(s.id)::int as subscriptions, count(s.failing_since)::int as failing
    from automation.users u left join automation.webhook_subscriptions s on s.user_id = u.id
    where ${uid}::text is null or u.uid = ${uid}
    group by u.id order by u.uid collate "C"`;
  const find = async (uid: string) => {
    const [row] = await select(uid);
    return row === undefined ? null : toRecord(row);
  };
  return {
    add: async ({ uid, email, displayName }, signingSecret) => {
      const added = await sql`
        insert into automation.users (uid, email, display_name, signing_secret)
        values (${uid}, ${email}, ${displayName}, ${signingSecret}) on conflict (uid) do nothing`;
      return added.count === 0 ? null : find(uid);
    },
    list: async () => (await select(null)).map(toRecord),
    setActive: async (uid, active) => {
      await sql`update automation.users set status = ${active ? 'active' : 'disabled'} where uid = ${uid}`;
      return find(uid);
    },
  };
}

const toRecord = (row: UserRecordRow): UserRecord => ({
  uid: row.uid,
  email: row.email,
  displayName: row.display_name,
  active: row.status === 'active',
  keyPrefix: row.key_prefix,
  keyCreatedAt: isoOrNull(row.key_created_at),
  keyLastUsedAt: isoOrNull(row.key_last_used_at),
  subscriptions: row.subscriptions,
  failing: row.failing,
  createdAt: row.created_at.toISOString(),
});

const isoOrNull = (instant: Date | null): string | null => instant?.toISOString() ?? null;
