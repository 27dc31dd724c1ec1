import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publishAddresses } from './autocomplete-market.ts';
import { askedQuestions } from './autocomplete-questions.ts';
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
import { freePort, isAnswering, type StartedServer, startServer } from './gateway-processes.ts';
import { type HttpLoad, httpLoadOf } from './http-load.ts';
import { startPrivateServer } from './private-server.ts';

const CONNECTIONS = 64;
const ROUNDS = 5;
const SECONDS = 4;
const PATH = '/v1/autocomplete';
const BODIES = ['3043 w exam', '101 west example trl', 'phoenix, az', '85019', '12 e camelback rd phoenix'].map(
  (search_string) => JSON.stringify({ search_string }),
);
const QUESTIONS = 120;
const NEEDED = ['nginx', 'wrk', 'redis-server'];

/** What every way of one comparison stands before. */
interface Upstream {
  /** As the table says it, such as `before geo`. */
  described: string;
  server: StartedServer;
  /** What it wants of whoever calls it; the gateway makes its own. */
  authorization: string;
  /** Questions for it. */
  bodies: readonly string[];
}

/** One way to stand before the upstream, loaded with one set of keys. */
interface Side {
  name: string;
  server: StartedServer;
  load: HttpLoad;
  perSecond: number[];
  cpuMicroseconds: number[];
}

interface Stoppable {
  stop(): Promise<void>;
}

/**
 * What a request costs on its way through the gateway, against nginx and Fastify in front of the same upstream: one
 * process each, a limit per key, one log line per request; rounds in turn. Once before an upstream that does no work,
 * where only the gateways differ, and once before the geo service with half a million addresses, which is what callers
 * meet.
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
    const removing = { stop: () => rm(folder, { recursive: true, force: true }) };
    return withServers([removing, database], async (kept) => {
      const redisPort = await freePort();
      kept(await startRedis(redisPort, folder));
      const installation = newInstallation(database.url, `redis://127.0.0.1:${redisPort}`, folder);
      const keys = await createKeys(database.url);
      await publishAddresses(database.sql);
      const questions = await askedQuestions(database.sql, QUESTIONS);
      const accounts = kept(await startService('accounts', installation));
      const still = kept(await startUpstream(folder));
      const upstreams: Upstream[] = [
        { described: 'before an answer without work', server: still, authorization: '', bodies: BODIES },
        {
          described: 'before geo',
          server: kept(await startService('geo', installation)),
          authorization: await geoAuthorization(installation),
          bodies: questions.map(({ searchString }) => JSON.stringify({ search_string: searchString })),
        },
      ];
      const results: Result[] = [];
      for (const upstream of upstreams) {
        results.push(
          ...(await withServers([], async (keptHere) => {
            const gateway = keptHere(
              await startGateway(installation, { accounts, upstream: still, geo: upstream.server }),
            );
            const sides = await startSides(upstream, { gateway, keys, installation }, keptHere);
            return compared(sides, upstream, tell);
          })),
        );
      }
      return results;
    });
  },
};

/** Runs `run`, and stops whatever it kept, the last first, then what was there before. */
async function withServers<T>(
  before: readonly Stoppable[],
  run: (kept: <S extends Stoppable>(started: S) => S) => Promise<T>,
): Promise<T> {
  const closing = [...before];
  try {
    return await run((started) => {
      closing.push(started);
      return started;
    });
  } finally {
    for (const one of closing.reverse()) await one.stop();
  }
}

async function compared(
  sides: readonly Side[],
  { described }: Upstream,
  tell: (line: string) => void,
): Promise<Result[]> {
  for (const { load } of sides) await load({ clients: CONNECTIONS, seconds: SECONDS });
  for (let round = 0; round < ROUNDS; round++) {
    for (const side of sides) await measure(side);
  }
  for (const side of sides) tell(`  ${described}, ${describe(side)}`);
  return resultsOf(sides, described);
}

async function startSides(
  { server, authorization, bodies }: Upstream,
  { gateway, keys, installation }: { gateway: StartedServer; keys: BenchKeys; installation: Installation },
  kept: <S extends Stoppable>(started: S) => S,
): Promise<Side[]> {
  const { redisUrl } = installation;
  const folder = await mkdtemp(join(installation.folder, 'sides-'));
  const nginx = kept(await startNginxGateway(server, folder, authorization));
  const fastify =
    Bun.which('node') === null
      ? undefined
      : kept(
          await startFastify({ UPSTREAM_URL: server.url, REDIS_URL: redisUrl, AUTHORIZATION: authorization }, folder),
        );
  const side = async (name: string, through: StartedServer, of: string[]): Promise<Side> => ({
    ...{ name, server: through, perSecond: [], cpuMicroseconds: [] },
    load: await httpLoadOf({ url: through.url, path: PATH, bodies, keys: of }, await mkdtemp(join(folder, 'load-'))),
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

async function startFastify(settings: Readonly<Record<string, string>>, folder: string): Promise<StartedServer> {
  const port = await freePort();
  return startServer(
    {
      ...{ name: 'fastify', command: ['node', join(import.meta.dir, 'gateway-fastify.mjs')], port },
      env: { PORT: String(port), NODE_ENV: 'production', ...settings },
      isUp: isAnswering,
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
      'gateway with key, minute limit and ledger against Fastify likewise',
      1,
    ),
  ];
}

const figures = ({ perSecond, cpuMicroseconds }: Side): string =>
  `${count(median(perSecond))}/s (${count(median(cpuMicroseconds))} µs of CPU)`;

const count = (value: number): string => new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 }).format(value);
