import { investorComps, investorCompsCriteria } from '@plat/contracts';
import { recordsHeaders } from '@plat/dataset';
import { operation, Reply } from '@plat/kit';
import type { CompsDeps } from '../deps.ts';
import { findInvestorComps } from '../domain/investor-comps.ts';

/** `POST /v1/investor-comps` */
export const investorCompsRoute = (deps: CompsDeps) =>
  operation(investorComps, async ({ body, principal: { realm }, signal }) => {
    const criteria = investorCompsCriteria(body);
    const { comps, records } = deps.market(realm);
    const window = await records.at(criteria, deps.asOf(realm), signal);
    return new Reply(await findInvestorComps(criteria, window, comps, signal), 200, recordsHeaders(window));
  });
