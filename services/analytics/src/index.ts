import { runService } from '@plat/kit';
import { createAnalyticsApp } from './app.ts';
import { readAnalyticsConfig } from './config.ts';
import { createAnalyticsDeps } from './deps.ts';

await runService({
  name: 'analytics',
  readConfig: readAnalyticsConfig,
  createDeps: createAnalyticsDeps,
  createApp: createAnalyticsApp,
});
