/**
 * Forwards requests and responses and does nothing else: the minimum cost of any gateway on Bun. Environment: PORT,
 * UPSTREAM_URL, and AUTHORIZATION if the upstream requires it.
 */
const { PORT, UPSTREAM_URL, AUTHORIZATION = '' } = process.env;

Bun.serve({
  port: Number(PORT),
  hostname: '127.0.0.1',
  fetch: async (request) => {
    const { pathname } = new URL(request.url);
    const body = await request.text();
    const headers = { 'content-type': 'application/json', authorization: AUTHORIZATION };
    const answer = await fetch(`${UPSTREAM_URL}${pathname}`, { method: request.method, headers, body });
    return new Response(await answer.arrayBuffer(), {
      status: answer.status,
      headers: { 'content-type': 'application/json' },
    });
  },
});
