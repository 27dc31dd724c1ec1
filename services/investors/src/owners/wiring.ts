import type { OwnersDeps } from './deps.ts';
import { linkedDealsRoute } from './routes/linked-deals.ts';

export { marketOwners } from './store/market-owners.ts';
export { marketPortfolioDeals } from './store/market-portfolio-deals.ts';

export const ownersRoutes = (deps: OwnersDeps) => [linkedDealsRoute(deps)];
