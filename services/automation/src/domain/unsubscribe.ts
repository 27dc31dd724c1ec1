import type { SubscriptionStore } from './ports.ts';
import { type KeyDeps, userNotFound, userOfKey } from './user-of-key.ts';
import { readWebUrl } from './web-url.ts';

export interface UnsubscribeDeps extends KeyDeps {
  subscriptions: Pick<SubscriptionStore, 'remove' | 'removeById'>;
}

export interface UnsubscribeRequest {
  apiKey: string;
  webUrl: string | undefined;
  /** Takes precedence over the URL. */
  id: string | undefined;
}

/**
 * Removes a subscription of the key's user. A missing one succeeds too, because platforms repeat this call.
 * @throws AppError NOT_FOUND (404) for an invalid key, RATE_LIMIT_EXCEEDED (429).
 */
export async function unsubscribe(
  deps: UnsubscribeDeps,
  { apiKey, webUrl, id }: UnsubscribeRequest,
): Promise<{ message: string }> {
  const user = await userOfKey(deps, apiKey, userNotFound);
  const removed = id === undefined ? await removeUrl(deps, user.id, webUrl ?? '') : await removeId(deps, user.id, id);
  return { message: removed ? 'The webhook URL was unsubscribed' : 'The webhook URL is not subscribed' };
}

const removeId = ({ subscriptions }: UnsubscribeDeps, userId: string, id: string): Promise<boolean> =>
  subscriptions.removeById(userId, id.trim());

async function removeUrl({ subscriptions }: UnsubscribeDeps, userId: string, webUrl: string): Promise<boolean> {
  const url = readWebUrl(webUrl);
  return url !== null && (await subscriptions.remove(userId, url.normalizedUrl));
}
