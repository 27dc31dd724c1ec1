import type { HttpRoute } from '@plat/kit';
import type { SessionGuard } from '../people/index.ts';
import type { SavedDeps } from './domain/ports.ts';
import { savedSearchHandlers } from './routes/saved-searches.ts';

export { createPostgresSavedSearches } from './store/postgres-saved-searches.ts';

export const savedRoutes = (deps: SavedDeps, guard: SessionGuard): HttpRoute[] =>
  savedSearchHandlers(deps).map((handler) => handler.route(guard));
