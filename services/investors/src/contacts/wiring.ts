import type { Sql } from '@plat/db';
import type { Caller, Clock, Logger, Realm, ServiceMetrics } from '@plat/kit';
import type { ContactsDeps } from './deps.ts';
import type { LookupStore, OwnerLookup, SuppressionLists } from './domain/ports.ts';
import { createSkipTraceCoordinator } from './domain/skip-trace-coordinator.ts';
import { withholdContactsRoute } from './routes/withhold-contacts.ts';
import { createSkiptraceMetrics } from './sources/skiptrace-metrics.ts';
import { createSkiptraceProvider, type SkiptraceOptions } from './sources/skiptrace-provider.ts';
import { type SkiptraceSettings, skiptraceProviderOf } from './sources/skiptrace-settings.ts';
import { createDatasetMetrics } from './store/dataset-metrics.ts';
import { createPostgresLookupStore } from './store/skiptraced-contacts.ts';
import { createSnapshotAgeMetric } from './store/snapshot-age-metric.ts';
import { suppressionsByRealm } from './store/suppressions-by-realm.ts';

export { marketContacts } from './store/market-contacts.ts';
export { nameKeyOf, readPersonName } from './store/person-name.ts';
export { createPostgresSuppressionBook } from './store/suppressions.ts';
export { suppressionsByRealm } from './store/suppressions-by-realm.ts';

export const contactsRoutes = (deps: ContactsDeps) => [withholdContactsRoute(deps)];

/** Skip traces and do-not-contact lists; contacts on record come from the dataset. */
export interface ContactParts {
  /** The lists of a realm, with our own, which apply to both realms. */
  suppressions(realm: Realm): SuppressionLists;
  lookupStore: LookupStore;
  /** Paid lookups for a caller; null without a provider, and in the sample, whose people are invented. */
  lookups(caller: Pick<Caller, 'principal' | 'deadlineMs'>): OwnerLookup | null;
  close(): Promise<void>;
}

export interface ContactsWiring {
  settings: SkiptraceSettings;
  sql: Sql;
  metrics: ServiceMetrics;
  log: Logger;
  clock: Clock;
  /** Day of the live records. */
  asOf(): string;
  /** Reaches the provider. */
  fetch?: SkiptraceOptions['fetch'];
}

/** @throws ConfigError when the provider is half configured. */
export function wireContacts(wiring: ContactsWiring): ContactParts {
  const { settings, sql, metrics, log, clock, asOf, fetch } = wiring;
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
    fetch,
    clock,
    observer: {
      ...observer,
      onBreaker: (state) => {
        observer.onBreaker(state);
        log.warn({ state }, 'the circuit breaker of the skip-trace provider changed its state');
      },
    },
  });
  const coordinator = createSkipTraceCoordinator({
    store: lookupStore,
    provider,
    clock,
    onOutcome: onLookups,
    onProblem: (problem, err) =>
      log.warn({ err, problem }, 'could not look contacts up; searches use those of the dataset'),
  });
  return {
    suppressions,
    lookupStore,
    lookups: ({ principal, deadlineMs }) =>
      principal.realm === 'sample' ? null : coordinator.of(principal.companyId, deadlineMs),
    close: () => coordinator.close(),
  };
}
