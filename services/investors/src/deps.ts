import { connect, type Sql } from '@plat/db';
import {
  type Clock,
  createInternalTokens,
  createLogger,
  createServiceClient,
  httpTransport,
  type InternalTokens,
  type Logger,
  type ServiceClient,
  systemClock,
  utcDay,
} from '@plat/kit';
import type { InvestorsConfig } from './config.ts';
import type { OwnerBook } from './domain/owner-book.ts';
import type { BuyerDealFinder, BuyerSearchPorts, CompFinder, PropertyIds, WithholdingPorts } from './domain/ports.ts';
import { type Caller, geoAddresses } from './store/geo-addresses.ts';
import { marketBuyerDeals } from './store/market-buyer-deals.ts';
import { marketComps } from './store/market-comps.ts';
import { marketContacts, marketSuppressions } from './store/market-contacts.ts';
import { marketDeals } from './store/market-deals.ts';
import { marketOwners } from './store/market-owners.ts';
import { marketProperties } from './store/market-properties.ts';
import { nameKeyOf, readPersonName } from './store/person-name.ts';

/** What the investors service works with. */
export interface InvestorsDeps {
  log: Logger;
  tokens: InternalTokens;
  clock: Clock;
  /** The UTC day that windows count back from, `YYYY-MM-DD`. */
  asOf(): string;
  /** Ports of one request, asking other services on behalf of its caller. */
  ports(caller: Caller): BuyerSearchPorts & { properties: PropertyIds };
  withholding: WithholdingPorts;
  comps: CompFinder;
  owners: OwnerBook;
  buyerDeals: BuyerDealFinder;
  /** Rejects when the database cannot be asked. */
  databaseAnswers(): Promise<unknown>;
}

/** Parts that a host shares between services. */
export interface InvestorsOverrides {
  /** Stays open when the service closes. */
  sql?: Sql;
  client?: ServiceClient;
  tokens?: InternalTokens;
  log?: Logger;
  clock?: Clock;
  asOf?(): string;
}

/** Builds the dependencies of the service. `close` ends what was opened here. */
export function createInvestorsDeps(
  config: InvestorsConfig,
  overrides: InvestorsOverrides = {},
): { deps: InvestorsDeps; close(): Promise<void> } {
  const { clock = systemClock } = overrides;
  const log = overrides.log ?? createLogger({ name: 'investors', level: config.PLAT_LOG_LEVEL });
  const tokens = overrides.tokens ?? createInternalTokens(config.PLAT_INTERNAL_SECRET, clock);
  const transport = httpTransport({ geo: config.PLAT_GEO_URL });
  const client = overrides.client ?? createServiceClient({ transport, tokens, clock });
  const sql = overrides.sql ?? connect(config.DATABASE_URL, { applicationName: 'plat-investors' });
  const market = {
    properties: marketProperties(sql),
    deals: marketDeals(sql),
    contacts: marketContacts(sql),
    suppressions: marketSuppressions(sql),
    readPersonName,
  };
  return {
    deps: {
      log,
      tokens,
      clock,
      asOf: overrides.asOf ?? (() => config.PLAT_AS_OF ?? utcDay(clock.nowMs())),
      ports: (caller) => ({ ...market, addresses: geoAddresses(client, caller) }),
      withholding: { ...market, nameKeyOf },
      comps: marketComps(sql),
      owners: marketOwners(sql),
      buyerDeals: marketBuyerDeals(sql),
      databaseAnswers: () => sql`select 1`,
    },
    close: async () => {
      if (overrides.sql === undefined) await sql.end({ timeout: 5 });
    },
  };
}
