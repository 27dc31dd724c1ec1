import type { StoredAnswer } from '@plat/contracts';
import type { Sql } from '@plat/db';
import type { IdempotencyStore, IdempotentRequest, IdempotentState } from '../domain/idempotency/ports.ts';

const KEPT_MS = 24 * 3_600_000;
const REMOVED_AT_ONCE = 500;
/** A row may disappear between the two reads; the next round then inserts it. */
const ROUNDS = 5;

interface RequestRow {
  operation: string;
  request_sha256: string;
  status: number | null;
  headers: Record<string, string> | null;
  body: Uint8Array | null;
}

export function createPostgresIdempotencyStore(sql: Sql): IdempotencyStore {
  /**
   * One statement decides which request starts: a new row, one older than a day (under a new id), or the same
   * request after its lock expired (under its old id, which is also its usage reservation's).
   */
  async function tryBegin(request: IdempotentRequest, nowMs: number): Promise<string | null> {
    const now = new Date(nowMs);
    const outdated = sql`known.created_at <= ${new Date(nowMs - KEPT_MS)}`;
    const [row] = await sql<{ id: string }[]>`
      insert into accounts.idempotent_requests as known
        (key_id, user_id, idempotency_key, operation, request_sha256, created_at, locked_until)
      values (${request.keyId}, ${request.userId ?? ''}, ${request.idempotencyKey}, ${request.operation},
        ${request.requestSha256}, ${now}, ${request.lockedUntil})
      on conflict (key_id, user_id, idempotency_key) do update set
        id = case when ${outdated} then excluded.id else known.id end,
        created_at = case when ${outdated} then excluded.created_at else known.created_at end,
        operation = excluded.operation, request_sha256 = excluded.request_sha256,
        locked_until = excluded.locked_until, status = null, headers = null, body = null
      where (known.status is not null or known.locked_until <= ${now})
        and (${outdated} or known.status is null
          and known.operation = excluded.operation and known.request_sha256 = excluded.request_sha256)
      returning id`;
    return row?.id ?? null;
  }

  async function find(request: IdempotentRequest): Promise<RequestRow | undefined> {
    const [row] = await sql<RequestRow[]>`
      select operation, request_sha256, status, headers, body from accounts.idempotent_requests
      where key_id = ${request.keyId} and user_id = ${request.userId ?? ''}
        and idempotency_key = ${request.idempotencyKey}`;
    return row;
  }

  return {
    begin: async (request, nowMs) => {
      for (let round = 0; round < ROUNDS; round++) {
        const requestId = await tryBegin(request, nowMs);
        if (requestId !== null) return { state: 'begun', requestId };
        const known = await find(request);
        if (known !== undefined) return stateOf(request, known);
      }
      return { state: 'in_flight' };
    },

    finish: async (requestId, { status, headers, body_gzip_base64 }) => {
      const rows = await sql`
        update accounts.idempotent_requests
        set status = ${status}, headers = ${sql.json(headers)}, body = ${Buffer.from(body_gzip_base64, 'base64')}
        where id = ${requestId} and status is null
        returning id`;
      return rows.length > 0;
    },

    forget: async (requestId) => {
      await sql`delete from accounts.idempotent_requests where id = ${requestId} and status is null`;
    },

    removeOutdated: async (nowMs) => {
      const removed = await sql`
        delete from accounts.idempotent_requests where id in (
          select id from accounts.idempotent_requests where created_at <= ${new Date(nowMs - KEPT_MS)}
          order by created_at limit ${REMOVED_AT_ONCE} for update skip locked)`;
      return removed.count;
    },
  };
}

function stateOf(request: IdempotentRequest, known: RequestRow): IdempotentState {
  const isSame = known.operation === request.operation && known.request_sha256 === request.requestSha256;
  if (!isSame) return { state: 'mismatch' };
  if (known.status === null) return { state: 'in_flight' };
  const answer: StoredAnswer = {
    status: known.status,
    headers: known.headers ?? {},
    body_gzip_base64: Buffer.from(known.body ?? []).toString('base64'),
  };
  return { state: 'finished', answer };
}
