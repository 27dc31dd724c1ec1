import type { AnyEndpoint } from '@plat/contracts';
import { AppError, type HttpRoute } from '@plat/kit';

const PREFIX = '/automation';

/**
 * Serves the automation endpoints on a host of their own, without the `/automation` prefix: `/auth` instead of
 * `/automation/auth`.
 * @param host host name as callers write it, with any non-default port.
 */
export const automationHostRoutes = (
  endpoints: readonly AnyEndpoint[],
  host: string,
  routesOf: (endpoint: AnyEndpoint) => readonly HttpRoute[],
): HttpRoute[] =>
  endpoints
    .filter(({ service }) => service === 'automation')
    .flatMap(routesOf)
    .map(({ method, path, handle }) => ({
      method,
      path: path.slice(PREFIX.length),
      handle: async (exchange) => {
        if (new URL(exchange.request.url).host !== host.toLowerCase()) {
          throw new AppError('NOT_FOUND', 'There is no such endpoint');
        }
        return handle(exchange);
      },
    }));
