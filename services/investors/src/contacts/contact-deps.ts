import type { Sql } from '@plat/db';
import type { Clock, Logger, Realm, ServiceMetrics } from '@plat/kit';
import type { Caller, LookupStore, OwnerLookup, SuppressionLists } from '../search/index.ts';
import { createLookupDesk } from './domain/lookup-desk.ts';
import { createSkiptraceMetrics } from './sources/skiptrace-metrics.ts';
import { createSkiptraceProvider, type SkiptraceOptions } from './sources/skiptrace-provider.ts';
import { type SkiptraceSettings, skiptraceProviderOf } from './sources/skiptrace-settings.ts';
import { createDatasetMetrics } from './store/dataset-metrics.ts';
import { createPostgresLookupStore } from './store/skiptraced-contacts.ts';
import { createSnapshotAgeMetric } from './store/snapshot-age-metric.ts';
import { suppressionsByRealm } from './store/suppressions-by-realm.ts';

/** What whoever is behind a buyer is known and judged by, beyond the contacts of the dataset. */
export interface ContactDeps {
  /** The lists of a realm and our own, which hold for both. */
  suppressions(realm: Realm): SuppressionLists;
  lookupStore: LookupStore;
  /** Paid lookups on behalf of a caller; null where no provider is configured, and in the sample, whose people are invented. */
  lookups(caller: Pick<Caller, 'principal' | 'deadlineMs'>): OwnerLookup | null;
  close(): Promise<void>;
}

export interface ContactDepsOptions {
  settings: SkiptraceSettings;
  sql: Sql;
  metrics: ServiceMetrics;
  log: Logger;
  clock: Clock;
  /** Of the live records. */
  asOf(): string;
  /** Reaches the provider. */
  fetch?: SkiptraceOptions['fetch'];
}

/** @throws ConfigError when the provider is half configured. */
export function createContactDeps({
  settings,
  sql,
  metrics,
  log,
  clock,
  asOf,
  fetch,
}: ContactDepsOptions): ContactDeps {
  const { registry } = metrics;
  const configured = skiptraceProviderOf(settings);
  const suppressions = suppressionsByRealm(sql);
  createSnapshotAgeMetric(registry, suppressions('live'), asOf);
  createDatasetMetrics(registry, sql, () => clock.nowMs());
  const lookupStore = createPostgresLookupStore(sql);
  if (configured === null) return { suppressions, lookupStore, lookups: () => null, close: async () => {} };
  const { observer, onLookups } = createSkiptraceMetrics(metrics);
  const provider = createSkiptraceProvider({
    ...configured,
    ...(fetch === undefined ? {} : { fetch }),
    clock,
    observer: {
      ...observer,
      onBreaker: (state) => {
        observer.onBreaker(state);
        log.warn({ state }, 'the breaker in front of the skiptrace provider changed');
      },
    },
  });
  const desk = createLookupDesk({
    store: lookupStore,
    provider,
    clock,
    onOutcome: onLookups,
    onProblem: (problem, err) =>
      log.warn({ err, problem }, 'contacts could not be looked up; searches go on with those of the dataset'),
  });
  return {
    suppressions,
    lookupStore,
    lookups: ({ principal, deadlineMs }) =>
      principal.realm === 'sample' ? null : desk.of(principal.companyId, deadlineMs),
    close: () => desk.close(),
  };
}
