import type { Clock, Logger, ServiceMetrics } from '@plat/kit';
import {
  connectRedis,
  createMemoryMinuteLimiter,
  createRedisMinuteLimiter,
  createResilientMinuteLimiter,
  createSharedLimitsMetric,
  withDecisionMetric,
} from '@plat/limits';
import { type Limiter, SETUP_LIMIT } from '../domain/limits.ts';

/** Shared through Redis where there is one; else, and while Redis is away, counted by this process. */
export function createLimiter(
  redisUrl: string | undefined,
  clock: Clock,
  log: Logger,
  { registry, showCache, showQueue }: Pick<ServiceMetrics, 'registry' | 'showCache' | 'showQueue'>,
): { limiter: Limiter; close(): void } {
  const memory = createMemoryLimiter(clock, showCache);
  if (redisUrl === undefined) return { limiter: withDecisionMetric(memory, registry), close: () => {} };
  const redis = connectRedis(redisUrl, (err) => log.debug({ err }, 'Redis connection error'));
  const showState = createSharedLimitsMetric(registry);
  const limiter = createResilientMinuteLimiter(
    createRedisMinuteLimiter({ redis, onOpen: (places) => showQueue('redis_windows', places) }),
    { ...memory, close: async () => {} },
    (state, err) => {
      showState(state);
      if (state === 'redis') log.info('Redis answers again: limits are shared');
      else log.error({ err }, 'Redis does not answer: this replica counts limits by itself');
    },
  );
  return { limiter: withDecisionMetric(limiter, registry), close: () => redis.disconnect() };
}

/** Windows of an hour are kept apart: the memory of short ones is cleared in the order of their last use. */
function createMemoryLimiter(clock: Clock, showCache: ServiceMetrics['showCache']): Limiter {
  const [setups, others] = [createMemoryMinuteLimiter(clock), createMemoryMinuteLimiter(clock)];
  showCache('minute_windows', () => ({ most: others.maxKeys, inUse: others.size }));
  showCache('setup_windows', () => ({ most: setups.maxKeys, inUse: setups.size }));
  return {
    take: (name, most, windowMs) => (windowMs === SETUP_LIMIT.windowMs ? setups : others).take(name, most, windowMs),
  };
}
