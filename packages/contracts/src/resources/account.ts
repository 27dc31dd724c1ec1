import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { Timestamp } from '../common.ts';
import type { UserUsageName } from '../endpoint.ts';
import type { FieldProblem } from '../errors.ts';

export const USER_ID_MAX_CHARACTERS = 255;

const monthlyLimit = () => Type.Integer({ minimum: 0, description: 'Requests per month and end user; 0: not covered' });

export const Plan = Type.Object({
  plan_id: Type.String(),
  plan_name: Type.String(),
  monthly_price_usd: Type.Number({ minimum: 0 }),
  autocomplete_limit: monthlyLimit(),
  analytics_search_limit: monthlyLimit(),
  buyer_search_limit: monthlyLimit(),
  investor_comps_limit: monthlyLimit(),
  retail_comps_limit: monthlyLimit(),
  linked_deals_limit: monthlyLimit(),
});
export type Plan = Static<typeof Plan>;

export const Account = Type.Object({
  account_name: Type.String(),
  account_contact_email: Type.String(),
  active: Type.Boolean(),
  rate_limit_per_minute: Type.Integer({ minimum: 0 }),
  authorized_endpoints: Type.Array(Type.String(), { description: 'Names of the endpoints that the key may call' }),
  available_plans: Type.Array(Plan),
});
export type Account = Static<typeof Account>;

export const User = Type.Object({
  user_id: Type.String({ description: "The caller's own identifier of the end user" }),
  active: Type.Boolean(),
  created_at: Timestamp,
});
export type User = Static<typeof User>;

export const Subscription = Type.Object({
  id: Type.String(),
  plan_id: Type.String(),
  active: Type.Boolean(),
  created_at: Timestamp,
});
export type Subscription = Static<typeof Subscription>;

const requests = () => Type.Integer({ minimum: 0 });

/** Every documented data endpoint is there, 0 when unused. `offers` came later and is in `GET /v1/usage` only. */
export const CurrentPeriodUsage = Type.Object(
  {
    autocomplete: requests(),
    retail_comps: requests(),
    analytics_search: requests(),
    analytics_summary: requests(),
    buyer_search: requests(),
    investor_comps: requests(),
    linked_deals: requests(),
  } satisfies Record<UserUsageName, TSchema>,
  { description: 'Requests per endpoint in this calendar month (UTC)' },
);

export const UserDetails = Type.Object({
  user_id: Type.String(),
  created_at: Timestamp,
  active: Type.Boolean(),
  subscriptions: Type.Array(Subscription),
  current_period_usage: CurrentPeriodUsage,
});
export type UserDetails = Static<typeof UserDetails>;

export const UserId = Type.String({
  minLength: 1,
  maxLength: USER_ID_MAX_CHARACTERS,
  description: `Your own identifier of the end user, 1 to ${USER_ID_MAX_CHARACTERS} characters, compared exactly`,
});

/** Problem of an end user's identifier, also in header `x-user-id`; null when valid. */
export function userIdProblem(userId: string): string | null {
  if (userId.trim() === '') return 'must not be empty';
  if (userId.length > USER_ID_MAX_CHARACTERS) return `must have at most ${USER_ID_MAX_CHARACTERS} characters`;
  // PostgreSQL and JSON encoders would replace half a surrogate pair by another character.
  if (!userId.isWellFormed()) return 'must be well-formed Unicode text';
  return /\p{Cc}/u.test(userId) ? 'must not contain control characters' : null;
}

/** Problem of a new end user's identifier; null when valid. `x-user-id` must be able to carry it (RFC 9110, 5.5). */
export function newUserIdProblem(userId: string): string | null {
  return userIdProblem(userId) ?? (/^ | $/.test(userId) ? 'must not begin or end with a space' : null);
}

export function usableNewUserId({ user_id }: { user_id: string }): FieldProblem[] {
  const problem = newUserIdProblem(user_id);
  return problem === null ? [] : [{ field: 'user_id', problem }];
}

export function usableUserId({ user_id }: { user_id: string }): FieldProblem[] {
  const problem = userIdProblem(user_id);
  return problem === null ? [] : [{ field: 'user_id', problem }];
}

export const usableUserIdQuery = (_body: unknown, query: { user_id: string }): FieldProblem[] => usableUserId(query);
