import { runService } from '@plat/kit';
import { createGeoApp } from './app.ts';
import { readGeoConfig } from './config.ts';
import { createGeoDeps } from './deps.ts';

await runService({
  name: 'geo',
  readConfig: readGeoConfig,
  createDeps: createGeoDeps,
  createApp: createGeoApp,
});
