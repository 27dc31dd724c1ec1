import { configOrExit, serveService } from '@plat/kit';
import { createValuationApp } from './app.ts';
import { readValuationConfig } from './config.ts';
import { createValuationDeps } from './deps.ts';

const config = configOrExit(() => readValuationConfig(process.env));
const { deps, close } = createValuationDeps(config);

await serveService({
  app: createValuationApp(deps),
  port: config.PLAT_PORT,
  hostname: config.PLAT_HOST,
  log: deps.log,
  close,
  graceMs: config.PLAT_GRACE_MS,
  drainMs: config.PLAT_DRAIN_MS,
});
