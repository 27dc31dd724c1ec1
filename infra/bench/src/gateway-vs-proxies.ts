import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Benchmark, median, type Result } from './benchmark.ts';
import { startNginxGateway, startUpstream } from './gateway-nginx.ts';
import { createKeys, startGateway } from './gateway-plat.ts';
import { freePort, type StartedServer, startServer } from './gateway-processes.ts';
import { type HttpLoad, httpLoadOf } from './http-load.ts';
import { startPrivateServer } from './private-server.ts';

const CONNECTIONS = 64;
const ROUNDS = 5;
const SECONDS = 4;
const PATH = '/v1/autocomplete';
const BODIES = ['3043 w exam', '101 west example trl', 'phoenix, az', '85019', '12 e camelback rd phoenix'].map(
  (search_string) => JSON.stringify({ search_string }),
);
const NEEDED = ['nginx', 'wrk', 'redis-server'];

/** One way to stand before the upstream, loaded with one set of keys. */
interface Side {
  name: string;
  server: StartedServer;
  load: HttpLoad;
  perSecond: number[];
  cpuMicroseconds: number[];
}

/**
 * What a request costs on its way through the gateway, against nginx and Fastify in front of the same upstream: one
 * process each, a limit per key, one log line per request; rounds in turn.
 */
export const gatewayVsProxies: Benchmark = {
  name: 'gateway',
  async run(_sizes, tell) {
    const absent = NEEDED.filter((name) => Bun.which(name) === null);
    const database = absent.length === 0 ? await startPrivateServer({ isDurable: true }) : null;
    if (database === null) {
      tell(
        `${[...absent, ...(absent.length === 0 ? ['postgresql-15'] : [])].join(', ')} absent: the benchmark of the gateway is left out.`,
      );
      return [];
    }
    const folder = await mkdtemp(join(tmpdir(), 'plat-bench-gateway-'));
    const closing: { stop(): Promise<void> }[] = [
      { stop: () => rm(folder, { recursive: true, force: true }) },
      database,
    ];
    try {
      const sides = await startSides(database.url, folder, closing);
      for (const { load } of sides) await load({ clients: CONNECTIONS, seconds: SECONDS });
      for (let round = 0; round < ROUNDS; round++) {
        for (const side of sides) await measure(side);
      }
      for (const side of sides) tell(`  ${describe(side)}`);
      return resultsOf(sides);
    } finally {
      for (const one of closing.reverse()) await one.stop();
    }
  },
};

async function startSides(databaseUrl: string, folder: string, closing: { stop(): Promise<void> }[]): Promise<Side[]> {
  const kept = <T extends { stop(): Promise<void> }>(started: T): T => {
    closing.push(started);
    return started;
  };
  const upstream = kept(await startUpstream(folder));
  const redisPort = await freePort();
  const redisUrl = `redis://127.0.0.1:${redisPort}`;
  kept(await startRedis(redisPort, folder));
  const keys = await createKeys(databaseUrl);
  const { gateway, accounts } = await startGateway({ databaseUrl, redisUrl, upstream }, folder);
  kept(accounts);
  kept(gateway);
  const nginx = kept(await startNginxGateway(upstream, folder));
  const fastify = Bun.which('node') === null ? undefined : kept(await startFastify(upstream, redisUrl, folder));
  const side = async (name: string, server: StartedServer, of: string[]): Promise<Side> => ({
    ...{ name, server, perSecond: [], cpuMicroseconds: [] },
    load: await httpLoadOf(
      { url: server.url, path: PATH, bodies: BODIES, keys: of },
      await mkdtemp(join(folder, 'load-')),
    ),
  });
  return [
    await side('nginx', nginx, keys.uncounted),
    await side('gateway', gateway, keys.uncounted),
    await side('gateway and ledger', gateway, keys.counted),
    ...(fastify === undefined ? [] : [await side('Fastify', fastify, keys.uncounted)]),
  ];
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

async function startFastify(upstream: StartedServer, redisUrl: string, folder: string): Promise<StartedServer> {
  const port = await freePort();
  return startServer(
    {
      ...{ name: 'fastify', command: ['node', join(import.meta.dir, 'gateway-fastify.mjs')], port },
      env: { PORT: String(port), UPSTREAM_URL: upstream.url, REDIS_URL: redisUrl, NODE_ENV: 'production' },
      isUp: async (url) => (await fetch(url, { method: 'POST', body: '{}' })).ok,
    },
    folder,
  );
}

async function measure({ server, load, perSecond, cpuMicroseconds }: Side): Promise<void> {
  const before = await server.cpuMs();
  const reached = await load({ clients: CONNECTIONS, seconds: SECONDS });
  perSecond.push(reached.perSecond);
  cpuMicroseconds.push((((await server.cpuMs()) - before) * 1000) / (reached.perSecond * SECONDS));
}

const describe = ({ name, perSecond, cpuMicroseconds }: Side): string =>
  `${name}: ${count(median(perSecond))}/s, ${count(median(cpuMicroseconds))} µs of CPU per request`;

function resultsOf(sides: readonly Side[]): Result[] {
  const against = (name: string, other: string, what: string, atLeast: number): Result[] => {
    const [ours, theirs] = [name, other].map((one) => sides.find((side) => side.name === one));
    if (ours === undefined || theirs === undefined) return [];
    return [
      {
        what,
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
      'gateway with key, minute limit and ledger against Fastify likewise',
      1,
    ),
  ];
}

const figures = ({ perSecond, cpuMicroseconds }: Side): string =>
  `${count(median(perSecond))}/s (${count(median(cpuMicroseconds))} µs of CPU)`;

const count = (value: number): string => new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 }).format(value);
