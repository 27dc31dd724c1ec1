import type { AnyEndpoint } from '@plat/contracts';
import {
  AppError,
  decodeError,
  internalRequest,
  observeCall,
  queryOf,
  RESERVATION_HEADER,
  RESULT_COUNT_HEADER,
  SEARCHED_ADDRESS_HEADER,
  type ServiceRequest,
  SKIPTRACED_HEADER,
  unreachable,
} from '@plat/kit';
import { type Passage, principalOf, type Stage } from './passage.ts';

/** Headers that reach the caller on any response, in addition to the documented ones; all others stay internal. */
const FORWARDED_HEADERS = ['content-type', 'content-encoding'] as const;

/** The caller-visible headers of a response. */
function forwardedHeaders({ responseHeaders = {} }: AnyEndpoint, { headers }: Response): Record<string, string> {
  const names = [...FORWARDED_HEADERS, ...Object.keys(responseHeaders).map((name) => name.toLowerCase())];
  const sent = names.map((name) => [name, headers.get(name)] as const);
  return Object.fromEntries(sent.filter((header): header is [string, string] => header[1] !== null));
}

/** The caller's headers that the endpoint declares; others never reach the service. */
function declaredHeaders(declared: object, { headers }: Request): Record<string, string> {
  const said = Object.keys(declared).map((name) => [name, headers.get(name)] as const);
  return Object.fromEntries(said.filter((header): header is [string, string] => header[1] !== null));
}

/** Adds the reservation id, so that background work can settle it, and the address that was resolved before. */
function withFindings(request: ServiceRequest, { hold, searchedAddress }: Passage): ServiceRequest {
  const headers = { ...request.headers };
  if (hold !== undefined) headers[RESERVATION_HEADER] = hold.id;
  if (searchedAddress !== undefined) headers[SEARCHED_ADDRESS_HEADER] = searchedAddress;
  return { ...request, headers };
}

/** Forwards the original body. Reads the whole response, because only complete ones count. */
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
        const response = await transport(withFindings(request, passage));
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
  const count = response.headers.get(RESULT_COUNT_HEADER);
  if (count !== null) passage.resultCount = Number(count);
  passage.skiptraced = response.headers.get(SKIPTRACED_HEADER) === 'true';
  return new Response(answer, { status: response.status, headers: forwardedHeaders(endpoint, response) });
};
