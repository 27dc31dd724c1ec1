import { configOrExit, serveService } from '@plat/kit';
import { createInvestorsApp } from './app.ts';
import { readInvestorsConfig } from './config.ts';
import { createInvestorsDeps } from './deps.ts';

const config = configOrExit(() => readInvestorsConfig(process.env));
const { deps, close } = createInvestorsDeps(config);

serveService({
  app: createInvestorsApp(deps),
  port: config.PLAT_PORT,
  hostname: config.PLAT_HOST,
  log: deps.log,
  close,
  graceMs: config.PLAT_GRACE_MS,
});
