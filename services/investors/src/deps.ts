import { join } from 'node:path';
import type { CheckSettings } from '@plat/contracts';
import { asOfIn, createCounties, openMarketReads } from '@plat/dataset';
import { connect, migrate, type Sql, type Transaction } from '@plat/db';
import { createEgress, createEgressMetrics, createSigningSecret, type Egress, egressPolicy } from '@plat/egress';
import { createJobMetrics, type Jobs, openJobs, runJob } from '@plat/jobs';
import {
  createServiceClient,
  httpTransport,
  type Logger,
  type Realm,
  type ServiceBasics,
  type ServiceClient,
  type SharedBasics,
  serviceBasics,
  utcDay,
} from '@plat/kit';
import type { OnSearchEnded, SearchStore, SearchUsage } from './background/index.ts';
import {
  accountsSearchUsage,
  beginSweeps,
  createPostgresSearchStore,
  createSearchMetrics,
  jobKinds,
  type SearchMode,
  searchMessageWriters,
} from './background/index.ts';
import type { InvestorsConfig } from './config.ts';
import { type ContactDepsOptions, createContactDeps, nameKeyOf, readPersonName } from './contacts/index.ts';
import type { LateDealStore } from './crm/index.ts';
import {
  type CrmDeals,
  createCrmDealMetrics,
  createCrmDeals,
  createLateDealWriter,
  createPostgresCrmDealStore,
  createPostgresLateDeals,
  dealMessageWriter,
} from './crm/index.ts';
import { legacyMessageWriters } from './legacy/index.ts';
import { type MarketPorts, marketPorts } from './market-ports.ts';
import type { BuyerSearchPorts, SuppressionLists, WithholdingPorts } from './search/index.ts';
import { type Caller, geoAddresses } from './search/index.ts';
import type {
  DeliverDeps,
  DeliveryLog,
  KeyStandings,
  WebhookOutbox,
  WebhookSettingsStore,
  WebhookWriters,
} from './webhooks/index.ts';
import {
  accountsKeys,
  createDispatcher,
  createPostgresDeliveryLog,
  createPostgresDeliveryQueue,
  createPostgresWebhookOutbox,
  createPostgresWebhookSettings,
  createWebhookMetrics,
  listenForWebhooks,
} from './webhooks/index.ts';

/** What the investors service works with. */
export interface InvestorsDeps extends ServiceBasics {
  /** The as-of day of a realm, `YYYY-MM-DD`: no window ends after it, and the do-not-call snapshot ages by it. */
  asOf(realm: Realm): string;
  /** The dataset for one request: all that is asked of the same ports is answered by one version. */
  market(realm: Realm): MarketPorts;
  /** Ports of one request, asking other services on behalf of its caller. */
  ports(caller: Caller): BuyerSearchPorts & MarketPorts;
  withholding(realm: Realm): WithholdingPorts;
  suppressions(realm: Realm): SuppressionLists;
  jobs: Jobs;
  /** Searches that are told of or fetched later. */
  searches: SearchStore;
  /** Counts searches that run in the background. */
  searchUsage: SearchUsage;
  onSearchEnded(mode: SearchMode): OnSearchEnded;
  egress: Egress;
  /** What callers may ask for here. */
  checkSettings: CheckSettings;
  /** Deals of searched properties, for the CRMs of callers. */
  crmDeals: CrmDeals;
  /** Takes what a URL is to be told of, in the transaction of what happened. */
  outbox: WebhookOutbox<Transaction>;
  /** Who writes the message of an event. */
  webhookWriters: WebhookWriters;
  webhookSettings: WebhookSettingsStore;
  deliveryLog: DeliveryLog;
  webhookSending: DeliverDeps;
  /** Rejects when the database cannot be asked. */
  databaseAnswers(): Promise<unknown>;
}

/** Parts that a host shares between services. */
export interface InvestorsOverrides extends SharedBasics {
  /** Stays open when the service closes. */
  sql?: Sql;
  client?: ServiceClient;
  /** Of the live records. */
  asOf?(): string;
  egress?: Egress;
  /** Reaches the skiptrace provider. */
  skiptraceFetch?: ContactDepsOptions['fetch'];
  webhookWriters?: Partial<WebhookWriters>;
  keys?: KeyStandings;
}

/** Webhook attempts in logs, metrics and traces. */
const WEBHOOK_DELIVER = 'webhook.deliver';
const MIGRATIONS = join(import.meta.dir, 'store', 'migrations');
/** How long a stop waits for background searches; those that do not end are begun anew elsewhere. */
const JOBS_GRACE_MS = 5_000;

/** Opens the schema of investors, brought up to date. */
export async function openInvestorsDatabase(databaseUrl: string): Promise<Sql> {
  const sql = connect(databaseUrl, { applicationName: 'plat-investors' });
  try {
    await migrateInvestors(sql);
    return sql;
  } catch (error) {
    await sql.end({ timeout: 1 });
    throw error;
  }
}

const migrateInvestors = (sql: Sql) => migrate(sql, { schema: 'investors', folder: MIGRATIONS });

/** Brings both schemas of the service up to date, its own and that of its jobs, and leaves. */
export async function migrateInvestorsDatabase(databaseUrl: string, log: Logger): Promise<void> {
  const sql = await openInvestorsDatabase(databaseUrl);
  try {
    const jobs = await openJobs(sql, log);
    await jobs.stop(0);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/**
 * Connects and migrates. `beginWork` starts with background work, once the services that it calls can be reached;
 * `close` ends it, and what was opened here.
 */
export async function createInvestorsDeps(
  config: InvestorsConfig,
  overrides: InvestorsOverrides = {},
): Promise<{ deps: InvestorsDeps; beginWork(): Promise<void>; close(): Promise<void> }> {
  const basics = serviceBasics('investors', config, overrides);
  const { clock, log, metrics, tokens } = basics;
  const transport = httpTransport({ geo: config.PLAT_GEO_URL, accounts: config.PLAT_ACCOUNTS_URL });
  const client = overrides.client ?? createServiceClient({ transport, tokens, clock });
  const policy = egressPolicy(config);
  const sql = overrides.sql ?? (await openInvestorsDatabase(config.DATABASE_URL));
  if (overrides.sql !== undefined) await migrateInvestors(sql);
  const { registry } = metrics;
  const reads = openMarketReads({ settings: config, sql, applicationName: 'plat-investors', log, registry });
  // Of its own: a heartbeat that waits behind requests would make a running job look dead.
  const jobsSql = connect(config.DATABASE_URL, { applicationName: 'plat-investors-jobs', maxConnections: 3 });
  const jobObserver = createJobMetrics(metrics);
  const jobs = await openJobs(jobsSql, log, jobObserver);
  const outbox = createPostgresWebhookOutbox();
  const webhookSettings = createPostgresWebhookSettings(sql, createSigningSecret);
  const egress = overrides.egress ?? createEgress({ policy, log, clock, ...createEgressMetrics(metrics) });
  const liveDay = overrides.asOf ?? (() => config.PLAT_AS_OF ?? utcDay(clock.nowMs()));
  const asOf = (realm: Realm) => asOfIn(realm, liveDay());
  const contacts = createContactDeps({
    ...{ settings: config, sql, metrics, log, clock, asOf: liveDay },
    ...(overrides.skiptraceFetch === undefined ? {} : { fetch: overrides.skiptraceFetch }),
  });
  const counties = createCounties();
  const market = (realm: Realm) => marketPorts(reads.beginRequest(realm), counties);
  const { suppressions } = contacts;
  const crmDeals = createPostgresCrmDealStore({ sql, outbox });
  const onAttached = createCrmDealMetrics(metrics.registry, sql);
  const lateStore = createPostgresLateDeals({ sql, keepSql: jobsSql, outbox });
  const lateWriter = createLateDealWriter({ lateDeals: lateStore, log, onAttached });
  const lateDeals: Pick<LateDealStore, 'keep'> = {
    keep: (attachment, signal) => lateStore.keep(attachment, signal).then(lateWriter.wake),
  };
  const nowMs = () => clock.nowMs();
  const searches = createPostgresSearchStore({ sql, jobs, outbox });
  const { onEnded: onSearchEnded } = createSearchMetrics(metrics.registry, { searches, jobs, nowMs });
  const webhookWriters: WebhookWriters = {
    ...searchMessageWriters({ searches, suppressions, asOf, nowMs }),
    ...legacyMessageWriters({ searches, nowMs }),
    'deal.changed': dealMessageWriter({ crmDeals, suppressions, clock, asOf }),
    ...overrides.webhookWriters,
  };
  const deps: InvestorsDeps = {
    ...basics,
    asOf,
    market,
    ports: (caller) => ({
      ...{ ...market(caller.principal.realm), suppressions: suppressions(caller.principal.realm), readPersonName },
      ...{ lookups: contacts.lookups(caller), addresses: geoAddresses(client, caller) },
    }),
    withholding: (realm) => ({
      ...{ ...market(realm), suppressions: suppressions(realm), nameKeyOf },
      // Nobody was ever looked up for a test key.
      lookups: realm === 'sample' ? null : contacts.lookupStore,
    }),
    suppressions,
    jobs,
    egress,
    checkSettings: policy,
    crmDeals: createCrmDeals({ crmDeals, lateDeals, suppressions, clock, log, asOf, onAttached }),
    outbox,
    searches,
    searchUsage: accountsSearchUsage(client),
    onSearchEnded,
    webhookWriters,
    webhookSettings,
    deliveryLog: createPostgresDeliveryLog(sql),
    webhookSending: {
      queue: createPostgresDeliveryQueue(sql),
      settings: webhookSettings,
      keys: overrides.keys ?? accountsKeys(client),
      writers: webhookWriters,
      sender: egress,
      log,
      random: Math.random,
      onAttempt: createWebhookMetrics(metrics.registry, sql),
    },
    databaseAnswers: () => sql`select 1`,
  };
  const kinds = jobKinds(deps, Math.max(1, config.PLAT_WORKERS));
  await jobs.prepare(kinds);
  const dispatcher = createDispatcher({
    ...{ ...deps.webhookSending, log },
    runAttempt: ({ cause }, attempt) =>
      runJob({ kind: WEBHOOK_DELIVER, cause: cause ?? undefined, log, onRun: jobObserver.onRun }, attempt),
  });
  jobObserver.onEmploy(WEBHOOK_DELIVER, dispatcher.places);
  let endSweeps = () => {};
  let endListening = async () => {};
  return {
    deps,
    beginWork: async () => {
      if (config.PLAT_WORKERS === 0) return;
      await jobs.work(kinds);
      endSweeps = beginSweeps(deps);
      lateWriter.start();
      dispatcher.start();
      endListening = await listenForWebhooks(jobsSql, dispatcher.wake);
    },
    close: async () => {
      endSweeps();
      await endListening();
      await Promise.all([lateWriter.stop(), dispatcher.stop(JOBS_GRACE_MS), jobs.stop(JOBS_GRACE_MS)]);
      await jobsSql.end({ timeout: 5 });
      await contacts.close();
      await reads.close();
      if (overrides.sql === undefined) await sql.end({ timeout: 5 });
    },
  };
}
