import type { HttpRoute } from '@plat/kit';
import type { SessionGuard } from '../people/index.ts';
import type { SharesDeps } from './domain/shares.ts';
import { sharedPageRoute } from './routes/shared-page.ts';
import { shareHandlers } from './routes/shares.ts';

export { createPostgresShares } from './store/postgres-shares.ts';

/** Links to places: made and ended by people with a session, read by anybody who has one. */
export const shareRoutes = (
  deps: SharesDeps,
  guard: SessionGuard,
  originOf: (request: Request) => string,
): HttpRoute[] => [sharedPageRoute(deps), ...shareHandlers(deps, originOf).map((handler) => handler.route(guard))];
