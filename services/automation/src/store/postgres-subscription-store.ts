import type { Sql } from '@plat/db';
import type { SubscriptionSign, SubscriptionStore } from '../domain/ports.ts';

/** A subscription ends after failing for this long and this often in a row. */
const FAILING_DAYS = 5;
const FAILING_TIMES = 5;

export function createPostgresSubscriptionStore(sql: Sql): SubscriptionStore {
  return {
    add: (userId, { webUrl, normalizedUrl }, most) =>
      sql.begin(async (tx) => {
        await tx`select from automation.users where id = ${userId} for update`;
        const [known] = await tx<{ id: string }[]>`
          select id from automation.webhook_subscriptions
          where user_id = ${userId} and normalized_url = ${normalizedUrl}`;
        if (known !== undefined) return { id: known.id, added: false };
        const [added] = await tx<{ id: string }[]>`
          insert into automation.webhook_subscriptions (user_id, web_url, normalized_url)
          select ${userId}, ${webUrl}, ${normalizedUrl}
          where (select count(*) from automation.webhook_subscriptions where user_id = ${userId}) < ${most}
          returning id`;
        return added === undefined ? 'full' : { id: added.id, added: true };
      }),

    remove: async (userId, normalizedUrl) => {
      const removed = await sql`
        delete from automation.webhook_subscriptions where user_id = ${userId} and normalized_url = ${normalizedUrl}`;
      return removed.count > 0;
    },

    removeById: async (userId, id) => {
      // Compared as text: the caller may send anything as an id.
      const removed = await sql`
        delete from automation.webhook_subscriptions where user_id = ${userId} and id::text = ${id.toLowerCase()}`;
      return removed.count > 0;
    },

    show: async (userId) => {
      const rows = await sql<{ id: string; web_url: string; is_failing: boolean; created_at: Date }[]>`
        select id, web_url, failing_since is not null as is_failing, created_at
        from automation.webhook_subscriptions where user_id = ${userId} order by created_at, id`;
      return rows.map(({ id, web_url, is_failing, created_at }) => ({
        id,
        webUrl: web_url,
        isFailing: is_failing,
        createdAt: created_at.toISOString(),
      }));
    },

    list: async (userId) => {
      const rows = await sql<{ id: string; web_url: string; normalized_url: string }[]>`
        select id, web_url, normalized_url from automation.webhook_subscriptions
        where user_id = ${userId} order by failing_since desc nulls first, created_at, id`;
      return rows.map(({ id, web_url, normalized_url }) => ({ id, webUrl: web_url, normalizedUrl: normalized_url }));
    },

    record: async (userId, signs) => {
      const of = (sign: SubscriptionSign) => [...signs].flatMap(([id, each]) => (each === sign ? [id] : []));
      const [delivered, failed, gone] = [of('delivered'), of('failed'), of('gone')];
      return sql.begin(async (tx) => {
        // Serializes triggers of one user, which would otherwise lock rows in different orders.
        await tx`select from automation.users where id = ${userId} for update`;
        await tx`
          update automation.webhook_subscriptions set failing_since = null, failures = 0
          where id = any(${delivered}::uuid[]) and failures > 0`;
        await tx`
          update automation.webhook_subscriptions
          set failing_since = coalesce(failing_since, now()), failures = failures + 1
          where id = any(${failed}::uuid[])`;
        const ended = await tx<{ id: string }[]>`
          delete from automation.webhook_subscriptions
          where id = any(${gone}::uuid[]) or id = any(${failed}::uuid[]) and failures >= ${FAILING_TIMES}
            and failing_since <= now() - ${FAILING_DAYS} * interval '1 day'
          returning id`;
        return ended.map(({ id }) => id);
      });
    },
  };
}
