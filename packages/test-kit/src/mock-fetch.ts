import { getResponse, type RequestHandler } from 'msw';

export interface MockFetch {
  /** Pass it to an adapter as its `fetch`. */
  fetch: typeof globalThis.fetch;
  /** All requests in order, with their bodies still readable. */
  requests: Request[];
}

/**
 * A `fetch` that uses msw handlers and never touches the network: `mockFetch(http.get(url, () =>
 * HttpResponse.json(body)))`. A request without a handler fails like a network error that names its URL.
 */
export function mockFetch(...handlers: RequestHandler[]): MockFetch {
  const requests: Request[] = [];
  const answer = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = input instanceof Request ? new Request(input, init) : new Request(String(input), init);
    requests.push(request.clone() as Request);
    request.signal.throwIfAborted();
    const aborted = new Promise<never>((_, reject) => {
      request.signal.addEventListener('abort', () => reject(request.signal.reason), { once: true });
    });
    const response = await Promise.race([getResponse(handlers, request), aborted]);
    if (response === undefined) throw new TypeError(`no mock answers ${request.method} ${request.url}`);
    // `HttpResponse.error()` stands for a failed connection.
    if (response.type === 'error') throw new TypeError('Failed to fetch');
    return response;
  };
  return { fetch: Object.assign(answer, { preconnect: () => {} }), requests };
}

export { delay, HttpResponse, http } from 'msw';
