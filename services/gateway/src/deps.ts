import { type CheckSettings, type ServiceName, STRICT_CHECKS } from '@plat/contracts';
import {
  type Clock,
  createInternalTokens,
  createLogger,
  createServiceClient,
  createServiceMetrics,
  httpTransport,
  type InternalTokens,
  type Logger,
  type ServiceMetrics,
  systemClock,
  type Transport,
} from '@plat/kit';
import {
  connectRedis,
  createMemoryMinuteLimiter,
  createRedisKeyEpochs,
  createRedisMinuteLimiter,
  createResilientMinuteLimiter,
  createUnsharedKeyEpochs,
  type KeyEpochs,
  type MinuteLimiter,
  reportLimiterState,
} from '@plat/limits';
import type { GatewayConfig } from './config.ts';
import { GATEWAY } from './stages/index.ts';
import { dataServiceBulkhead } from './store/bulkhead.ts';
import { createRequestLog, type RequestLog } from './store/request-log.ts';

/** External dependencies of the gateway. */
export interface GatewayDeps {
  log: Logger;
  tokens: InternalTokens;
  transport: Transport;
  limiter: MinuteLimiter;
  epochs: KeyEpochs;
  clock: Clock;
  metrics: ServiceMetrics;
  /** Metrics of services that run in the same process. */
  metricsBeside?: readonly ServiceMetrics[];
  services: readonly ServiceName[];
  requireHttps: boolean;
  trustedProxies: readonly string[];
  automationHost?: string;
  /**
   * The test key that the documentation shows to callers on this machine or in its private network; null without
   * one.
   */
  demoKey?(): string | null;
  /** True if a console signs people in, whose sessions are accepted in place of a key. */
  hasSessions?: boolean;
  /** Log of the requests of each key; without it nothing is kept. */
  requestLog?: RequestLog;
  /** Input checks of this installation. */
  checkSettings: CheckSettings;
}

/**
 * Creates the dependencies that are not given. With `redisUrl`, replicas share limits and key epochs. Without it,
 * limits are in memory, and keys are cached only if `epochs` comes from an accounts service in the same process.
 */
export function createGatewayDeps(
  config: GatewayConfig,
  overrides: Partial<GatewayDeps> = {},
): { deps: GatewayDeps; close(): Promise<void> } {
  const log = overrides.log ?? createLogger({ name: 'gateway', level: config.logLevel });
  const clock = overrides.clock ?? systemClock;
  const metrics = overrides.metrics ?? createServiceMetrics('gateway');
  const stores = createStores(config.redisUrl, log, metrics, overrides);
  const deps: GatewayDeps = {
    log,
    clock,
    metrics,
    metricsBeside: overrides.metricsBeside,
    tokens: overrides.tokens ?? createInternalTokens(config.internalSecrets, clock),
    transport:
      overrides.transport ??
      dataServiceBulkhead(httpTransport(config.serviceUrls), config.maxOutgoingRequests, (capacity) =>
        metrics.showQueue('outgoing_requests', capacity),
      ),
    limiter: stores.limiter,
    epochs: stores.epochs,
    services: overrides.services ?? config.services,
    requireHttps: overrides.requireHttps ?? config.requireHttps,
    trustedProxies: overrides.trustedProxies ?? config.trustedProxies,
    automationHost: overrides.automationHost ?? config.automationHost,
    demoKey: overrides.demoKey,
    hasSessions: overrides.hasSessions ?? config.serviceUrls.console !== undefined,
    checkSettings: overrides.checkSettings ?? config.checkSettings ?? STRICT_CHECKS,
  };
  return { deps, close: stores.close };
}

/** The same gateway with a log of the requests of each key. `close` hands over what is left of it first. */
export function withRequestLog({ deps, close }: { deps: GatewayDeps; close(): Promise<void> }): {
  deps: GatewayDeps;
  close(): Promise<void>;
} {
  const client = createServiceClient(deps);
  const requestLog = createRequestLog({ client, principal: GATEWAY, clock: deps.clock, log: deps.log });
  return {
    deps: { ...deps, requestLog },
    close: async () => {
      await requestLog.close();
      await close();
    },
  };
}

function createStores(
  redisUrl: string | undefined,
  log: Logger,
  metrics: ServiceMetrics,
  overrides: Partial<GatewayDeps>,
): { limiter: MinuteLimiter; epochs: KeyEpochs; close(): Promise<void> } {
  const memory = createMemoryMinuteLimiter(overrides.clock);
  if (overrides.limiter === undefined) {
    metrics.showCache('minute_windows', () => ({ max: memory.maxKeys, inUse: memory.size }));
  }
  const shared = overrides.limiter !== undefined && overrides.epochs !== undefined;
  if (redisUrl === undefined || shared) {
    return {
      limiter: overrides.limiter ?? memory,
      epochs: overrides.epochs ?? createUnsharedKeyEpochs(),
      close: async () => {},
    };
  }
  const redis = connectRedis(redisUrl, (err) => log.debug({ err }, 'Redis connection error'));
  const limiter = createResilientMinuteLimiter(
    createRedisMinuteLimiter({
      redis,
      clock: overrides.clock,
      onOpen: (capacity) => metrics.showQueue('redis_windows', capacity),
    }),
    memory,
    reportLimiterState(metrics.registry, log),
  );
  return {
    limiter: overrides.limiter ?? limiter,
    epochs:
      overrides.epochs ??
      createRedisKeyEpochs({ redis, onOpen: (capacity) => metrics.showQueue('redis_epochs', capacity) }),
    close: async () => redis.disconnect(),
  };
}
