import { runService } from '@plat/kit';
import { createInvestorsApp } from './app.ts';
import { readInvestorsConfig } from './config.ts';
import { createInvestorsDeps } from './deps.ts';

await runService({
  name: 'investors',
  readConfig: readInvestorsConfig,
  createDeps: createInvestorsDeps,
  createApp: createInvestorsApp,
});
