import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from './free-port.ts';

/** A cluster for tests on this machine: three masters with one replica each. */
export interface PrivateRedisCluster {
  /** URLs of all six nodes, separated by commas. */
  url: string;
  /** The port of the master that currently holds the key. */
  masterOf(key: string): Promise<number>;
  /** Ports of a master's replicas. */
  replicasOf(masterPort: number): Promise<number[]>;
  /** Kills a node as a crash would. */
  kill(port: number): Promise<void>;
  /** Restarts a node, which rejoins its cluster from its saved state. */
  restart(port: number): Promise<void>;
  close(): Promise<void>;
}

const NODES = 6;
/** Redis uses port + 10,000 for traffic between nodes. */
const BUS_OFFSET = 10_000;
const NODE_TIMEOUT_MS = 2_000;
/** Nodes that do not find each other in this time never will. */
const MEETING_TIMEOUT_MS = 30_000;
const FORMED_WITHIN_MS = 60_000;

function flagsOf(port: number, folder: string, nodeTimeoutMs: number): string[] {
  const settings = {
    port,
    bind: '127.0.0.1',
    save: '',
    appendonly: 'no',
    dir: folder,
    'cluster-enabled': 'yes',
    'cluster-config-file': `${port}.conf`,
    'cluster-node-timeout': nodeTimeoutMs,
    // Without this, a sync waits five seconds for more replicas to join.
    'repl-diskless-sync-delay': 0,
  };
  return Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
}

/** Starts the cluster; `undefined` when this machine has no `redis-server` or no `redis-cli`. */
export async function startPrivateRedisCluster(): Promise<PrivateRedisCluster | undefined> {
  const [server, client] = [Bun.which('redis-server'), Bun.which('redis-cli')];
  if (server === null || client === null) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'plat-redis-cluster-'));
  const nodes = new Map<number, Bun.Subprocess>();
  const launch = async (port: number, nodeTimeoutMs: number): Promise<void> => {
    const given = flagsOf(port, folder, nodeTimeoutMs);
    nodes.set(port, Bun.spawn([server, ...given], { stdout: 'ignore', stderr: 'ignore' }));
    await answered(port, (redis) => redis.ping());
  };
  while (nodes.size < NODES) await launch(freePort(BUS_OFFSET), MEETING_TIMEOUT_MS);
  const ports = [...nodes.keys()];
  const addresses = ports.map((port) => `127.0.0.1:${port}`);
  const made = Bun.spawn([client, '--cluster', 'create', ...addresses, '--cluster-replicas', '1', '--cluster-yes'], {
    stdout: 'pipe',
    stderr: 'pipe',
  });
  if ((await made.exited) !== 0)
    throw new Error(`could not form the cluster: ${await new Response(made.stdout).text()}`);

  /** Every node and its master, as reported by a live node. */
  const view = async () => {
    for (const port of ports) {
      if (nodes.get(port)?.killed !== false) continue;
      const lines = (await answered(port, (redis) => redis.cluster('NODES'))) as string;
      return lines
        .split('\n')
        .filter(Boolean)
        .map((line) => {
          const [id = '', address = '', flags = '', master = '', , , , ...slots] = line.split(' ');
          const isAlive = !/fail|handshake|noaddr/.test(flags.replace('nofailover', ''));
          return {
            id,
            port: Number(/:(\d+)@/.exec(address)?.[1]),
            isMaster: flags.includes('master'),
            isAlive,
            master,
            slots,
          };
        });
    }
    throw new Error('no node is alive');
  };
  const kill = async (port: number): Promise<void> => {
    nodes.get(port)?.kill('SIGKILL');
    await nodes.get(port)?.exited;
  };
  const formedBy = performance.now() + FORMED_WITHIN_MS;
  const isFormed = async () => {
    const states = await Promise.all(ports.map((port) => answered(port, (redis) => redis.cluster('INFO'))));
    const copies = await Promise.all(ports.map((port) => answered(port, (redis) => redis.info('replication'))));
    const synced = copies.filter((info) => info.includes('master_link_status:up')).length;
    return states.every((state) => String(state).includes('cluster_state:ok')) && synced === NODES / 2;
  };
  while (!(await isFormed())) {
    if (performance.now() > formedBy) throw new Error('the cluster did not form in time');
    await Bun.sleep(100);
  }
  for (const port of ports) {
    await answered(port, (redis) => redis.config('SET', 'cluster-node-timeout', NODE_TIMEOUT_MS));
  }
  return {
    url: ports.map((port) => `redis://127.0.0.1:${port}`).join(','),
    masterOf: async (key) => {
      const slot = Number(
        await answered(ports.find((port) => nodes.get(port)?.killed === false) as number, (redis) =>
          redis.cluster('KEYSLOT', key),
        ),
      );
      const holds = (range: string) => {
        const [from = -1, to = from] = range.split('-').map(Number);
        return slot >= from && slot <= to;
      };
      const master = (await view()).find(({ isMaster, isAlive, slots }) => isMaster && isAlive && slots.some(holds));
      if (master === undefined) throw new Error(`no node has slot ${slot}`);
      return master.port;
    },
    replicasOf: async (masterPort) => {
      const seen = await view();
      const id = seen.find(({ port }) => port === masterPort)?.id;
      return seen.filter(({ master, isAlive }) => master === id && isAlive).map(({ port }) => port);
    },
    kill,
    restart: (port) => launch(port, NODE_TIMEOUT_MS),
    close: async () => {
      await Promise.all(ports.map(kill));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Queries a single node until it answers. */
async function answered<T>(port: number, ask: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis({ port, host: '127.0.0.1', maxRetriesPerRequest: 100, retryStrategy: () => 50 });
  redis.on('error', () => {});
  try {
    return await ask(redis);
  } finally {
    redis.disconnect();
  }
}
