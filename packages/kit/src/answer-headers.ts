import type { AnyEndpoint } from '@plat/contracts';

/** Between services: number of results in a response, for endpoints that count only successes with results. */
export const RESULT_COUNT_HEADER = 'x-plat-result-count';
/** Between services: the usage reservation of a request whose work may continue after its response. */
export const RESERVATION_HEADER = 'x-plat-reservation-id';
/** Between services: whether at least one contact lookup ran, `true` or `false`. */
export const SKIPTRACED_HEADER = 'x-plat-skiptraced';

/**
 * Between services: the resolved address of a buyer search, as `identifySearchedProperty` returned it. The search
 * then does not resolve the address again.
 */
export const SEARCHED_ADDRESS_HEADER = 'x-plat-searched-address';

/** Headers with the result count for the gateway; empty for endpoints that count every success. */
export function resultCountHeader({ operation, policy }: AnyEndpoint, body: unknown): Record<string, string> {
  const { metering } = policy;
  if (metering.counts !== 'success_with_results') return {};
  const { resultsIn } = metering;
  const results = resultsIn === null ? body : (body as Readonly<Record<string, unknown>> | null)?.[resultsIn];
  if (!Array.isArray(results))
    throw new Error(`${operation} returned no list of results in ${resultsIn ?? 'its body'}`);
  return { [RESULT_COUNT_HEADER]: String(results.length) };
}
