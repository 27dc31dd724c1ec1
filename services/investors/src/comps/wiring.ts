import type { CompsDeps } from './deps.ts';
import { investorCompsRoute } from './routes/investor-comps.ts';

export { marketComps } from './store/market-comps.ts';

export const compsRoutes = (deps: CompsDeps) => [investorCompsRoute(deps)];
