import type { Clock, Logger, ServiceMetrics } from '@plat/kit';
import {
  connectRedis,
  createMemoryMinuteLimiter,
  createRedisMinuteLimiter,
  createResilientMinuteLimiter,
  type MemoryMinuteLimiter,
  showWhoCounts,
  withDecisionMetric,
} from '@plat/limits';
import { type Limiter, SETUP_LIMIT } from '../domain/limits.ts';

/**
 * Shared through Redis where there is one; else, and while Redis is away, counted by this process.
 * @param clock of the windows in memory; undefined: one that nobody sets.
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
    showWhoCounts(registry, log),
  );
  return { limiter: withDecisionMetric(limiter, registry), close: () => redis.disconnect() };
}

/** Windows of an hour are kept apart: the memory of short ones is cleared in the order of their last use. */
function createMemoryLimiter(
  clock: Clock | undefined,
  showCache: ServiceMetrics['showCache'],
): Pick<MemoryMinuteLimiter, 'take' | 'arrive'> {
  const [setups, others] = [createMemoryMinuteLimiter(clock), createMemoryMinuteLimiter(clock)];
  showCache('minute_windows', () => ({ most: others.maxKeys, inUse: others.size }));
  showCache('setup_windows', () => ({ most: setups.maxKeys, inUse: setups.size }));
  const of = (windowMs?: number) => (windowMs === SETUP_LIMIT.windowMs ? setups : others);
  return {
    take: (name, most, windowMs) => of(windowMs).take(name, most, windowMs),
    arrive: (name, most, windowMs) => of(windowMs).arrive(name, most, windowMs),
  };
}
