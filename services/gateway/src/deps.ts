import { type CheckSettings, type ServiceName, STRICT_CHECKS } from '@plat/contracts';
import {
  type Clock,
  createInternalTokens,
  createLogger,
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
  showWhoCounts,
} from '@plat/limits';
import type { GatewayConfig } from './config.ts';
import { withRoomForAccounts } from './store/roomy-transport.ts';

/** Everything that the gateway needs from outside. */
export interface GatewayDeps {
  log: Logger;
  tokens: InternalTokens;
  transport: Transport;
  limiter: MinuteLimiter;
  epochs: KeyEpochs;
  clock: Clock;
  metrics: ServiceMetrics;
  /** Of the services behind the gateway that run in the same process. */
  metricsBeside?: readonly ServiceMetrics[];
  services: readonly ServiceName[];
  requireHttps: boolean;
  trustedProxies: readonly string[];
  automationHost?: string;
  /** The test key that the documentation shows to callers on this machine or in its private network; null for none. */
  demoKey?(): string | null;
  /** What callers may ask for here. */
  checkSettings: CheckSettings;
}

/**
 * Makes what is not given. Limits and epochs are shared through Redis when `redisUrl` is set. Else limits are kept in
 * memory, and keys are remembered only with the `epochs` of an accounts service in the same process.
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
      withRoomForAccounts(httpTransport(config.serviceUrls), config.maxOutgoingRequests, (places) =>
        metrics.showQueue('outgoing_requests', places),
      ),
    limiter: stores.limiter,
    epochs: stores.epochs,
    services: overrides.services ?? config.services,
    requireHttps: overrides.requireHttps ?? config.requireHttps,
    trustedProxies: overrides.trustedProxies ?? config.trustedProxies,
    automationHost: overrides.automationHost ?? config.automationHost,
    demoKey: overrides.demoKey,
    checkSettings: overrides.checkSettings ?? config.checkSettings ?? STRICT_CHECKS,
  };
  return { deps, close: stores.close };
}

function createStores(
  redisUrl: string | undefined,
  log: Logger,
  metrics: ServiceMetrics,
  overrides: Partial<GatewayDeps>,
): { limiter: MinuteLimiter; epochs: KeyEpochs; close(): Promise<void> } {
  const memory = createMemoryMinuteLimiter(overrides.clock);
  if (overrides.limiter === undefined) {
    metrics.showCache('minute_windows', () => ({ most: memory.maxKeys, inUse: memory.size }));
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
      ...{ redis, clock: overrides.clock },
      onOpen: (places) => metrics.showQueue('redis_windows', places),
    }),
    memory,
    showWhoCounts(metrics.registry, log),
  );
  return {
    limiter: overrides.limiter ?? limiter,
    epochs:
      overrides.epochs ??
      createRedisKeyEpochs({ redis, onOpen: (places) => metrics.showQueue('redis_epochs', places) }),
    close: async () => redis.disconnect(),
  };
}
