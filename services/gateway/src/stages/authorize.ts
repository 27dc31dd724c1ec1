import { AppError } from '@plat/kit';
import { namesUser, type Stage, verifiedKey } from './passage.ts';

/** Rejects lapsed subscriptions with 403; a trial counts as active. */
export const subscriptionActive: Stage = (passage) => {
  const { key_kind, subscription } = verifiedKey(passage);
  if (key_kind !== 'subscriber' || subscription === 'active' || subscription === 'trial') return undefined;
  // The next check gives the reason where no subscription would help.
  if (!passage.endpoint.policy.keyKinds.includes('subscriber')) return undefined;
  throw new AppError('SUBSCRIPTION_INACTIVE', 'This key has no active subscription');
};

/** Checks the key's kind, its list of endpoints and the seat. */
export const endpointAuthorized: Stage = (passage) => {
  const { policy, errors } = passage.endpoint;
  const { key_kind, authorized_endpoints, may_search_buyers } = verifiedKey(passage);
  const name = policy.name;
  const listed = name === null || authorized_endpoints === null || authorized_endpoints.includes(name);
  if (!policy.keyKinds.includes(key_kind) || !listed) {
    throw new AppError('ENDPOINT_NOT_AUTHORIZED', `This API key is not authorized for ${name ?? 'this endpoint'}`);
  }
  if (errors[403]?.includes('SEAT_NOT_ALLOWED') && !may_search_buyers) {
    throw new AppError('SEAT_NOT_ALLOWED', 'This seat may not run buyer searches');
  }
  return undefined;
};

/** Rejects enterprise keys without an end user. The endpoint decides the status. */
export const userPresent: Stage = (passage) => {
  if (!namesUser(passage) || passage.userId !== null) return undefined;
  const status = passage.endpoint.policy.missingUserStatus ?? undefined;
  throw new AppError('USER_REQUIRED', 'Enterprise keys require the end user in the x-user-id header', { status });
};

export const userInactive = (): AppError =>
  new AppError('USER_INACTIVE', 'The end user in x-user-id is unknown or inactive');

/** Rejects an unknown or inactive end user with 401. */
export const userActive: Stage = (passage) => {
  if (!namesUser(passage) || verifiedKey(passage).user_known) return undefined;
  throw userInactive();
};

export const planNotCovered = (name: string | null): AppError =>
  new AppError('PLAN_NOT_COVERED', `No active subscription of the end user covers ${name ?? 'this endpoint'}`);

/** Checks the end user's cached plans; the reservation checks them again. */
export const planCovers: Stage = (passage) => {
  const { name, allowance } = passage.endpoint.policy;
  const { covered_endpoints } = verifiedKey(passage);
  if (allowance === null || covered_endpoints === null || covered_endpoints.includes(allowance)) return undefined;
  throw planNotCovered(name);
};
