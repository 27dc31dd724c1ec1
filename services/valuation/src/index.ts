import { runService } from '@plat/kit';
import { createValuationApp } from './app.ts';
import { readValuationConfig } from './config.ts';
import { createValuationDeps } from './deps.ts';

await runService({
  name: 'valuation',
  readConfig: readValuationConfig,
  createDeps: createValuationDeps,
  createApp: createValuationApp,
});
