import type { Sql, Transaction } from '@plat/db';
import type { Jobs } from '@plat/jobs';
import type { ServiceClient, ServiceMetrics } from '@plat/kit';
import type { WebhookOutbox } from '../webhooks/index.ts';
import type { OnSearchEnded, SearchStore, SearchUsage } from './domain/ports.ts';
import { accountsSearchUsage } from './store/accounts-search-usage.ts';
import { createPostgresSearchStore } from './store/postgres-search-store.ts';
import { createSearchMetrics, type SearchMode } from './store/search-metrics.ts';

export { searchJob, startSweeps } from './domain/search-jobs.ts';

export interface BackgroundWiring {
  sql: Sql;
  jobs: Jobs;
  outbox: WebhookOutbox<Transaction>;
  client: ServiceClient;
  metrics: ServiceMetrics;
  nowMs(): number;
}

/** Searches that are stored, and what counts them. */
export interface BackgroundParts {
  searches: SearchStore;
  /** Counts background searches. */
  searchUsage: SearchUsage;
  onSearchEnded(mode: SearchMode): OnSearchEnded;
}

export function wireBackground({ sql, jobs, outbox, client, metrics, nowMs }: BackgroundWiring): BackgroundParts {
  const searches = createPostgresSearchStore({ sql, jobs, outbox });
  const { onEnded: onSearchEnded } = createSearchMetrics(metrics.registry, { searches, jobs, nowMs });
  return { searches, searchUsage: accountsSearchUsage(client), onSearchEnded };
}
