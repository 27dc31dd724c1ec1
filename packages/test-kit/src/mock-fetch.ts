import { getResponse, type RequestHandler } from 'msw';

export interface MockFetch {
  /** To be injected where an adapter takes its `fetch`. */
  fetch: typeof globalThis.fetch;
  /** Every request that was made, in order, with its body still readable. */
  requests: Request[];
}

/**
 * A `fetch` that answers from msw handlers and never touches the network: `mockFetch(http.get(url, () =>
 * HttpResponse.json(body)))`. A request that no handler takes fails as a network error does, naming its URL.
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
    // HttpResponse.error() stands for a connection that failed.
    if (response.type === 'error') throw new TypeError('Failed to fetch');
    return response;
  };
  return { fetch: Object.assign(answer, { preconnect: () => {} }), requests };
}

export { delay, HttpResponse, http } from 'msw';
