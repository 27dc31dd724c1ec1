export type { CrmDeps } from './deps.ts';
export { type CrmDealReader, createCrmDealReader } from './domain/crm-deals.ts';
