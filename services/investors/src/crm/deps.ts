import type { CrmDeals } from './domain/crm-deals.ts';

/** Dependencies of the CRM deal routes. */
export interface CrmDeps {
  /** Deals of searched properties, for the CRMs of callers. */
  crmDeals: CrmDeals;
}
