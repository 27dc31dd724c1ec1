import type { CheckSettings } from '@plat/contracts';
import { createCounties } from '@plat/dataset';
import type { Transaction } from '@plat/db';
import type { Egress } from '@plat/egress';
import type { Jobs } from '@plat/jobs';
import type { Caller, Realm, ServiceBasics } from '@plat/kit';
import { type BackgroundParts, searchJob, startSweeps, wireBackground } from './background/wiring.ts';
import type { InvestorsConfig } from './config.ts';
import type { ContactsDeps, SuppressionLists } from './contacts/index.ts';
import { type ContactParts, type ContactsWiring, nameKeyOf, readPersonName, wireContacts } from './contacts/wiring.ts';
import type { CrmDeps } from './crm/index.ts';
import { wireCrm } from './crm/wiring.ts';
import { legacyMessageWriters, legacySearchFinder } from './legacy/wiring.ts';
import { type MarketPorts, marketPorts } from './market-ports.ts';
import type { ProfilesDeps } from './profiles/index.ts';
import { readOwnerName } from './profiles/wiring.ts';
import { openResources, type ResourceOverrides, type Resources } from './resources.ts';
import type { BuyerSearchPorts } from './search/index.ts';
import { buyerSearchFinder, geoAddresses, searchMessageWriters } from './search/wiring.ts';
import type { DeliverDeps, KeyStandings, WebhookOutbox, WebhooksDeps, WebhookWriters } from './webhooks/index.ts';
import { accountsKeys, listenForWebhooks, wireSending, wireWebhooks } from './webhooks/wiring.ts';

export { migrateInvestorsDatabase, openInvestorsDatabase } from './database.ts';

/** The parts of the investors service. The routes of a context need a few of them, see its `deps.ts`. */
export interface InvestorsDeps
  extends ServiceBasics,
    BackgroundParts,
    ContactsDeps,
    CrmDeps,
    ProfilesDeps,
    WebhooksDeps {
  /** The dataset for one request; all its queries read one version. */
  market(realm: Realm): MarketPorts;
  /** Ports of one request, which call other services on behalf of its caller. */
  ports(caller: Caller): BuyerSearchPorts & MarketPorts;
  suppressions(realm: Realm): SuppressionLists;
  jobs: Jobs;
  egress: Egress;
  /** The settings that callers may send to this service. */
  checkSettings: CheckSettings;
  /** Queues webhooks in the transaction of their event. */
  outbox: WebhookOutbox<Transaction>;
  webhookWriters: WebhookWriters;
  webhookSending: DeliverDeps;
  /** Rejects when the database does not answer. */
  databaseAnswers(): Promise<unknown>;
}

/** Parts that a host shares between services, or that a test replaces. */
export interface InvestorsOverrides extends ResourceOverrides {
  /** Reaches the skip-trace provider. */
  skiptraceFetch?: ContactsWiring['fetch'];
  webhookWriters?: Partial<WebhookWriters>;
  keys?: KeyStandings;
}

/** The service, wired: the routes read `deps`. */
export interface InvestorsParts {
  deps: InvestorsDeps;
  /** Starts background work, once the services that it calls can be reached. */
  beginWork(): Promise<void>;
  /** Stops background work, and closes what was opened. */
  close(): Promise<void>;
}

/** How long a stop waits for background searches; another replica repeats those that do not end. */
const JOBS_GRACE_MS = 5_000;

/** Connects, migrates and wires the contexts, each after those that it reads. */
export async function createInvestorsDeps(
  config: InvestorsConfig,
  overrides: InvestorsOverrides = {},
): Promise<InvestorsParts> {
  const resources = await openResources(config, overrides);
  const { clock, log, metrics, tokens, client, sql, jobsSql, jobs, egress, asOf } = resources;
  const nowMs = () => clock.nowMs();
  const contacts = wireContacts({
    settings: config,
    sql,
    metrics,
    log,
    clock,
    asOf: resources.liveDay,
    fetch: overrides.skiptraceFetch,
  });
  const { suppressions } = contacts;
  const webhooks = wireWebhooks(sql);
  const { outbox } = webhooks;
  const background = wireBackground({ sql, jobs, outbox, client, metrics, nowMs });
  const { searches } = background;
  const crm = wireCrm({ sql, keepSql: jobsSql, outbox, suppressions, clock, log, metrics, asOf });
  const webhookWriters: WebhookWriters = {
    ...searchMessageWriters({ searches, suppressions, asOf, nowMs }),
    ...legacyMessageWriters({ searches, nowMs }),
    ...crm.crmMessageWriters,
    ...overrides.webhookWriters,
  };
  const keys = overrides.keys ?? accountsKeys(client);
  const { webhookSending, dispatcher } = wireSending({ ...resources, ...webhooks, keys, writers: webhookWriters });
  const deps: InvestorsDeps = {
    clock,
    log,
    metrics,
    tokens,
    jobs,
    egress,
    asOf,
    checkSettings: resources.checkSettings,
    ...webhooks,
    ...background,
    ...requestPorts(resources, contacts),
    suppressions,
    crmDeals: crm.crmDeals,
    webhookWriters,
    webhookSending,
    databaseAnswers: () => sql`select 1`,
  };
  const work = await prepareWork(deps, config.PLAT_WORKERS);
  let stopListening = async () => {};
  return {
    deps,
    beginWork: async () => {
      if (config.PLAT_WORKERS === 0) return;
      await work.start();
      crm.lateWriter.start();
      dispatcher.start();
      stopListening = await listenForWebhooks(jobsSql, dispatcher.wake);
    },
    close: async () => {
      work.stop();
      await stopListening();
      await Promise.all([crm.lateWriter.stop(), dispatcher.stop(JOBS_GRACE_MS), jobs.stop(JOBS_GRACE_MS)]);
      await contacts.close();
      await resources.close();
    },
  };
}

/** The ports of one request, of its realm and its caller. */
function requestPorts(
  { reads, client }: Resources,
  { suppressions, lookups, lookupStore }: ContactParts,
): Pick<InvestorsDeps, 'market' | 'profilePorts' | 'ports' | 'withholding'> {
  const counties = createCounties();
  const market = (realm: Realm) => marketPorts(reads.beginRequest(realm), counties);
  return {
    market,
    profilePorts: (realm) => ({
      ...market(realm),
      suppressions: suppressions(realm),
      readPersonName,
      readOwnerName,
    }),
    ports: (caller) => ({
      ...market(caller.principal.realm),
      suppressions: suppressions(caller.principal.realm),
      readPersonName,
      lookups: lookups(caller),
      addresses: geoAddresses(client, caller),
    }),
    withholding: (realm) => ({
      ...market(realm),
      suppressions: suppressions(realm),
      nameKeyOf,
      // Test keys never skip trace.
      lookups: realm === 'sample' ? null : lookupStore,
    }),
  };
}

/** Background searches of both APIs, and their sweeps. */
async function prepareWork(deps: InvestorsDeps, workers: number) {
  const { searches, searchUsage: usage, log, clock, jobs } = deps;
  const run = {
    searches,
    finders: { v1: buyerSearchFinder(deps), legacy: legacySearchFinder(deps) },
    usage,
    log,
    nowMs: () => clock.nowMs(),
    onEnded: deps.onSearchEnded('background'),
  };
  const kinds = [searchJob(run, Math.max(1, workers))];
  await jobs.prepare(kinds);
  let stopSweeps = () => {};
  return {
    start: async () => {
      await jobs.work(kinds);
      stopSweeps = startSweeps(run);
    },
    stop: () => stopSweeps(),
  };
}
