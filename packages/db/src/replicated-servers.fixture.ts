import { chownSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { locateBinaries } from './embedded/binaries.ts';
import { endWithThisProcess } from './embedded/end-with-this-process.fixture.ts';
import { unprivilegedUser } from './embedded/unprivileged-user.ts';
import { freePorts } from './free-ports.ts';
import { configure, type LocalServer, ROLE, serverAt, succeed } from './local-server.fixture.ts';

export interface ReplicatedServers {
  primary: LocalServer;
  /** Streams from the primary and answers reads. */
  standby: LocalServer;
  close(): Promise<void>;
}

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
