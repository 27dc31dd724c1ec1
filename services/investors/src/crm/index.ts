export type { CrmDeps } from './deps.ts';
export { type CrmDealReader, createCrmDealReader } from './domain/crm-deals.ts';
export { createDealBoard, type DealBoard } from './domain/deal-board.ts';
