export * from './cluster-state.ts';
export * from './connect-redis.ts';
export * from './key-epochs.ts';
export * from './memory-minute-limiter.ts';
export * from './metrics.ts';
export { type LimiterClock, MINUTE_MS, type MinuteDecision, type MinuteLimiter } from './minute-limiter.ts';
export * from './redis-minute-limiter.ts';
export * from './resilient-minute-limiter.ts';
