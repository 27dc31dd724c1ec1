import { type Static, Type } from '@sinclair/typebox';
import { Nullable, Uuid } from '../common.ts';

export const IDEMPOTENCY_KEY_MAX_CHARACTERS = 255;

/** Owner of idempotency keys: each end user has separate ones. */
export const IdempotentCaller = Type.Object({ key_id: Uuid, user_id: Nullable(Type.String()) });

/** A response that can be repeated. */
export const StoredAnswer = Type.Object({
  status: Type.Integer({ minimum: 200, maximum: 499 }),
  headers: Type.Record(Type.String(), Type.String(), {
    description: 'Headers that belong to the response, not to the moment',
  }),
  body_gzip_base64: Type.String({ description: 'The body, compressed' }),
});
export type StoredAnswer = Static<typeof StoredAnswer>;
