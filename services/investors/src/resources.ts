import type { CheckSettings } from '@plat/contracts';
import { asOfIn, openMarketReads } from '@plat/dataset';
import { connect, type Sql } from '@plat/db';
import { createEgress, createEgressMetrics, type Egress, egressPolicy } from '@plat/egress';
import { createJobMetrics, type JobObserver, type Jobs, openJobs } from '@plat/jobs';
import {
  createServiceClient,
  httpTransport,
  type Realm,
  type ServiceBasics,
  type ServiceClient,
  type SharedBasics,
  serviceBasics,
  utcDay,
} from '@plat/kit';
import type { InvestorsConfig } from './config.ts';
import { migrateInvestors, openInvestorsDatabase } from './database.ts';

/** Resources that a host shares between services, or that a test replaces. */
export interface ResourceOverrides extends SharedBasics {
  /** Stays open when the service closes. */
  sql?: Sql;
  client?: ServiceClient;
  /** The as-of day of the live records. */
  asOf?(): string;
  egress?: Egress;
}

/** Connections, clients and clocks that the contexts share. */
export interface Resources extends ServiceBasics {
  client: ServiceClient;
  sql: Sql;
  /** A pool of its own: a heartbeat that waits behind requests would make a running job look dead. */
  jobsSql: Sql;
  jobs: Jobs;
  jobObserver: JobObserver;
  reads: ReturnType<typeof openMarketReads>;
  egress: Egress;
  /** The settings that callers may send to this service. */
  checkSettings: CheckSettings;
  /** The as-of day of the live records, `YYYY-MM-DD`. */
  liveDay(): string;
  /** The as-of day of a realm, `YYYY-MM-DD`. No window ends after it; the age of the do-not-call snapshot counts to it. */
  asOf(realm: Realm): string;
  /** Closes what was opened here. */
  close(): Promise<void>;
}

/** Connects and migrates. */
export async function openResources(config: InvestorsConfig, overrides: ResourceOverrides): Promise<Resources> {
  const basics = serviceBasics('investors', config, overrides);
  const { clock, log, metrics, tokens } = basics;
  const transport = httpTransport({ geo: config.PLAT_GEO_URL, accounts: config.PLAT_ACCOUNTS_URL });
  const policy = egressPolicy(config);
  const sql = overrides.sql ?? (await openInvestorsDatabase(config.DATABASE_URL));
  if (overrides.sql !== undefined) await migrateInvestors(sql);
  const { registry } = metrics;
  const reads = openMarketReads({ settings: config, sql, applicationName: 'plat-investors', log, registry });
  const jobsSql = connect(config.DATABASE_URL, { applicationName: 'plat-investors-jobs', maxConnections: 3 });
  const jobObserver = createJobMetrics(metrics);
  const liveDay = overrides.asOf ?? (() => config.PLAT_AS_OF ?? utcDay(clock.nowMs()));
  return {
    ...basics,
    client: overrides.client ?? createServiceClient({ transport, tokens, clock }),
    sql,
    jobsSql,
    jobs: await openJobs(jobsSql, log, jobObserver),
    jobObserver,
    reads,
    egress: overrides.egress ?? createEgress({ policy, log, clock, ...createEgressMetrics(metrics) }),
    checkSettings: policy,
    liveDay,
    asOf: (realm) => asOfIn(realm, liveDay()),
    close: async () => {
      await jobsSql.end({ timeout: 5 });
      await reads.close();
      if (overrides.sql === undefined) await sql.end({ timeout: 5 });
    },
  };
}
