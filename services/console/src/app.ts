import { AppError, createServiceApp, type HttpRoute, isToLoopback } from '@plat/kit';
import type { Elysia } from 'elysia';
import type { ConsoleDeps } from './deps.ts';
import { operationRoutes } from './operations/wiring.ts';
import { originOf } from './origin-of.ts';
import { createSessionGuard, TILES_LIMIT } from './people/index.ts';
import { peopleRoutes, verifySessionOperation } from './people/wiring.ts';
import { savedRoutes } from './saved/wiring.ts';
import { shareRoutes } from './shares/wiring.ts';
import { baseMapOrigins, tileHttpRoutes } from './tiles/wiring.ts';
import { createUiRoutes, UI_PATH } from './ui/index.ts';

/** Paths of the console on the port that it shares with the gateway. */
export const CONSOLE_PATHS = ['/admin/v1/*', '/console', '/console/*'] as const;

/** No cache may keep what a signed-in person sees, and no page may frame the console. */
const HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store, private',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
} as const;
const STRICT_TRANSPORT = 'max-age=31536000';

/** The operator API and the web console. */
export function createConsoleApp(deps: ConsoleDeps): Elysia {
  const { isHttps } = deps.ports;
  const guard = createSessionGuard(deps.people, isHttps);
  const tileGuard = createSessionGuard(deps.people, isHttps, TILES_LIMIT);
  const routes: HttpRoute[] = [
    ...peopleRoutes(deps.people, guard, deps.ports),
    ...savedRoutes(deps.saved, guard),
    ...shareRoutes(deps.shares, guard, originOf(deps.ports)),
    ...tileHttpRoutes(deps.tiles, tileGuard),
    ...operationRoutes(deps.ports.operations, guard),
    ...pageRoutes(baseMapOrigins(deps.tiles.baseMap)),
  ];
  return createServiceApp({
    name: 'console',
    log: deps.log,
    tokens: deps.tokens,
    clock: deps.clock,
    metrics: deps.metrics,
    readiness: deps.readiness,
    headers: HEADERS,
    callersTrace: 'link',
    routes,
    operations: [verifySessionOperation(deps.people)],
    intercept: async ({ request, setHeader }) => {
      if (isHttps(request)) setHeader('strict-transport-security', STRICT_TRANSPORT);
      else if (deps.requireHttps && !isInternal(request) && !isToLoopback(request)) {
        throw new AppError('HTTPS_REQUIRED', 'Use the console over HTTPS only');
      }
      return undefined;
    },
  });
}

/** The pages of the web console; they hold no data, so they need no session. */
function pageRoutes(connectTo: readonly string[]): HttpRoute[] {
  const pages = createUiRoutes({ connectTo });
  const handle: HttpRoute['handle'] = async ({ request, setHeader }) => {
    const response = await pages.respond(request);
    for (const [name, value] of response.headers) setHeader(name, value);
    return response;
  };
  return [UI_PATH, `${UI_PATH}/*`].map((path) => ({ method: 'GET', path, operation: 'consolePage', handle }));
}

/** Calls of the gateway carry a service token and may come over plain HTTP. */
const isInternal = ({ url }: Request): boolean => new URL(url).pathname.startsWith('/internal/');
