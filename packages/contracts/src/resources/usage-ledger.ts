import { type Static, Type } from '@sinclair/typebox';
import { Nullable, oneOf, Timestamp, Uuid } from '../common.ts';
import { ALLOWANCE_NAMES } from '../endpoint.ts';

/** Reasons of a 429 for subscriber keys. */
export const LIMIT_REASONS = ['skiptrace_limit_exceeded', 'unskiptrace_limit_exceeded'] as const;
export type LimitReason = (typeof LIMIT_REASONS)[number];

/** Maximum number of reservations, commits or releases in one internal call. */
export const USAGE_BATCH_MAX = 500;

/** Usage subject of a search; the same subject is not counted again. */
export const UsageSubject = Type.Object({
  kind: oneOf(['property', 'location']),
  value: Type.String({ pattern: '^[\\x21-\\x7e]{1,100}$', description: 'Property id, geohash or rounded coordinates' }),
});
export type UsageSubject = Static<typeof UsageSubject>;

/** Owner and endpoint of the allowance. */
export const UsageRequest = Type.Object({
  key_id: Uuid,
  user_id: Nullable(Type.String({ description: 'End user of an enterprise key, as in x-user-id' })),
  endpoint: oneOf(ALLOWANCE_NAMES),
  counted_thing: Nullable(UsageSubject, { description: 'Null when every success counts' }),
});
export type UsageRequest = Static<typeof UsageRequest>;

export const UsageReservation = Type.Composite([
  Type.Object({
    reservation_id: Uuid,
    expires_at: Type.String({ description: 'ISO 8601; an open reservation lapses at this time' }),
    only_extends: Type.Optional(
      Type.Boolean({ description: 'true: extends a held reservation until then and creates none; otherwise free' }),
    ),
  }),
  UsageRequest,
]);
export type UsageReservation = Static<typeof UsageReservation>;

/** An allowance after the call; limit and remaining are null where no monthly limit applies. */
export const Allowance = Type.Object({
  limit: Nullable(Type.Integer({ minimum: 0 })),
  remaining: Nullable(Type.Integer({ minimum: 0 })),
  resets_at: Timestamp,
});
export type Allowance = Static<typeof Allowance>;

/**
 * Outcome of a reservation. `granted` reserves one request; `free` reserves nothing because the subject was counted
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
  reason: Nullable(oneOf(LIMIT_REASONS), { description: 'For an exhausted allowance of a subscriber key' }),
  allowance: Allowance,
});
export type ReservationAnswer = Static<typeof ReservationAnswer>;

/**
 * `counted` also for a repeated commit; `free` when nothing had to be counted; `unknown` when the reservation had
 * lapsed.
 */
export const CommitAnswer = Type.Object({
  outcome: oneOf(['counted', 'free', 'unknown']),
  allowance: Nullable(Allowance),
});
export type CommitAnswer = Static<typeof CommitAnswer>;
