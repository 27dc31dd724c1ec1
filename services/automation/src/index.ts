import { DatabaseError } from '@plat/db';
import { ConfigError, configOrExit, serveService } from '@plat/kit';
import { createAutomationApp } from './app.ts';
import { readAutomationConfig } from './config.ts';
import { createAutomationDeps } from './deps.ts';

const config = configOrExit(() => readAutomationConfig(process.env));
try {
  const { deps, close } = await createAutomationDeps(config);
  await serveService({
    app: createAutomationApp(deps),
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
  const reason = error instanceof DatabaseError ? error.plainText : (error as Error).message;
  console.error(`The automation service could not start: ${reason}`);
  process.exit(1);
}
