import { Counter, Gauge, type Registry } from 'prom-client';
import type { MinuteLimiter } from './minute-limiter.ts';
import type { LimiterState } from './resilient-minute-limiter.ts';

/** Where operators read, as far as it is needed here. */
interface LimiterLog {
  info(message: string): void;
  error(fields: { err: unknown }, message: string): void;
}

/** Shows who counts, in metrics and in the log; give the result to `createResilientMinuteLimiter` as `onStateChange`. */
export function showWhoCounts(registry: Registry, log: LimiterLog): (state: LimiterState, cause?: unknown) => void {
  const shared = new Gauge({
    name: 'plat_minute_limits_shared',
    help: '1 while minute limits are counted in Redis, 0 while this replica counts by itself',
    registers: [registry],
  });
  shared.set(1);
  return (state, cause) => {
    shared.set(state === 'redis' ? 1 : 0);
    if (state === 'redis') log.info('Redis answers again: limits are shared');
    else log.error({ err: cause }, 'Redis does not answer: this replica counts limits by itself');
  };
}

/** Counts decisions by limit, which is what stands before the colon of what is taken: `name:subject`. */
export function withDecisionMetric(limiter: Pick<MinuteLimiter, 'take'>, registry: Registry): typeof limiter {
  const decisions = new Counter({
    name: 'plat_limit_decisions_total',
    help: 'Requests that a limit of this service allowed or refused',
    labelNames: ['limit', 'outcome'] as const,
    registers: [registry],
  });
  return {
    take: async (name, ...most) => {
      const decision = await limiter.take(name, ...most);
      decisions.labels(name.split(':', 1)[0] ?? '', decision.allowed ? 'allowed' : 'refused').inc();
      return decision;
    },
  };
}
