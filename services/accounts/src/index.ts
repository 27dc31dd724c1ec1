import { runService } from '@plat/kit';
import { createAccountsApp } from './app.ts';
import { readAccountsConfig } from './config.ts';
import { createAccountsDeps } from './deps.ts';

await runService({
  name: 'accounts',
  readConfig: readAccountsConfig,
  createDeps: createAccountsDeps,
  createApp: createAccountsApp,
});
