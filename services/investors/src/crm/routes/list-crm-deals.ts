import { listCrmDeals } from '@plat/contracts';
import { operation } from '@plat/kit';
import type { CrmDeps } from '../deps.ts';

/** `GET /internal/crm-deals` */
export const listCrmDealsRoute = (deps: CrmDeps) =>
  operation(listCrmDeals, async ({ query, principal, signal }) => {
    const { company_id: companyId, key_id: keyId, user_id: userId, cursor } = query;
    return deps.crmDeals.list({ companyId, keyId, userId, realm: principal.realm }, cursor, signal);
  });
