import { configOrExit, serveService } from '@plat/kit';
import { createGeoApp } from './app.ts';
import { readGeoConfig } from './config.ts';
import { createGeoDeps } from './deps.ts';

const config = configOrExit(() => readGeoConfig(process.env));
const { deps, close } = await createGeoDeps(config);
await serveService({
  app: createGeoApp(deps),
  port: config.PLAT_PORT,
  hostname: config.PLAT_HOST,
  graceMs: config.PLAT_GRACE_MS,
  drainMs: config.PLAT_DRAIN_MS,
  log: deps.log,
  close,
});
