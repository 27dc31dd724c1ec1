import type { AnyEndpoint } from '@plat/contracts';

/** Between services: how many results an answer has, of endpoints whose successes count only with results. */
export const RESULT_COUNT_HEADER = 'x-plat-result-count';
/** Between services: the usage reservation of a request whose work may outlast its answer. */
export const RESERVATION_HEADER = 'x-plat-reservation-id';
/** Between services: whether at least one contact lookup ran, `true` or `false`. */
export const SKIPTRACED_HEADER = 'x-plat-skiptraced';

/** What a service says of its answer to whoever counts it; nothing where results do not decide. */
export function resultCountHeader({ operation, policy }: AnyEndpoint, body: unknown): Record<string, string> {
  const { metering } = policy;
  if (metering.counts !== 'success_with_results') return {};
  const { resultsIn } = metering;
  const results = resultsIn === null ? body : (body as Readonly<Record<string, unknown>> | null)?.[resultsIn];
  if (!Array.isArray(results))
    throw new Error(`${operation} answered no list of results in ${resultsIn ?? 'its body'}`);
  return { [RESULT_COUNT_HEADER]: String(results.length) };
}
