import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { openMarketReads } from '@plat/dataset';
import { connect, migrate, type Sql } from '@plat/db';
import { type ReadinessChecks, type ServiceBasics, type SharedBasics, serviceBasics } from '@plat/kit';
import { createMemoryMinuteLimiter } from '@plat/limits';
import type { ConsoleConfig } from './config.ts';
import type { OperationPorts } from './operations/index.ts';
import type { PeopleDeps } from './people/index.ts';
import { createIdentityProvider, createPostgresPeople } from './people/wiring.ts';
import type { SavedDeps } from './saved/index.ts';
import { createPostgresSavedSearches } from './saved/wiring.ts';
import type { SharesDeps } from './shares/index.ts';
import { createPostgresShares } from './shares/wiring.ts';
import type { TilesDeps } from './tiles/wiring.ts';

export type { OperationPorts } from './operations/index.ts';

/** What the host puts behind the console: the same functions that the commands call. */
export interface ConsolePorts extends Pick<PeopleDeps, 'companies' | 'audit' | 'realm'> {
  /** True if the caller used HTTPS, here or to a trusted proxy. */
  isHttps(request: Request): boolean;
  /** Address under which people reach this Plat; links name the address of the request without it. */
  publicUrl?: string;
  operations: OperationPorts;
}

export interface ConsoleDeps extends ServiceBasics {
  people: PeopleDeps;
  saved: SavedDeps;
  shares: SharesDeps;
  tiles: TilesDeps;
  ports: ConsolePorts;
  /** Refuse plain HTTP, except on loopback. */
  requireHttps: boolean;
  readiness: ReadinessChecks;
}

/** People whose requests of the last minute are counted, in this process. */
const MAX_COUNTED_PEOPLE = 10_000;
const MIGRATIONS = join(import.meta.dir, 'store', 'migrations');

/** Opens the console schema and migrates it. */
export async function openConsoleDatabase(databaseUrl: string): Promise<Sql> {
  const sql = connect(databaseUrl, { applicationName: 'plat-console' });
  try {
    await migrate(sql, { schema: 'console', folder: MIGRATIONS });
    return sql;
  } catch (error) {
    await sql.end({ timeout: 1 });
    throw error;
  }
}

/** Connects and migrates. `close` releases everything except overrides. */
export async function createConsoleDeps(
  config: ConsoleConfig,
  ports: ConsolePorts,
  overrides: SharedBasics = {},
): Promise<{ deps: ConsoleDeps; close(): Promise<void> }> {
  const basics = serviceBasics('console', config, overrides);
  const sql = await openConsoleDatabase(config.DATABASE_URL);
  const { companies, audit, realm } = ports;
  const limiter = createMemoryMinuteLimiter(overrides.clock, { maxKeys: MAX_COUNTED_PEOPLE });
  basics.metrics.showCache('minute_windows', () => ({ max: limiter.maxKeys, inUse: limiter.size }));
  const reads = openMarketReads({
    settings: config,
    sql,
    applicationName: 'plat-console',
    log: basics.log,
    registry: basics.metrics.registry,
  });
  const nowMs = () => basics.clock.nowMs();
  return {
    deps: {
      ...basics,
      ports,
      people: {
        people: createPostgresPeople(sql),
        provider: createIdentityProvider(config, basics),
        companies,
        audit,
        realm,
        limiter,
        nowMs,
        randomBytes,
      },
      saved: { saved: createPostgresSavedSearches(sql), nowMs },
      shares: { shares: createPostgresShares(sql), companies, audit, nowMs, randomBytes },
      tiles: { beginRequest: reads.beginRequest, realm, baseMap: config },
      requireHttps: config.PLAT_REQUIRE_HTTPS,
      readiness: { database: () => sql`select 1` },
    },
    close: async () => {
      await reads.close();
      await sql.end({ timeout: 5 });
    },
  };
}
