import type { SubscriptionStore } from './ports.ts';
import { type KeyDeps, userNotFound, userOfKey } from './user-of-key.ts';
import { readWebUrl } from './web-url.ts';

export interface UnsubscribeDeps extends KeyDeps {
  subscriptions: Pick<SubscriptionStore, 'remove'>;
}

/**
 * Takes a URL from those of the key's user. One that is not there is a success too, for platforms send this again
 * (decision 97).
 * @throws AppError NOT_FOUND (404) for a key that is none, RATE_LIMIT_EXCEEDED (429).
 */
export async function unsubscribe(
  deps: UnsubscribeDeps,
  { apiKey, webUrl }: { apiKey: string; webUrl: string },
): Promise<{ message: string }> {
  const user = await userOfKey(deps, apiKey, userNotFound);
  const url = readWebUrl(webUrl);
  const removed = url !== null && (await deps.subscriptions.remove(user.id, url.normalizedUrl));
  return { message: removed ? 'The webhook URL was unsubscribed' : 'The webhook URL is not subscribed' };
}
