import { readCrmDeal } from '@plat/contracts';
import { operation } from '@plat/kit';
import type { InvestorsDeps } from '../deps.ts';

/** `GET /internal/crm-deals/details` */
export const readCrmDealRoute = (deps: InvestorsDeps) =>
  operation(readCrmDeal, async ({ query, signal }) => deps.crmDeals.read(query.deal_id, signal));
