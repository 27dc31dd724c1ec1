import type { ServiceName } from '@plat/contracts';
import { type Clock, systemClock } from './clock.ts';
import { createLogger, type Logger, type LogLevel } from './logger.ts';
import { createServiceMetrics, type ServiceMetrics } from './metrics.ts';
import { createInternalTokens, type InternalTokens } from './principal.ts';
import { internalSecrets } from './settings.ts';

/** What every service works with, whatever it is for. */
export interface ServiceBasics {
  log: Logger;
  tokens: InternalTokens;
  clock: Clock;
  metrics: ServiceMetrics;
}

/** What a host process shares between services, or a test decides. */
export type SharedBasics = Partial<Omit<ServiceBasics, 'metrics'>>;

/**
 * Makes what is not shared. Nothing of it needs to be closed.
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
