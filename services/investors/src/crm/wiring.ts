import type { Sql, Transaction } from '@plat/db';
import type { Clock, Logger, Realm, ServiceMetrics } from '@plat/kit';
import type { SuppressionLists } from '../contacts/index.ts';
import type { WebhookOutbox, WebhookWriters } from '../webhooks/index.ts';
import type { CrmDeps } from './deps.ts';
import { createCrmDeals } from './domain/crm-deals.ts';
import { dealMessageWriter } from './domain/deal-message.ts';
import { createLateDealWriter, type LateDealWriter } from './domain/write-late-deals.ts';
import { listCrmDealsRoute } from './routes/list-crm-deals.ts';
import { readCrmDealRoute } from './routes/read-crm-deal.ts';
import { createCrmDealMetrics } from './store/crm-deal-metrics.ts';
import { createPostgresCrmDealStore } from './store/postgres-crm-deal-store.ts';
import { createPostgresLateDeals } from './store/postgres-late-deals.ts';

export { createPostgresCrmDealStore } from './store/postgres-crm-deal-store.ts';
export { createPostgresDealBoard } from './store/postgres-deal-board.ts';

export const crmRoutes = (deps: CrmDeps) => [listCrmDealsRoute(deps), readCrmDealRoute(deps)];

export interface CrmWiring {
  sql: Sql;
  /** Keeps late deals: a pool of its own, because deals are late when the other pool is busy. */
  keepSql: Sql;
  outbox: WebhookOutbox<Transaction>;
  suppressions(realm: Realm): SuppressionLists;
  clock: Clock;
  log: Logger;
  metrics: ServiceMetrics;
  asOf(realm: Realm): string;
}

/** Deals for CRMs, the worker that writes late ones, and the writer of their webhook messages. */
export function wireCrm(wiring: CrmWiring): CrmDeps & {
  lateWriter: LateDealWriter;
  crmMessageWriters: Pick<WebhookWriters, 'deal.changed'>;
} {
  const { sql, keepSql, outbox, suppressions, clock, log, metrics, asOf } = wiring;
  const crmDeals = createPostgresCrmDealStore({ sql, outbox });
  const onAttached = createCrmDealMetrics(metrics.registry, sql);
  const lateStore = createPostgresLateDeals({ sql, keepSql, outbox });
  const lateWriter = createLateDealWriter({ lateDeals: lateStore, log, onAttached });
  const lateDeals: Pick<typeof lateStore, 'keep'> = {
    keep: (attachment, signal) => lateStore.keep(attachment, signal).then(lateWriter.wake),
  };
  return {
    crmDeals: createCrmDeals({ crmDeals, lateDeals, suppressions, clock, log, asOf, onAttached }),
    lateWriter,
    crmMessageWriters: { 'deal.changed': dealMessageWriter({ crmDeals, suppressions, clock, asOf }) },
  };
}
