import { readCrmDeal } from '@plat/contracts';
import { operation } from '@plat/kit';
import type { CrmDeps } from '../deps.ts';

/** `GET /internal/crm-deals/details` */
export const readCrmDealRoute = (deps: CrmDeps) =>
  operation(readCrmDeal, async ({ query, principal, signal }) =>
    deps.crmDeals.read({ dealId: query.deal_id, realm: principal.realm }, signal),
  );
