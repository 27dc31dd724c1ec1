import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseError, damagedData, diskFull, fromFileSystem, notWritable } from '../database-error.ts';
import { freePort } from '../free-ports.ts';
import type { Binaries } from './binaries.ts';
import { isSameDirectory, type Location } from './location.ts';
import { run } from './run.ts';

/** The server's only role; it owns everything in the cluster. */
export const ROLE = 'plat';

const START_TIMEOUT_SECONDS = 120;
const STOP_TIMEOUT_SECONDS = 60;
const START_ATTEMPTS = 10;
/** Time for the processes of a killed server to exit. */
const REMAINS_PAUSE_MS = 1_000;

/** For two cores and a few gigabytes of memory. The import raises work_mem for its own statements. */
const SETTINGS: Readonly<Record<string, string>> = {
  shared_buffers: '256MB',
  max_wal_size: '2GB',
  work_mem: '32MB',
  maintenance_work_mem: '256MB',
  jit: 'off',
  synchronous_commit: 'on',
  max_connections: '100',
  random_page_cost: '1.1',
  listen_addresses: '127.0.0.1',
  // TCP on loopback only: a socket path is limited to 107 bytes, and the path of a home may be longer.
  unix_socket_directories: '',
  log_destination: 'stderr',
  log_min_messages: 'warning',
  timezone: 'UTC',
};

/** Returns the password of the cluster's role, creating the cluster first if needed. */
export async function ensureCluster(location: Location, binaries: Binaries): Promise<string> {
  if (existsSync(join(location.dataDirectory, 'PG_VERSION'))) {
    try {
      return readFileSync(location.passwordFile, 'utf8').trim();
    } catch (error) {
      throw new DatabaseError(
        `The password of the embedded database is missing (${location.passwordFile}).`,
        'Restore that file from a backup, or move the home elsewhere to begin with an empty one.',
        error,
      );
    }
  }
  if (existsSync(location.dataDirectory)) throw damagedData(location.dataDirectory, location.logFile);
  // Keeps an existing password: it may belong to a cluster that is temporarily missing, such as on an unmounted
  // disk.
  const known = existsSync(location.passwordFile) ? readFileSync(location.passwordFile, 'utf8').trim() : '';
  const password = known === '' ? randomBytes(24).toString('base64url') : known;
  const unfinished = `${location.dataDirectory}.new`;
  const passwordForInitdb = join(location.clusterParent, 'initdb-password');
  try {
    rmSync(unfinished, { recursive: true, force: true });
    writeFileSync(location.passwordFile, `${password}\n`, { mode: 0o600 });
    writeFileSync(passwordForInitdb, `${password}\n`, { mode: 0o600 });
    if (location.as !== undefined) chownSync(passwordForInitdb, location.as.uid, location.as.gid);
    const { exitCode, output } = await run(
      binaries.initdb,
      [
        `--pgdata=${unfinished}`,
        `--username=${ROLE}`,
        `--pwfile=${passwordForInitdb}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
      ],
      { as: location.as },
    );
    if (exitCode !== 0) throw sentenceFor(output, location) ?? unexplained('create', output);
    // Renamed only when complete, so that a killed start leaves no partial cluster.
    renameSync(unfinished, location.dataDirectory);
    return password;
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw fromFileSystem(error, location.clusterParent);
  } finally {
    rmSync(passwordForInitdb, { force: true });
  }
}

/** The port of this cluster's running server, or null when none runs. */
export function runningPort(location: Location): number | null {
  const pidFile = join(location.dataDirectory, 'postmaster.pid');
  if (!existsSync(pidFile)) return null;
  const lines = readFileSync(pidFile, 'utf8').split('\n');
  const pid = Math.abs(Number(lines[0]));
  const server = serverAt(pid, location.dataDirectory);
  if (server === 'ours') return Number(lines[3]);
  // PostgreSQL does not start over an unreadable pid file or one with another program's pid. A dead server's file
  // stays, because PostgreSQL uses it to detect surviving processes of that server.
  if (server === 'another') rmSync(pidFile, { force: true });
  return null;
}

function serverAt(pid: number, dataDirectory: string): 'ours' | 'another' | 'gone' {
  if (!Number.isInteger(pid) || pid <= 1) return 'another';
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return 'gone';
  }
  if (!existsSync('/proc/self/cwd')) return 'ours';
  try {
    // After a reboot the pid may belong to the server of another home, which must keep running.
    return isSameDirectory(`/proc/${pid}/cwd`, dataDirectory) ? 'ours' : 'another';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES' ? 'ours' : 'gone';
  }
}

/**
 * Starts the server as a daemon that survives this process and ignores its terminal's Ctrl-C.
 * @returns its port.
 */
export async function startServer(
  location: Location,
  binaries: Binaries,
  settings: Readonly<Record<string, string>>,
): Promise<number> {
  const logStart = existsSync(location.logFile) ? statSync(location.logFile).size : 0;
  let log = '';
  // Reuses the last port, so that clients reconnect after a crash.
  let port = lastPort(location) ?? freePort();
  for (let attempt = 0; attempt < START_ATTEMPTS; attempt++) {
    const flags = Object.entries({ ...SETTINGS, ...settings, port: String(port) }).map(
      ([name, value]) => `-c ${name}='${value}'`,
    );
    const { exitCode, output } = await run(
      binaries.pg_ctl,
      [
        'start',
        '--wait',
        `--timeout=${START_TIMEOUT_SECONDS}`,
        `--pgdata=${location.dataDirectory}`,
        `--log=${location.logFile}`,
        `--options=${flags.join(' ')}`,
        '-s',
      ],
      { as: location.as },
    );
    if (exitCode === 0) return port;
    log = `${output}\n${existsSync(location.logFile) ? readFileSync(location.logFile, 'utf8').slice(logStart) : ''}`;
    if (/could not bind|Address already in use/.test(log)) port = freePort();
    else if (/pre-existing shared memory block/.test(log)) await Bun.sleep(REMAINS_PAUSE_MS);
    else break;
  }
  throw sentenceFor(log, location) ?? damagedData(location.dataDirectory, location.logFile, new Error(log));
}

function lastPort({ dataDirectory }: Location): number | null {
  const file = join(dataDirectory, 'postmaster.opts');
  const port = existsSync(file) ? /"port=(\d+)"/.exec(readFileSync(file, 'utf8'))?.[1] : undefined;
  return port === undefined ? null : Number(port);
}

/** Stops the server with a clean shutdown; open sessions are closed. */
export async function stopServer(location: Location, binaries: Binaries): Promise<void> {
  const { exitCode, output } = await run(
    binaries.pg_ctl,
    ['stop', '--wait', `--timeout=${STOP_TIMEOUT_SECONDS}`, `--pgdata=${location.dataDirectory}`, '--mode=fast', '-s'],
    { as: location.as },
  );
  if (exitCode !== 0 && runningPort(location) !== null) throw unexplained('stop', output);
}

function sentenceFor(output: string, location: Location): DatabaseError | null {
  if (/No space left on device|Disk quota exceeded|Check free disk space/.test(output))
    return diskFull(location.clusterParent, output);
  if (/incompatible with server|was initialized by PostgreSQL version/.test(output)) {
    return new DatabaseError(
      `The database in ${location.dataDirectory} was created by another version of PostgreSQL.`,
      'Use the version of Plat that created it, or move the home elsewhere to begin with an empty one.',
      output,
    );
  }
  if (/data directory "[^"]*" has (invalid permissions|wrong ownership)/.test(output)) {
    return new DatabaseError(
      `PostgreSQL does not accept the owner or permissions of the folder ${location.dataDirectory}.`,
      'Give the folder and its contents back to their previous owner (chown -R) and deny access to others (chmod 700).',
      output,
    );
  }
  if (/pre-existing shared memory block/.test(output)) {
    return new DatabaseError(
      `Processes of a killed server still use ${location.dataDirectory}.`,
      'Wait until they exit, or stop them, and try again.',
      output,
    );
  }
  if (/could not (map|create|resize) shared memory|Cannot allocate memory/.test(output)) {
    return new DatabaseError(
      'The embedded database did not find enough memory to start.',
      'Free some memory (it needs about 300 MB) and try again.',
      output,
    );
  }
  if (/Read-only file system|Permission denied/.test(output)) return notWritable(location.clusterParent, output);
  return null;
}

const unexplained = (what: string, output: string): DatabaseError =>
  new DatabaseError(
    `The embedded database could not be ${what === 'stop' ? 'stopped' : 'created'}: ${lastLine(output)}`,
    'Try again; if the error persists, give Plat a PostgreSQL server with DATABASE_URL.',
    output,
  );

const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? 'no reason given';
