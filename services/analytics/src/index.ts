import { configOrExit, serveService } from '@plat/kit';
import { createAnalyticsApp } from './app.ts';
import { readAnalyticsConfig } from './config.ts';
import { createAnalyticsDeps } from './deps.ts';

const config = configOrExit(() => readAnalyticsConfig(process.env));
const { deps, close } = createAnalyticsDeps(config);

await serveService({
  app: createAnalyticsApp(deps),
  port: config.PLAT_PORT,
  hostname: config.PLAT_HOST,
  log: deps.log,
  close,
  graceMs: config.PLAT_GRACE_MS,
  drainMs: config.PLAT_DRAIN_MS,
});
