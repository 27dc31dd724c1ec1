import type { Sql } from '@plat/db';
import type { AutomationUser, UserStore } from '../domain/ports.ts';

interface UserRow {
  id: string;
  uid: string;
  email: string | null;
  signing_secret: string;
}

export function createPostgresUserStore(sql: Sql): UserStore {
  return {
    replaceKey: ({ uid, email, displayName }, { prefix, sha256 }, newUser) =>
      sql.begin(async (tx) => {
        if (newUser !== null) {
          await tx`
            insert into automation.users (uid, signing_secret) values (${uid}, ${newUser.signingSecret})
            on conflict (uid) do nothing`;
        }
        const [known] = await tx<(UserRow & { has_key: boolean })[]>`
          select id, uid, email, signing_secret, key_sha256 is not null as has_key
          from automation.users where uid = ${uid} and status = 'active' for update`;
        if (known === undefined) return null;
        const [row] = await tx<UserRow[]>`
          update automation.users set
            email = coalesce(${email}, email), display_name = coalesce(${displayName}, display_name),
            key_sha256 = ${sha256}, key_prefix = ${prefix}, key_created_at = now(), key_last_used_at = null
          where id = ${known.id}
          returning id, uid, email, signing_secret`;
        return { user: toUser(row!), replaced: known.has_key };
      }),

    findByKey: async (sha256) => {
      const [row] = await sql<(UserRow & { use_is_news: boolean })[]>`
        select id, uid, email, signing_secret,
          coalesce(key_last_used_at < now() - interval '1 minute', true) as use_is_news
        from automation.users where key_sha256 = ${sha256} and status = 'active'`;
      if (row === undefined) return null;
      if (row.use_is_news) {
        await sql`update automation.users set key_last_used_at = now() where key_sha256 = ${sha256}`;
      }
      return toUser(row);
    },
  };
}

const toUser = ({ id, uid, email, signing_secret }: UserRow): AutomationUser => ({
  id,
  uid,
  email,
  signingSecret: signing_secret,
});
