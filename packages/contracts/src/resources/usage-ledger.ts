import { type Static, Type } from '@sinclair/typebox';
import { Nullable, oneOf, Timestamp, Uuid } from '../common.ts';
import { ALLOWANCE_NAMES } from '../endpoint.ts';

/** Reasons that a 429 carries for subscriber keys (doc 1 section 7). */
export const LIMIT_REASONS = ['skiptrace_limit_exceeded', 'unskiptrace_limit_exceeded'] as const;
export type LimitReason = (typeof LIMIT_REASONS)[number];

/** Most reservations, commits or releases that one internal call carries. */
export const USAGE_BATCH_MAX = 500;

/** What a search is counted for, so that the same thing is not counted again. */
export const CountedThing = Type.Object({
  kind: oneOf(['property', 'location']),
  value: Type.String({ pattern: '^[\\x21-\\x7e]{1,100}$', description: 'Property id, geohash or rounded coordinates' }),
});
export type CountedThing = Static<typeof CountedThing>;

/** Whose allowance, for what. */
export const UsageRequest = Type.Object({
  key_id: Uuid,
  user_id: Nullable(Type.String({ description: 'End user of an enterprise key, as in x-user-id' })),
  endpoint: oneOf(ALLOWANCE_NAMES),
  counted_thing: Nullable(CountedThing, { description: 'Null when every success counts' }),
});
export type UsageRequest = Static<typeof UsageRequest>;

export const UsageReservation = Type.Composite([
  Type.Object({
    reservation_id: Uuid,
    expires_at: Type.String({ description: 'ISO 8601; a reservation that is still open then lapses' }),
    only_extends: Type.Optional(
      Type.Boolean({ description: 'true: holds one that is still held until then, and makes none; else free' }),
    ),
  }),
  UsageRequest,
]);
export type UsageReservation = Static<typeof UsageReservation>;

/** An allowance as it stands after the call; limit and remaining are null where no monthly limit applies. */
export const Allowance = Type.Object({
  limit: Nullable(Type.Integer({ minimum: 0 })),
  remaining: Nullable(Type.Integer({ minimum: 0 })),
  resets_at: Timestamp,
});
export type Allowance = Static<typeof Allowance>;

/**
 * What a reservation came to. `granted` holds one of the allowance; `free` holds nothing because the thing was counted
 * before or the key is never counted; the others refuse.
 */
export const RESERVATION_OUTCOMES = [
  'granted',
  'free',
  'exhausted',
  'not_covered',
  'user_inactive',
  'key_inactive',
] as const;
export const ReservationAnswer = Type.Object({
  outcome: oneOf(RESERVATION_OUTCOMES),
  reason: Nullable(oneOf(LIMIT_REASONS), { description: 'Of an exhausted allowance of a subscriber key' }),
  allowance: Allowance,
});
export type ReservationAnswer = Static<typeof ReservationAnswer>;

/** `counted` also for a commit that was repeated; `free` when nothing had to be counted; `unknown` when it had lapsed. */
export const CommitAnswer = Type.Object({
  outcome: oneOf(['counted', 'free', 'unknown']),
  allowance: Nullable(Allowance),
});
export type CommitAnswer = Static<typeof CommitAnswer>;
