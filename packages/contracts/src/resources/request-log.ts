import { type Static, Type } from '@sinclair/typebox';
import { Timestamp, Uuid } from '../common.ts';

/** Requests that the gateway hands over at once. */
export const REQUEST_LOG_BATCH_MAX = 1_000;

/** One request of a key: never its body, query, headers or caller. */
export const LoggedRequest = Type.Object({
  request_id: Type.String({ description: 'The x-request-id header of the answer' }),
  at: Timestamp,
  method: Type.String(),
  path: Type.String({ description: 'Without the query' }),
  status: Type.Integer(),
  duration_ms: Type.Integer({ minimum: 0 }),
});
export type LoggedRequest = Static<typeof LoggedRequest>;

/** A logged request with the key that made it. */
export const RequestOfKey = Type.Object({ key_id: Uuid, ...LoggedRequest.properties });
export type RequestOfKey = Static<typeof RequestOfKey>;
