import { investorComps, investorCompsCriteria } from '@plat/contracts';
import { operation } from '@plat/kit';
import type { InvestorsDeps } from '../deps.ts';
import { findInvestorComps } from '../domain/investor-comps.ts';

/** `POST /v1/investor-comps` */
export const investorCompsRoute = (deps: InvestorsDeps) =>
  operation(investorComps, async ({ body, principal: { realm }, signal }) =>
    findInvestorComps(investorCompsCriteria(body), deps.asOf(realm), deps.market(realm).comps, signal),
  );
