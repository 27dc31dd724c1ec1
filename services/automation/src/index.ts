import { runService } from '@plat/kit';
import { createAutomationApp } from './app.ts';
import { readAutomationConfig } from './config.ts';
import { createAutomationDeps } from './deps.ts';

await runService({
  name: 'automation',
  readConfig: readAutomationConfig,
  createDeps: createAutomationDeps,
  createApp: createAutomationApp,
});
