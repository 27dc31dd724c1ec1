import type { LoggedRequest } from '@plat/contracts';
import type { Sql } from '@plat/db';
import { REQUEST_LOG_KEPT_MS, REQUEST_LOG_PER_KEY, type RequestLog } from '../domain/requests/ports.ts';

export const createPostgresRequestLog = (sql: Sql): RequestLog => ({
  add: async (requests) => {
    await sql`insert into accounts.request_log ${sql(requests.map((one) => ({ ...one, at: new Date(one.at) })))}`;
  },
  list: async (keyId, { statuses: [from, to], beforeId, limit }, nowMs) => {
    const rows = await sql<(Omit<LoggedRequest, 'at'> & { id: number; at: Date })[]>`
      select id, at, request_id, method, path, status, duration_ms from accounts.request_log
      where key_id = ${keyId} and at > ${new Date(nowMs - REQUEST_LOG_KEPT_MS)} and status between ${from} and ${to}
        and (${beforeId}::bigint is null or id < ${beforeId}) order by id desc limit ${limit}`;
    return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
  },
  tidy: async (nowMs) => {
    await sql`delete from accounts.request_log where at <= ${new Date(nowMs - REQUEST_LOG_KEPT_MS)}`;
    const full = await sql<{ key_id: string }[]>`
      select key_id from accounts.request_log group by key_id having count(*) > ${REQUEST_LOG_PER_KEY}`;
    // Key by key: without statistics, the planner reads the whole table again for each key of a join.
    for (const { key_id: keyId } of full) {
      await sql`delete from accounts.request_log where key_id = ${keyId} and id <= (select id from accounts.request_log
        where key_id = ${keyId} order by id desc offset ${REQUEST_LOG_PER_KEY} limit 1)`;
    }
  },
});
