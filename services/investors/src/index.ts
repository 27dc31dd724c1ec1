import { DatabaseError } from '@plat/db';
import { ConfigError, configOrExit, serveService } from '@plat/kit';
import { createInvestorsApp } from './app.ts';
import { readInvestorsConfig } from './config.ts';
import { createInvestorsDeps } from './deps.ts';

const config = configOrExit(() => readInvestorsConfig(process.env));
try {
  const { deps, beginWork, close } = await createInvestorsDeps(config);
  await beginWork();
  await serveService({
    app: createInvestorsApp(deps),
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
  console.error(`The investors service could not start: ${reason}`);
  process.exit(1);
}
