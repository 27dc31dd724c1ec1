import { Counter, Gauge, type Registry } from 'prom-client';
import type { MinuteLimiter } from './minute-limiter.ts';
import type { LimiterState } from './resilient-minute-limiter.ts';

/** The part of a logger that this file uses. */
interface LimiterLog {
  info(message: string): void;
  error(fields: { err: unknown }, message: string): void;
}

/**
 * Reports in metrics and logs whether limits are shared. Pass the result to `createResilientMinuteLimiter` as
 * `onStateChange`.
 */
export function reportLimiterState(
  registry: Registry,
  log: LimiterLog,
): (state: LimiterState, cause?: unknown) => void {
  const shared = new Gauge({
    name: 'plat_minute_limits_shared',
    help: '1 while replicas share minute limits in Redis, 0 while this replica counts alone',
    registers: [registry],
  });
  shared.set(1);
  return (state, cause) => {
    shared.set(state === 'redis' ? 1 : 0);
    if (state === 'redis') log.info('Redis answers again: replicas share limits');
    else log.error({ err: cause }, 'Redis does not answer: this replica counts limits alone');
  };
}

/** Counts decisions by limit name, which is the part before the colon of `name:subject`. */
export function withDecisionMetric(limiter: Pick<MinuteLimiter, 'take'>, registry: Registry): typeof limiter {
  const decisions = new Counter({
    name: 'plat_limit_decisions_total',
    help: 'Requests allowed or refused by a limit of this service',
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
