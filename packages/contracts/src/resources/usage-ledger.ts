import { type Static, Type } from '@sinclair/typebox';
import { Nullable, oneOf, Timestamp, Uuid } from '../common.ts';
import { METERED_ENDPOINT_NAMES } from './account.ts';

/** Reasons that a 429 carries for subscriber keys (doc 1 section 7). */
export const LIMIT_REASONS = ['skiptrace_limit_exceeded', 'unskiptrace_limit_exceeded'] as const;
export type LimitReason = (typeof LIMIT_REASONS)[number];

/** What a search is counted for, so that the same thing is not counted again. */
export const CountedThing = Type.Object({
  kind: oneOf(['property', 'location']),
  value: Type.String({ minLength: 1, maxLength: 100, description: 'Property id or rounded coordinates' }),
});
export type CountedThing = Static<typeof CountedThing>;

/** Chosen by the caller, so that a repeated call means the same reservation. */
export const ReservationRef = Type.Object({ reservation_id: Uuid });

export const UsageReservation = Type.Object({
  reservation_id: Uuid,
  key_id: Type.String({ minLength: 1 }),
  user_id: Nullable(Type.String()),
  endpoint: oneOf(METERED_ENDPOINT_NAMES),
  counted_thing: Nullable(CountedThing, { description: 'Null when every success counts' }),
  expires_at: Timestamp,
});
export type UsageReservation = Static<typeof UsageReservation>;

/** An allowance as it stands after the call; limit and remaining are null where no monthly limit applies. */
export const Allowance = Type.Object({
  limit: Nullable(Type.Integer({ minimum: 0 })),
  remaining: Nullable(Type.Integer({ minimum: 0 })),
  resets_at: Timestamp,
});
export type Allowance = Static<typeof Allowance>;
