import type { ServiceName } from '@plat/contracts';
import { type Clock, systemClock } from './clock.ts';
import { createLogger, type Logger, type LogLevel } from './logger.ts';
import { createServiceMetrics, type ServiceMetrics } from './metrics.ts';
import { createInternalTokens, type InternalTokens } from './principal.ts';
import { internalSecrets } from './settings.ts';

/** Dependencies that every service needs. */
export interface ServiceBasics {
  log: Logger;
  tokens: InternalTokens;
  clock: Clock;
  metrics: ServiceMetrics;
}

/** Dependencies shared by services of one process, or set by a test. */
export type SharedBasics = Partial<Omit<ServiceBasics, 'metrics'>>;

/**
 * Creates the dependencies that are not shared. None of them needs closing.
 * @param config settings by the names of `SERVICE_SETTINGS`.
 */
export function serviceBasics(
  name: ServiceName,
  config: { PLAT_LOG_LEVEL: LogLevel } & Parameters<typeof internalSecrets>[0],
  { clock = systemClock, log, tokens }: SharedBasics,
): ServiceBasics {
  return {
    clock,
    log: log ?? createLogger({ name, level: config.PLAT_LOG_LEVEL }),
    tokens: tokens ?? createInternalTokens(internalSecrets(config), clock),
    metrics: createServiceMetrics(name),
  };
}
