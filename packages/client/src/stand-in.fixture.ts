/** Stands in for Plat: returns the responses of a test and records the requests. */
export interface StandIn {
  url: string;
  requests: SeenRequest[];
  close(): Promise<void>;
}

export interface SeenRequest {
  method: string;
  path: string;
  headers: Headers;
  body: unknown;
  atMs: number;
}

/** @param answers one for each request in order; the last one repeats. */
export function standIn(...answers: Array<(request: SeenRequest) => Response | Promise<Response>>): StandIn {
  const requests: SeenRequest[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async (request) => {
      const text = await request.text();
      const url = new URL(request.url);
      const seen = {
        method: request.method,
        path: `${url.pathname}${url.search}`,
        headers: request.headers,
        body: text === '' ? undefined : JSON.parse(text),
        atMs: Date.now(),
      };
      requests.push(seen);
      const answer = answers[Math.min(requests.length, answers.length) - 1];
      return answer === undefined ? new Response(null, { status: 500 }) : answer(seen);
    },
  });
  return { url: `http://127.0.0.1:${server.port}`, requests, close: () => server.stop(true) };
}

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}) =>
  (): Response =>
    Response.json(body, { status, headers });
