import { configOrExit, serveService } from '@plat/kit';
import { createGatewayApp } from './app.ts';
import { readGatewayConfig } from './config.ts';
import { createGatewayDeps, withRequestLog } from './deps.ts';

const config = configOrExit(() => readGatewayConfig(process.env));
const { deps, close } = withRequestLog(createGatewayDeps(config));
await serveService({
  app: createGatewayApp(deps),
  log: deps.log,
  port: config.port,
  hostname: config.host,
  graceMs: config.graceMs,
  drainMs: config.drainMs,
  tls: config.tls,
  plainPort: config.plainHttpPort,
  close,
});
