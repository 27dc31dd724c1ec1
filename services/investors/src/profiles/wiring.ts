import type { ProfilesDeps } from './deps.ts';
import { buyersRoute } from './routes/buyers.ts';

export { marketBuyers } from './store/market-buyers.ts';
export { readOwnerName } from './store/owner-name.ts';

export const profilesRoutes = (deps: ProfilesDeps) => [buyersRoute(deps)];
