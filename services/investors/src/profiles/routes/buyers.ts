import { buyers, decodeBuyerId } from '@plat/contracts';
import { AppError, operation } from '@plat/kit';
import type { ProfilesDeps } from '../deps.ts';
import { findBuyerProfile } from '../domain/buyer-profile.ts';

/** `GET /v1/buyers` */
export const buyersRoute = (deps: ProfilesDeps) =>
  operation(buyers, async ({ query, principal: { realm }, signal }) => {
    const buyerId = decodeBuyerId(query.buyer_id);
    const profile =
      buyerId === null ? null : await findBuyerProfile(buyerId, deps.asOf(realm), deps.profilePorts(realm), signal);
    if (profile === null) throw new AppError('NOT_FOUND', 'There is no buyer with this buyer_id');
    return profile;
  });
