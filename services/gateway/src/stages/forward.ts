import {
  AppError,
  decodeError,
  internalRequest,
  observeCall,
  queryOf,
  RESERVATION_HEADER,
  RESULT_COUNT_HEADER,
  type ServiceRequest,
  SKIPTRACED_HEADER,
  unreachable,
} from '@plat/kit';
import { type Passage, principalOf, type Stage } from './passage.ts';

/** What a service may say to the caller; everything else it sets stays inside. */
const PASSED_ON = [
  'content-type',
  'content-encoding',
  'location',
  'retry-after',
  'x-deal-id',
  'x-search-status',
  'x-comps-source',
  'x-subject-address',
  'x-subject-property-id',
  'x-match-level',
  'x-coverage',
  'x-records-stale',
  'x-records-through',
] as const;

/** What the caller said in headers that the endpoint declares: the others are for the gateway, or for nobody. */
function declaredHeaders(declared: object, { headers }: Request): Record<string, string> {
  const said = Object.keys(declared).map((name) => [name, headers.get(name)] as const);
  return Object.fromEntries(said.filter((header): header is [string, string] => header[1] !== null));
}

/** With the id of what is held for it, for work that outlasts its answer. */
const held = (request: ServiceRequest, { hold }: Passage): ServiceRequest =>
  hold === undefined ? request : { ...request, headers: { ...request.headers, [RESERVATION_HEADER]: hold.id } };

/** Hands the body on as it was sent, and the service's answer as it comes: whole, so that only a whole one is counted. */
export const forward: Stage = async (passage, { tokens, transport, clock }) => {
  const { endpoint, exchange, deadlineMs, signal, body, query = queryOf(exchange.request) } = passage;
  const { response, answer } = await observeCall(
    endpoint,
    async (seen) => {
      const request = await internalRequest(endpoint, tokens, {
        body: body?.text,
        query,
        callerHeaders: endpoint.request.headers && declaredHeaders(endpoint.request.headers, exchange.request),
        principal: principalOf(passage),
        requestId: exchange.requestId,
        work: exchange.work,
        deadlineMs,
        signal,
      });
      try {
        const response = await transport(held(request, passage));
        seen.status = response.status;
        if (response.status >= 300) throw decodeError(endpoint, response, await response.json());
        return { response, answer: await response.arrayBuffer() };
      } catch (cause) {
        throw cause instanceof AppError ? cause : unreachable(endpoint, cause);
      }
    },
    exchange.work,
    () => signal.aborted && clock.nowMs() < deadlineMs,
  );
  const headers: Record<string, string> = {};
  for (const name of PASSED_ON) {
    const value = response.headers.get(name);
    if (value !== null) headers[name] = value;
  }
  const count = response.headers.get(RESULT_COUNT_HEADER);
  if (count !== null) passage.resultCount = Number(count);
  passage.skiptraced = response.headers.get(SKIPTRACED_HEADER) === 'true';
  return new Response(answer, { status: response.status, headers });
};
