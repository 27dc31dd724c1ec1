import type { HttpRoute } from '@plat/kit';
import { originOf } from '../origin-of.ts';
import type { PeopleDeps } from './domain/ports.ts';
import { peopleHandlers } from './routes/people.ts';
import { providerRoutes } from './routes/provider-sign-in.ts';
import { beginSessionRoute, sessionHandlers } from './routes/session.ts';
import { signInPageRoute } from './routes/sign-in-page.ts';
import type { SessionGuard } from './session-guard.ts';

export { verifySessionOperation } from './routes/verify-session.ts';
export { createIdentityProvider } from './sources/identity-provider.ts';
export { createPostgresPeople } from './store/postgres-people.ts';

/** Sign-in, sessions and people. */
export const peopleRoutes = (
  deps: PeopleDeps,
  guard: SessionGuard,
  { isHttps, publicUrl }: { isHttps(request: Request): boolean; publicUrl?: string },
): HttpRoute[] => {
  const links = originOf({ isHttps, publicUrl });
  const handlers = [...sessionHandlers(deps, isHttps), ...peopleHandlers(deps, links)];
  return [
    signInPageRoute(deps.provider),
    beginSessionRoute(deps, isHttps),
    ...providerRoutes(deps, { isHttps, originOf: links }),
    ...handlers.map((handler) => handler.route(guard)),
  ];
};
