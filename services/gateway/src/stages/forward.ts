import { AppError, decodeError, internalRequest, type Principal, queryOf, unreachable } from '@plat/kit';
import { type Passage, type Stage, verifiedKey } from './passage.ts';

/** What a service may say to the caller; everything else it sets stays inside. */
const PASSED_ON: ReadonlySet<string> = new Set([
  'content-type',
  'content-encoding',
  'location',
  'retry-after',
  'x-deal-id',
  'x-search-status',
  'x-comps-source',
  'x-monthly-limit',
  'x-monthly-remaining',
  'x-monthly-reset',
]);

const principalOf = (passage: Passage): Principal => {
  const { key_id, key_kind, company_id } = verifiedKey(passage);
  const userId = key_kind === 'enterprise' ? passage.userId : null;
  return { keyId: key_id, keyKind: key_kind, companyId: company_id, userId };
};

/** Hands the body on as it was sent, and the service's answer as it comes. */
export const forward: Stage = async (passage, { tokens, transport }) => {
  const { endpoint, exchange, deadlineMs, signal, body } = passage;
  const request = await internalRequest(endpoint, tokens, {
    body: body?.text,
    query: queryOf(exchange.request),
    principal: principalOf(passage),
    requestId: exchange.requestId,
    deadlineMs,
    signal,
  });
  let response: Response;
  try {
    response = await transport(request);
    if (response.status >= 300) throw decodeError(endpoint, response, await response.json());
  } catch (cause) {
    throw cause instanceof AppError ? cause : unreachable(endpoint, cause);
  }
  for (const name of [...response.headers.keys()]) if (!PASSED_ON.has(name)) response.headers.delete(name);
  return response;
};
