import { AppError } from '@plat/kit';
import { namesUser, type Stage, verifiedKey } from './passage.ts';

/** A subscriber whose subscription lapsed gets 403 (decision 61); a trial counts as active. */
export const subscriptionActive: Stage = (passage) => {
  const { key_kind, subscription } = verifiedKey(passage);
  if (key_kind !== 'subscriber' || subscription === 'active' || subscription === 'trial') return undefined;
  // Where no subscription would help, the next check says so.
  if (!passage.endpoint.policy.keyKinds.includes('subscriber')) return undefined;
  throw new AppError('SUBSCRIPTION_INACTIVE', 'This key has no active subscription');
};

/** The key's kind and its list of endpoints allow the call (doc 1 section 5 rule 5), and so does the seat. */
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

/** Enterprise keys name their end user; the status of a missing one is the endpoint's own (decision E.3). */
export const userPresent: Stage = (passage) => {
  if (!namesUser(passage) || passage.userId !== null) return undefined;
  const status = passage.endpoint.policy.missingUserStatus ?? undefined;
  throw new AppError('USER_REQUIRED', 'Enterprise keys require the end user in the x-user-id header', { status });
};

export const userInactive = (): AppError =>
  new AppError('USER_INACTIVE', 'The end user in x-user-id is unknown or inactive');

/** An unknown or inactive end user is 401 everywhere (doc 1 section 5 rule 4). */
export const userActive: Stage = (passage) => {
  if (!namesUser(passage) || verifiedKey(passage).user_known) return undefined;
  throw userInactive();
};

export const planNotCovered = (name: string | null): AppError =>
  new AppError('PLAN_NOT_COVERED', `No active subscription of the end user covers ${name ?? 'this endpoint'}`);

/** What the end user's plans cover, as last known; the reservation checks it again with the count. */
export const planCovers: Stage = (passage) => {
  const { name, allowance } = passage.endpoint.policy;
  const { covered_endpoints } = verifiedKey(passage);
  if (allowance === null || covered_endpoints === null || covered_endpoints.includes(allowance)) return undefined;
  throw planNotCovered(name);
};
