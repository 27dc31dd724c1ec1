import type { BuyerSearchCriteria } from '@plat/contracts';
import { validationError } from '@plat/kit';

const NOT_AVAILABLE = 'is not available on this server; leave it out to get the buyers in the answer';

/**
 * Searches in the background and webhooks need what this server does not have. Saying so beats accepting a request
 * whose outcome would never arrive.
 * @throws AppError VALIDATION_ERROR (400) naming the field.
 */
export function refuseBackgroundSearch(criteria: Pick<BuyerSearchCriteria, 'async' | 'webhook_url'>): void {
  const asked = [criteria.async ? 'async' : null, criteria.webhook_url === null ? null : 'webhook_url'];
  const fields = asked.flatMap((field) => (field === null ? [] : [{ field, problem: NOT_AVAILABLE }]));
  if (fields.length > 0) throw validationError(fields);
}
