import type { Elysia } from 'elysia';
import { ConfigError, configOrExit, type Environment } from './config.ts';
import type { Logger } from './logger.ts';
import { serveService } from './serve.ts';

/** Dependencies of a service once they are connected. */
interface OpenedDeps<Deps> {
  deps: Deps;
  /** Starts background work. */
  beginWork?(): Promise<void>;
  close(): Promise<void>;
}

/** Where and how a service listens; names as in `SERVICE_SETTINGS`. */
interface ListenSettings {
  PLAT_PORT: number;
  PLAT_HOST: string;
  PLAT_GRACE_MS: number;
  PLAT_DRAIN_MS?: number;
}

export interface ServiceParts<Config, Deps extends { log: Logger }> {
  /** As in "The geo service could not start". */
  name: string;
  readConfig(environment: Environment): NoInfer<Config> & ListenSettings;
  createDeps(config: Config): OpenedDeps<Deps> | Promise<OpenedDeps<Deps>>;
  createApp(deps: Deps): Elysia;
}

/**
 * Runs a service as its own process, from its configuration to the signal that stops it. A failed start prints one
 * sentence and exits with status 2 for a configuration error, 1 otherwise.
 */
export async function runService<Config, Deps extends { log: Logger }>(
  parts: ServiceParts<Config, Deps>,
): Promise<void> {
  const config = configOrExit(() => parts.readConfig(process.env));
  try {
    const { deps, beginWork, close } = await parts.createDeps(config);
    await beginWork?.();
    await serveService({
      app: parts.createApp(deps),
      port: config.PLAT_PORT,
      hostname: config.PLAT_HOST,
      graceMs: config.PLAT_GRACE_MS,
      drainMs: config.PLAT_DRAIN_MS,
      log: deps.log,
      close,
    });
  } catch (error) {
    if (error instanceof ConfigError) {
      console.error(error.message);
      process.exit(2);
    }
    console.error(`The ${parts.name} service could not start: ${sentenceOf(error)}`);
    process.exit(1);
  }
}

/** Includes the advice, if the error has one. */
function sentenceOf(error: unknown): string {
  const { plainText, message } = error as { plainText?: string; message?: string };
  return plainText ?? message ?? String(error);
}
