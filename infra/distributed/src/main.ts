import { parseArgs } from 'node:util';
import { requiredVariables } from './compose-file.ts';
import { COMPOSE_FILE, missingPrograms, startDistributedPlat } from './distributed-plat.ts';
import { LOOPBACK } from './local-addresses.ts';

const HELP = `Usage: bun run services [options]

Runs docker-compose.yml as processes of this machine until it is stopped (Ctrl-C, SIGTERM, or with --json the end of
stdin). Variables of the compose file come from the environment; missing secrets are generated. Stopping removes all
data.

  --port N   port for callers (any free port)
  --json     print one JSON document to stdout once it is up
  --help     show this help`;

const { values } = readArguments();
if (values.help) {
  console.log(HELP);
  process.exit(0);
}
const port = values.port === undefined ? undefined : portOf(values.port);
const missing = missingPrograms();
if (missing.length > 0) {
  console.error(`This machine lacks ${missing.join(' and ')}. On Debian: apt-get install redis-server nginx`);
  process.exit(1);
}
const given = process.env as Record<string, string>;
const text = await Bun.file(COMPOSE_FILE).text();
const starting = startDistributedPlat({
  variables: Object.fromEntries(Object.entries(given).filter(([name]) => isOfComposeFile(name))),
  port,
  onLine: (name, line) => console.error(`${name.padEnd(12)} ${line}`),
});
const stop = async () => {
  // The part that failed to start has logged the reason and stopped.
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
      // Nothing is ever sent: the stream ends with the parent process.
    }
    await stop();
  } else {
    console.log(`\nPlat is running at ${url}, as ${replicas.length} processes. The operator's command:\n`);
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

function readArguments() {
  try {
    return parseArgs({
      options: {
        json: { type: 'boolean', default: false },
        port: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    return refuse((error as Error).message);
  }
}

/** Checked before anything starts, because the proxy starts last. */
function portOf(text: string): number {
  const given = Number(text);
  if (!Number.isInteger(given) || given < 1 || given > 65_535) return refuse(`Not a port: ${text}`);
  try {
    Bun.listen({ hostname: LOOPBACK, port: given, socket: { data: () => {} } }).stop(true);
    return given;
  } catch (error) {
    return refuse(`cannot listen on port ${given}: ${(error as Error).message}`);
  }
}

function refuse(problem: string): never {
  console.error(`${problem}\n\n${HELP}`);
  process.exit(2);
}
