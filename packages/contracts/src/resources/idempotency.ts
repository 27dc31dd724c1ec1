import { type Static, Type } from '@sinclair/typebox';
import { Nullable, Uuid } from '../common.ts';

export const IDEMPOTENCY_KEY_MAX_CHARACTERS = 255;

/** Whose idempotency keys: those of one end user are apart from those of another. */
export const IdempotentCaller = Type.Object({ key_id: Uuid, user_id: Nullable(Type.String()) });

/** An answer as it can be given again. */
export const StoredAnswer = Type.Object({
  status: Type.Integer({ minimum: 200, maximum: 499 }),
  headers: Type.Record(Type.String(), Type.String(), {
    description: 'Those that belong to the answer, not to the moment',
  }),
  body_gzip_base64: Type.String({ description: 'The body, compressed' }),
});
export type StoredAnswer = Static<typeof StoredAnswer>;
