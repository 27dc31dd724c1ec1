import { MAX_SUBSCRIPTIONS } from '@plat/contracts';
import { validationError } from '@plat/kit';
import type { SubscriptionStore, WebhookSender } from './ports.ts';
import { type KeyDeps, userNotFound, userOfKey } from './user-of-key.ts';
import { callableWebUrl } from './web-url.ts';

export interface SubscribeDeps extends KeyDeps {
  subscriptions: Pick<SubscriptionStore, 'add'>;
  sender: Pick<WebhookSender, 'check'>;
}

/**
 * Adds a URL to those of the key's user; an existing one keeps its id.
 * @throws AppError NOT_FOUND (404) for an invalid key, VALIDATION_ERROR (400) for a forbidden URL or the 101st,
 * RATE_LIMIT_EXCEEDED (429).
 */
export async function subscribe(
  deps: SubscribeDeps,
  { apiKey, webUrl }: { apiKey: string; webUrl: string },
): Promise<{ message: string; id: string }> {
  const user = await userOfKey(deps, apiKey, userNotFound);
  const url = await callableWebUrl(deps.sender, webUrl);
  const outcome = await deps.subscriptions.add(user.id, url, MAX_SUBSCRIPTIONS);
  if (outcome === 'full') {
    const problem = `cannot be added: ${MAX_SUBSCRIPTIONS} URLs are subscribed, which is the most`;
    throw validationError([{ field: 'web_url', problem }]);
  }
  const message = outcome.added ? 'The webhook URL was subscribed' : 'The webhook URL is subscribed already';
  return { message, id: outcome.id };
}
