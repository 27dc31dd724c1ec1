import { chownSync, cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from './connect.ts';
import { endWithThisProcess } from './embedded/end-with-this-process.fixture.ts';
import { unprivilegedUser } from './embedded/unprivileged-user.ts';
import { freePorts } from './free-ports.ts';
import { configure, type LocalServer, ROLE, serverAt, succeed } from './local-server.fixture.ts';

/** Debian's PostgreSQL, for which Citus is built; the embedded one cannot load it. */
const POSTGRES = '/usr/lib/postgresql/15';
const BINARIES = { initdb: join(POSTGRES, 'bin', 'initdb'), pg_ctl: join(POSTGRES, 'bin', 'pg_ctl') };
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_preload_libraries: 'citus',
  shared_buffers: '32MB',
  max_connections: '200',
  max_prepared_transactions: '200',
  wal_level: 'logical',
  jit: 'off',
  timezone: 'UTC',
  fsync: 'off',
};

/** True when this machine has PostgreSQL 15 with Citus; tests that need it are skipped without. */
export const citusIsInstalled = (): boolean => existsSync(join(POSTGRES, 'lib', 'citus.so'));

export interface CitusServers {
  /** The coordinator first. */
  servers: readonly LocalServer[];
  close(): Promise<void>;
}

/** Starts a coordinator and workers. Each database is prepared by `distributeDatabase`. */
export async function startCitusServers(workers = 2): Promise<CitusServers> {
  const folder = mkdtempSync(join(tmpdir(), 'plat-citus-'));
  const as = await unprivilegedUser(null);
  if (as !== undefined) chownSync(folder, as.uid, as.gid);
  const ports = freePorts(workers + 1);
  const data = ports.map((_, at) => join(folder, `node-${at}`));
  const [first = ''] = data;
  const rules = ['--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'];
  await succeed(BINARIES.initdb, [`--pgdata=${first}`, `--username=${ROLE}`, ...rules], as);
  for (const other of data.slice(1)) cpSync(first, other, { recursive: true, preserveTimestamps: true });
  for (const [at, port] of ports.entries()) configure(data[at]!, { ...SETTINGS, port: String(port) });
  if (as !== undefined) await succeed('chown', ['-R', `${as.uid}:${as.gid}`, folder], undefined);
  const servers = ports.map((port, at) => serverAt(data[at]!, port, BINARIES, as));
  const guard = endWithThisProcess(folder, data);
  await Promise.all(servers.map((server) => server.start()));
  return {
    servers,
    close: async () => {
      guard.kill();
      await Promise.all(servers.map((server) => server.crash()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Creates a database on every server and joins them.
 * @param serverUrls of the coordinator and the workers, any database @returns its URL on the coordinator
 */
export async function distributeDatabase(serverUrls: readonly string[], name: string): Promise<string> {
  const urls = serverUrls.map((url) => Object.assign(new URL(url), { pathname: `/${name}` }));
  const on = async (url: string, statements: readonly string[]) => {
    const sql = connect(url, { applicationName: 'plat-test', maxConnections: 1, statementTimeoutMs: 60_000 });
    try {
      for (const statement of statements) await sql.unsafe(statement);
    } finally {
      await sql.end({ timeout: 5 });
    }
  };
  await Promise.all(
    urls.map(async ({ href }, at) => {
      await on(serverUrls[at]!, [`create database ${name}`]);
      await on(href, ['create extension citus']);
    }),
  );
  const [coordinator, ...workers] = urls;
  await on(coordinator!.href, [
    `select citus_set_coordinator_host('${coordinator!.hostname}', ${coordinator!.port})`,
    ...workers.map(({ hostname, port }) => `select citus_add_node('${hostname}', ${port})`),
  ]);
  return coordinator!.href;
}

/** Drops a database on every server. */
export async function dropDistributedDatabase(serverUrls: readonly string[], name: string): Promise<void> {
  for (const url of serverUrls) {
    const sql = connect(url, { applicationName: 'plat-test', maxConnections: 1, statementTimeoutMs: 60_000 });
    await sql.unsafe(`drop database if exists ${name} with (force)`).finally(() => sql.end({ timeout: 5 }));
  }
}
