/**
 * A typical Fastify gateway: a limit per key on Redis, a proxy, one log line per request. Environment: PORT,
 * UPSTREAM_URL, REDIS_URL, and AUTHORIZATION if the upstream requires it.
 */
import proxy from '@fastify/http-proxy';
import rateLimit from '@fastify/rate-limit';
import Fastify from 'fastify';
import { Redis } from 'ioredis';

const { PORT, UPSTREAM_URL, REDIS_URL, AUTHORIZATION } = process.env;

const app = Fastify({
  logger: { level: 'info', stream: process.stderr },
  disableRequestLogging: true,
  genReqId: () => crypto.randomUUID(),
  keepAliveTimeout: 60_000,
});
app.addHook('onResponse', async (request, reply) => {
  const { method, routeOptions } = request;
  request.log.info(
    { method, route: routeOptions.url, status: reply.statusCode, durationMs: reply.elapsedTime },
    'request',
  );
});
await app.register(rateLimit, {
  max: 100_000_000,
  timeWindow: 60_000,
  keyGenerator: (request) => String(request.headers['x-api-key']),
  redis: new Redis(REDIS_URL, { enableAutoPipelining: true }),
});
await app.register(proxy, {
  upstream: UPSTREAM_URL,
  undici: { connections: 128, pipelining: 1 },
  replyOptions: AUTHORIZATION
    ? { rewriteRequestHeaders: (_request, headers) => ({ ...headers, authorization: AUTHORIZATION }) }
    : {},
});
await app.listen({ port: Number(PORT), host: '127.0.0.1' });
