import type { AnyEndpoint } from '@plat/contracts';
import { AppError, type HttpRoute } from '@plat/kit';

const PREFIX = '/automation';

/**
 * The automation endpoints under a host of their own, where their paths are relative to it (doc 2 section 1): `/auth` is
 * what `/automation/auth` is everywhere.
 * @param host as callers write it, with a port where it is not the usual one.
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
