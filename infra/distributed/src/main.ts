/**
 * `bun infra/distributed/src/main.ts [--json] [--port <port>]`: runs docker-compose.yml as processes of this machine until
 * it is stopped (Ctrl-C, SIGTERM, or with --json the end of stdin). Variables of the compose file come from the
 * environment; secrets that are not there are made up, and everything is gone when it stops.
 */
import { parseArgs } from 'node:util';
import { requiredVariables } from './compose-file.ts';
import { COMPOSE_FILE, missingPrograms, startDistributedPlat } from './distributed-plat.ts';

const { values } = parseArgs({ options: { json: { type: 'boolean', default: false }, port: { type: 'string' } } });
const missing = missingPrograms();
if (missing.length > 0) {
  console.error(`This machine lacks ${missing.join(' and ')}. On Debian: apt-get install redis-server nginx`);
  process.exit(1);
}
const given = process.env as Record<string, string>;
const text = await Bun.file(COMPOSE_FILE).text();
const starting = startDistributedPlat({
  variables: Object.fromEntries(Object.entries(given).filter(([name]) => isOfComposeFile(name))),
  port: values.port === undefined ? undefined : Number(values.port),
  onLine: (name, line) => {
    if (!values.json || /"level":"(warn|error|fatal)"/.test(line)) console.error(`${name.padEnd(12)} ${line}`);
  },
});
const stop = async () => {
  // What failed to start has said so below, and stopped itself.
  await starting.then(
    (plat) => plat.stop(),
    () => {},
  );
  process.exit(0);
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);

try {
  const { url, replicas, operator, databaseUrl } = await starting;
  if (values.json) {
    const running = replicas.map(({ service, url: own, process: { pid } }) => ({ service, url: own, pid }));
    console.log(JSON.stringify({ url, replicas: running, operator, databaseUrl }));
    for await (const _ of Bun.stdin.stream()) {
      // Nothing is ever sent: it ends when whoever started this does.
    }
    await stop();
  } else {
    console.log(`\nPlat answers at ${url}, as ${replicas.length} processes. The operator's command:\n`);
    const environment = Object.entries(operator.environment).filter(([, value]) => value !== '');
    console.log(
      `env ${environment.map(([name, value]) => `${name}='${value}'`).join(' ')} \\\n  bun run plat --help\n`,
    );
  }
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}

function isOfComposeFile(name: string): boolean {
  return requiredVariables(text).includes(name) || text.includes(`\${${name}:-`);
}
