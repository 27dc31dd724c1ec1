import { type Static, Type } from '@sinclair/typebox';
import { Nullable, Timestamp } from '../common.ts';

/** Response to a data request with `X-Dry-Run: true`; limit and remaining are null where no monthly limit applies. */
export const DryRunAnswer = Type.Object({
  would_count: Type.Boolean({
    description: 'Whether a success (with results, where only those count) would take from the monthly allowance',
  }),
  counted_before: Type.Boolean({
    description: 'This property or location was counted in this month or an earlier one',
  }),
  limit: Nullable(Type.Integer({ minimum: 0 }), { description: 'Counted requests per calendar month' }),
  remaining: Nullable(Type.Integer({ minimum: 0 }), { description: 'Remaining now; the dry run used none' }),
  resets_at: Timestamp,
});
export type DryRunAnswer = Static<typeof DryRunAnswer>;
