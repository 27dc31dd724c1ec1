import type { Clock, Logger, ServiceMetrics } from '@plat/kit';
import {
  connectRedis,
  createMemoryMinuteLimiter,
  createRedisMinuteLimiter,
  createResilientMinuteLimiter,
  type MemoryMinuteLimiter,
  reportLimiterState,
  withDecisionMetric,
} from '@plat/limits';
import { type Limiter, SETUP_LIMIT } from '../domain/limits.ts';

/**
 * Shared through Redis if configured; otherwise, and while Redis is unavailable, counted in this process.
 * @param clock for in-memory windows; undefined: the monotonic clock.
 */
export function createLimiter(
  redisUrl: string | undefined,
  clock: Clock | undefined,
  log: Logger,
  { registry, showCache, showQueue }: Pick<ServiceMetrics, 'registry' | 'showCache' | 'showQueue'>,
): { limiter: Limiter; close(): void } {
  const memory = createMemoryLimiter(clock, showCache);
  if (redisUrl === undefined) return { limiter: withDecisionMetric(memory, registry), close: () => {} };
  const redis = connectRedis(redisUrl, (err) => log.debug({ err }, 'Redis connection error'));
  const limiter = createResilientMinuteLimiter(
    createRedisMinuteLimiter({ redis, onOpen: (places) => showQueue('redis_windows', places) }),
    { ...memory, close: async () => {} },
    reportLimiterState(registry, log),
  );
  return { limiter: withDecisionMetric(limiter, registry), close: () => redis.disconnect() };
}

/** Windows of an hour have their own store: short windows are evicted by last use. */
function createMemoryLimiter(
  clock: Clock | undefined,
  showCache: ServiceMetrics['showCache'],
): Pick<MemoryMinuteLimiter, 'take' | 'arrive'> {
  const [setups, others] = [createMemoryMinuteLimiter(clock), createMemoryMinuteLimiter(clock)];
  showCache('minute_windows', () => ({ max: others.maxKeys, inUse: others.size }));
  showCache('setup_windows', () => ({ max: setups.maxKeys, inUse: setups.size }));
  const of = (windowMs?: number) => (windowMs === SETUP_LIMIT.windowMs ? setups : others);
  return {
    take: (name, most, windowMs) => of(windowMs).take(name, most, windowMs),
    arrive: (name, most, windowMs) => of(windowMs).arrive(name, most, windowMs),
  };
}
