import { asOfIn, createCounties, createPhoneShares, openMarketReads, readAccuracy } from '@plat/dataset';
import { connect, type Sql } from '@plat/db';
import {
  type Caller,
  createServiceClient,
  httpTransport,
  type Realm,
  type ServiceBasics,
  type ServiceClient,
  type SharedBasics,
  serviceBasics,
  utcDay,
} from '@plat/kit';
import { createValueModels, type ValueModels } from '@plat/value-model';
import type { ValuationConfig } from './config.ts';
import type { CountyBook } from './domain/coverage.ts';
import type { AccuracyRecord, OffersPorts } from './domain/ports.ts';
import { geoAddresses } from './store/geo-addresses.ts';
import { marketComps } from './store/market-comps.ts';
import { marketCounties } from './store/market-counties.ts';
import { marketInvestorFlips } from './store/market-investor-flips.ts';
import { marketProperties } from './store/market-properties.ts';
import { marketValues } from './store/market-values.ts';
import { marketWindows } from './store/market-windows.ts';

/** Dependencies of the valuation service. */
export interface ValuationDeps extends ServiceBasics {
  /** The as-of day of a realm, `YYYY-MM-DD`: no window ends after it. */
  asOf(realm: Realm): string;
  /** Ports of one request; calls to other services act for its caller. */
  ports(caller: Caller): OffersPorts & { counties: CountyBook };
  accuracy(realm: Realm): AccuracyRecord;
  /** Rejects if the database does not answer. */
  databaseAnswers(): Promise<unknown>;
}

/** Dependencies that a host shares between services. */
export interface ValuationOverrides extends SharedBasics {
  /** Stays open when the service closes. */
  sql?: Sql;
  client?: ServiceClient;
  values?: ValueModels;
  /** As-of day of the live records. */
  asOf?(): string;
}

/** Creates the dependencies of the service. `close` closes what was opened here. */
export function createValuationDeps(
  config: ValuationConfig,
  overrides: ValuationOverrides = {},
): { deps: ValuationDeps; close(): Promise<void> } {
  const basics = serviceBasics('valuation', config, overrides);
  const { clock, log, metrics, tokens } = basics;
  const client =
    overrides.client ?? createServiceClient({ transport: httpTransport({ geo: config.PLAT_GEO_URL }), tokens, clock });
  const sql = overrides.sql ?? connect(config.DATABASE_URL, { applicationName: 'plat-valuation' });
  const { registry } = metrics;
  const reads = openMarketReads({ settings: config, sql, applicationName: 'plat-valuation', log, registry });
  const liveDay = overrides.asOf ?? (() => config.PLAT_AS_OF ?? utcDay(clock.nowMs()));
  const counties = createCounties();
  const phones = createPhoneShares();
  const models = overrides.values ?? createValueModels();
  return {
    deps: {
      ...basics,
      asOf: (realm) => asOfIn(realm, liveDay()),
      ports: (caller) => {
        const read = reads.beginRequest(caller.principal.realm);
        return {
          addresses: geoAddresses(client, caller),
          properties: marketProperties(read),
          records: marketWindows(read, counties),
          counties: marketCounties(read, counties, phones),
          comps: marketComps(read),
          investorFlips: marketInvestorFlips(read),
          values: marketValues(read, models),
        };
      },
      accuracy: (realm) => ({ read: () => reads.pool.read((sql) => readAccuracy(sql, realm)) }),
      databaseAnswers: () => reads.pool.read((sql) => sql`select 1`),
    },
    close: async () => {
      await reads.close();
      if (overrides.sql === undefined) await sql.end({ timeout: 5 });
    },
  };
}
