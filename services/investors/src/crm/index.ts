export { type CrmDealReader, type CrmDeals, createCrmDealReader, createCrmDeals } from './domain/crm-deals.ts';
export { dealMessageWriter } from './domain/deal-message.ts';
export type { DealAttachment, LateDealStore } from './domain/ports.ts';
export { createLateDealWriter } from './domain/write-late-deals.ts';
export { listCrmDealsRoute } from './routes/list-crm-deals.ts';
export { readCrmDealRoute } from './routes/read-crm-deal.ts';
export { createCrmDealMetrics } from './store/crm-deal-metrics.ts';
export { createPostgresCrmDealStore } from './store/postgres-crm-deal-store.ts';
export { createPostgresLateDeals } from './store/postgres-late-deals.ts';
