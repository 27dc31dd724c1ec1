import type { listSubscriptions as endpoint, ResponseOf } from '@plat/contracts';
import type { SubscriptionStore } from './ports.ts';
import { type KeyDeps, userNotFound, userOfKey } from './user-of-key.ts';

export interface ListSubscriptionsDeps extends KeyDeps {
  subscriptions: Pick<SubscriptionStore, 'show'>;
}

/**
 * The subscriptions of the key's user, oldest first.
 * @throws AppError NOT_FOUND (404) for an invalid key, RATE_LIMIT_EXCEEDED (429).
 */
export async function listSubscriptions(
  deps: ListSubscriptionsDeps,
  apiKey: string,
): Promise<ResponseOf<typeof endpoint>> {
  const user = await userOfKey(deps, apiKey, userNotFound);
  const subscriptions = await deps.subscriptions.show(user.id);
  return {
    subscriptions: subscriptions.map(({ id, webUrl, isFailing, createdAt }) => ({
      id,
      web_url: webUrl,
      state: isFailing ? 'failing' : 'active',
      created_at: createdAt,
    })),
  };
}
