import { appendFileSync, chownSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Binaries, locateBinaries } from './embedded/binaries.ts';
import { endWithThisProcess } from './embedded/end-with-this-process.fixture.ts';
import { type RunAs, run } from './embedded/run.ts';
import { unprivilegedUser } from './embedded/unprivileged-user.ts';
import { freePorts } from './free-ports.ts';

/** One PostgreSQL of a pair. Its superuser is `plat`, without a password, on loopback only. */
export interface ReplicatedServer {
  port: number;
  /** URL of the database `postgres`, which only these tests use. */
  url: string;
  start(): Promise<void>;
  /** Stops it at once, as a crash does. */
  crash(): Promise<void>;
  /** Makes it hang: connections stay open, but nothing answers. */
  pause(): void;
  resume(): void;
}

export interface ReplicatedServers {
  primary: ReplicatedServer;
  /** Streams from the primary and answers reads. */
  standby: ReplicatedServer;
  close(): Promise<void>;
}

const ROLE = 'plat';
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '32MB',
  wal_level: 'replica',
  hot_standby: 'on',
  max_standby_streaming_delay: '500ms',
  wal_receiver_timeout: '5s',
  wal_retrieve_retry_interval: '200ms',
  jit: 'off',
  timezone: 'UTC',
  fsync: 'off',
};

/**
 * Starts a primary and a standby that streams from it.
 * @param options.isSynchronous commits wait until the standby shows them (`remote_apply`).
 */
export async function startReplicatedServers(options: { isSynchronous?: boolean } = {}): Promise<ReplicatedServers> {
  const folder = mkdtempSync(join(tmpdir(), 'plat-replicated-'));
  const as = await unprivilegedUser(null);
  if (as !== undefined) chownSync(folder, as.uid, as.gid);
  const binaries = await locateBinaries(as);
  const [first, second] = [join(folder, 'primary'), join(folder, 'standby')];
  const rules = ['--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'];
  await succeed(binaries.initdb, [`--pgdata=${first}`, `--username=${ROLE}`, ...rules], as);
  const [primaryPort = 0, standbyPort = 0] = freePorts(2);
  const settings = options.isSynchronous
    ? { ...SETTINGS, synchronous_standby_names: "'*'", synchronous_commit: 'remote_apply' }
    : SETTINGS;
  configure(first, { ...settings, port: String(primaryPort) });
  // Two servers with one history: both start from copies of a cluster that never ran.
  cpSync(first, second, { recursive: true, preserveTimestamps: true });
  const connection = `'host=127.0.0.1 port=${primaryPort} user=${ROLE} application_name=standby'`;
  configure(second, { ...SETTINGS, port: String(standbyPort), primary_conninfo: connection });
  writeFileSync(join(second, 'standby.signal'), '');
  if (as !== undefined) await succeed('chown', ['-R', `${as.uid}:${as.gid}`, folder], undefined);
  const servers = {
    primary: serverAt(first, primaryPort, binaries, as),
    standby: serverAt(second, standbyPort, binaries, as),
  };
  const guard = endWithThisProcess(folder, [first, second]);
  await servers.primary.start();
  await servers.standby.start();
  return {
    ...servers,
    close: async () => {
      guard.kill();
      await Promise.all([servers.primary.crash(), servers.standby.crash()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const configure = (data: string, settings: Readonly<Record<string, string>>): void =>
  appendFileSync(
    join(data, 'postgresql.auto.conf'),
    Object.entries(settings)
      .map(([name, value]) => `${name} = ${value.startsWith("'") ? value : `'${value}'`}\n`)
      .join(''),
  );

function serverAt(data: string, port: number, { pg_ctl }: Binaries, as: RunAs | undefined): ReplicatedServer {
  const pid = () => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
  const signalAll = (signal: 'SIGSTOP' | 'SIGCONT') => {
    for (const one of [pid(), ...childrenOf(pid())]) process.kill(one, signal);
  };
  return {
    port,
    url: `postgres://${ROLE}@127.0.0.1:${port}/postgres`,
    start: () => succeed(pg_ctl, ['start', '--wait', '-D', data, '-l', join(data, 'server.log'), '-s'], as),
    crash: async () => {
      await run(pg_ctl, ['stop', '--wait', '-D', data, '-m', 'immediate', '-s'], { as });
    },
    pause: () => signalAll('SIGSTOP'),
    resume: () => signalAll('SIGCONT'),
  };
}

const childrenOf = (parent: number): number[] =>
  readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

async function succeed(program: string, given: readonly string[], as: RunAs | undefined): Promise<void> {
  const { exitCode, output } = await run(program, given, { as });
  if (exitCode !== 0) throw new Error(`${program} failed: ${output}`);
}
