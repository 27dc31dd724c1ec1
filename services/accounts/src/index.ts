import { DatabaseError } from '@plat/db';
import { configOrExit, serveService } from '@plat/kit';
import { createAccountsApp } from './app.ts';
import { readAccountsConfig } from './config.ts';
import { createAccountsDeps } from './deps.ts';

const config = configOrExit(() => readAccountsConfig(process.env));
try {
  const { deps, close } = await createAccountsDeps(config);
  await serveService({
    app: createAccountsApp(deps),
    port: config.PLAT_PORT,
    hostname: config.PLAT_HOST,
    graceMs: config.PLAT_GRACE_MS,
    drainMs: config.PLAT_DRAIN_MS,
    log: deps.log,
    close,
  });
} catch (error) {
  const reason = error instanceof DatabaseError ? error.plainText : (error as Error).message;
  console.error(`The accounts service could not start: ${reason}`);
  process.exit(1);
}
