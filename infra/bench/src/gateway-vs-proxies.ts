import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@plat/db/free-ports';
import { publishAddresses } from './autocomplete-market.ts';
import { typedSearches } from './autocomplete-searches.ts';
import { type Benchmark, median, type Result } from './benchmark.ts';
import { startNginxGateway, startUpstream } from './gateway-nginx.ts';
import {
  type BenchKeys,
  createKeys,
  geoAuthorization,
  type Installation,
  newInstallation,
  startGateway,
  startService,
} from './gateway-plat.ts';
import { isAnswering, type StartedServer, startServer } from './gateway-processes.ts';
import { type HttpLoad, httpLoadOf } from './http-load.ts';
import { type PrivateServer, startPrivateServer } from './private-server.ts';

const CONNECTIONS = 64;
const ROUNDS = 5;
const SECONDS = 4;
const PATH = '/v1/autocomplete';
const BODIES = ['3043 w exam', '101 west example trl', 'phoenix, az', '85019', '12 e camelback rd phoenix'].map(
  (search_string) => JSON.stringify({ search_string }),
);
const SEARCHES = 120;
const NEEDED = ['nginx', 'wrk', 'redis-server'];

/** The upstream of one comparison, the same for every gateway. */
interface Upstream {
  /** Description for the table, such as `in front of geo`. */
  described: string;
  server: StartedServer;
  /** Value that it requires from callers; our gateway creates its own. */
  authorization: string;
  /** Requests to send to it. */
  bodies: readonly string[];
}

/** One gateway in front of the upstream, loaded with one set of keys. */
interface Side {
  name: string;
  server: StartedServer;
  load: HttpLoad;
  perSecond: number[];
  cpuMicroseconds: number[];
}

/** Servers of a benchmark, stopped at its end in reverse order. */
type Servers = AsyncDisposableStack;
const stop = (started: { stop(): Promise<void> }): Promise<void> => started.stop();

/**
 * Cost of a request through the gateway, compared with nginx and Fastify in front of the same upstream: one process
 * each, a limit per key, one log line per request, in alternating rounds. Measured with an upstream that does no
 * work, where only the gateways differ, and with the geo service and half a million addresses, as callers see it.
 * Also reports a Bun server that only proxies, the lower bound for anything on Bun.
 */
export const gatewayVsProxies: Benchmark = {
  name: 'gateway',
  async run(_sizes, tell) {
    const absent = NEEDED.filter((name) => Bun.which(name) === null);
    const database = absent.length === 0 ? await startPrivateServer({ isDurable: true }) : null;
    if (database === null) {
      tell(
        `${[...absent, ...(absent.length === 0 ? ['postgresql-15'] : [])].join(', ')} not installed: skipping the gateway benchmark.`,
      );
      return [];
    }
    await using servers = new AsyncDisposableStack();
    servers.adopt(database, stop);
    const folder = await mkdtemp(join(tmpdir(), 'plat-bench-gateway-'));
    servers.defer(() => rm(folder, { recursive: true, force: true }));
    const redisPort = freePort();
    servers.adopt(await startRedis(redisPort, folder), stop);
    const installation = newInstallation(database.url, `redis://127.0.0.1:${redisPort}`, folder);
    const plat = {
      installation,
      keys: await createKeys(database.url),
      accounts: servers.adopt(await startService('accounts', installation), stop),
      still: servers.adopt(await startUpstream(folder), stop),
    };
    const still: Upstream = {
      described: 'in front of an upstream without work',
      server: plat.still,
      authorization: '',
      bodies: BODIES,
    };
    return [
      ...(await compare(still, plat, tell)),
      ...(await compare(await startGeo(database, plat, servers), plat, tell)),
    ];
  },
};

/** Shared by all comparisons. */
interface SharedPlat {
  installation: Installation;
  keys: BenchKeys;
  accounts: StartedServer;
  /** Replaces the services that get no requests. */
  still: StartedServer;
}

/** The geo service over generated addresses, with searches as people type them. */
async function startGeo({ sql }: PrivateServer, { installation }: SharedPlat, servers: Servers): Promise<Upstream> {
  // The uncounted keys are test keys, which read the sample realm. Both kinds of keys find the same addresses.
  await publishAddresses(sql, 'live');
  await publishAddresses(sql, 'sample');
  const searches = await typedSearches(sql, SEARCHES);
  return {
    described: 'in front of geo',
    server: servers.adopt(await startService('geo', installation), stop),
    authorization: await geoAuthorization(installation),
    bodies: searches.map(({ searchString }) => JSON.stringify({ search_string: searchString })),
  };
}

async function compare(upstream: Upstream, plat: SharedPlat, tell: (line: string) => void): Promise<Result[]> {
  await using servers = new AsyncDisposableStack();
  const sides = await startSides(upstream, plat, servers);
  for (const { load } of sides) await load({ clients: CONNECTIONS, seconds: SECONDS });
  for (let round = 0; round < ROUNDS; round++) {
    for (const side of sides) await measure(side);
  }
  for (const side of sides) tell(`  ${upstream.described}, ${describe(side)}`);
  return resultsOf(sides, upstream.described);
}

async function startSides(upstream: Upstream, plat: SharedPlat, servers: Servers): Promise<Side[]> {
  const { server, authorization, bodies } = upstream;
  const { installation, keys, accounts, still } = plat;
  const folder = await mkdtemp(join(installation.folder, 'sides-'));
  const gateway = servers.adopt(await startGateway(installation, { accounts, upstream: still, geo: server }), stop);
  const nginx = servers.adopt(await startNginxGateway(server, folder, authorization), stop);
  const settings = { UPSTREAM_URL: server.url, AUTHORIZATION: authorization, REDIS_URL: installation.redisUrl };
  const other = async (command: string[]) => servers.adopt(await startProxy(command, settings, folder), stop);
  const side = async (name: string, through: StartedServer, of: string[]): Promise<Side> => ({
    name,
    server: through,
    perSecond: [],
    cpuMicroseconds: [],
    load: await httpLoadOf({ url: through.url, path: PATH, bodies, keys: of }, await mkdtemp(join(folder, 'load-'))),
  });
  const sides = [
    await side('nginx', nginx, keys.uncounted),
    await side('gateway', gateway, keys.uncounted),
    await side('gateway and ledger', gateway, keys.counted),
    await side('Bun server that only proxies', await other([process.execPath, 'gateway-bare.ts']), keys.uncounted),
  ];
  if (Bun.which('node') === null) return sides;
  return [...sides, await side('Fastify', await other(['node', 'gateway-fastify.mjs']), keys.uncounted)];
}

function startRedis(port: number, folder: string): Promise<StartedServer> {
  const command = ['redis-server', '--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder];
  const isUp = async () => {
    const client = new Bun.RedisClient(`redis://127.0.0.1:${port}`, { autoReconnect: false });
    try {
      return (await client.send('PING', [])) === 'PONG';
    } finally {
      client.close();
    }
  };
  return startServer({ name: 'redis', command, port, isUp }, folder);
}

/** Starts a proxy from the other programs of this folder. */
async function startProxy(
  [runtime = '', program = '']: string[],
  settings: Readonly<Record<string, string>>,
  folder: string,
): Promise<StartedServer> {
  const port = freePort();
  const command = [runtime, join(import.meta.dir, program)];
  const env = { PORT: String(port), NODE_ENV: 'production', ...settings };
  return startServer({ name: program, command, port, env, isUp: isAnswering }, folder);
}

async function measure({ server, load, perSecond, cpuMicroseconds }: Side): Promise<void> {
  const before = await server.cpuMs();
  const reached = await load({ clients: CONNECTIONS, seconds: SECONDS });
  perSecond.push(reached.perSecond);
  cpuMicroseconds.push((((await server.cpuMs()) - before) * 1000) / (reached.perSecond * SECONDS));
}

const describe = ({ name, perSecond, cpuMicroseconds }: Side): string =>
  `${name}: ${count(median(perSecond))}/s, ${count(median(cpuMicroseconds))} µs of CPU per request`;

function resultsOf(sides: readonly Side[], described: string): Result[] {
  const against = (name: string, other: string, what: string, atLeast: number): Result[] => {
    const [ours, theirs] = [name, other].map((one) => sides.find((side) => side.name === one));
    if (ours === undefined || theirs === undefined) return [];
    return [
      {
        what: `${what}, ${described}`,
        figures: `${figures(ours)} / ${figures(theirs)}`,
        ratio: median(ours.perSecond) / median(theirs.perSecond),
        goal: { atLeast },
      },
    ];
  };
  return [
    ...against('gateway', 'nginx', 'gateway with key and minute limit against nginx with limit_req', 0.5),
    ...against(
      'gateway and ledger',
      'nginx',
      'gateway with key, minute limit and ledger against nginx with limit_req',
      0.25,
    ),
    ...against(
      'gateway',
      'Fastify',
      'gateway with key and minute limit against Fastify with http-proxy and rate-limit',
      1,
    ),
    ...against(
      'gateway and ledger',
      'Fastify',
      'gateway with key, minute limit and ledger against the same Fastify gateway',
      1,
    ),
  ];
}

const figures = ({ perSecond, cpuMicroseconds }: Side): string =>
  `${count(median(perSecond))}/s (${count(median(cpuMicroseconds))} µs of CPU)`;

const count = (value: number): string => new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 }).format(value);
