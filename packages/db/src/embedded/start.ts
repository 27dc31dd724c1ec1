import { join, resolve } from 'node:path';
import { DatabaseError, damagedData, fromFileSystem, hungServer } from '../database-error.ts';
import { type FileLock, lockFile } from '../file-lock.ts';
import { type Binaries, locateBinaries } from './binaries.ts';
import { ensureCluster, ROLE, runningPort, startServer, stopServer } from './cluster.ts';
import { type Lease, takeLease } from './lease.ts';
import { type Location, makeDirectory, resolveLocation } from './location.ts';

export interface EmbeddedPostgresOptions {
  /** Folder for the server's own use, such as `<home>/postgres`. Several processes may share one. */
  directory: string;
  log: (line: string) => void;
  /** Name of the database, created if missing; `plat` by default. */
  database?: string;
  /** Further settings of the server. Only the process that starts the server applies them. */
  settings?: Readonly<Record<string, string>>;
  /**
   * With this set, a server that accepts no session in this time causes an error and keeps running. Without it,
   * such a server is restarted.
   */
  leavesHungAfterMs?: number;
}

export interface EmbeddedPostgres {
  /** URL of the database. It includes the password: do not log it. */
  url: string;
  /** Releases the server; the last process to do so stops it. Close every connection first. */
  close(): Promise<void>;
}

const START_WAIT_MS = 180_000;
const RESTART_PAUSE_MS = 5_000;

/**
 * Starts the embedded PostgreSQL of a folder, or joins the one that another process started there.
 * @throws DatabaseError in plain sentences: disk full, folder not writable, damaged data, no PostgreSQL for this
 * system.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const directory = resolve(options.directory);
  makeDirectory(directory);
  const lock = await lockStart(directory);
  try {
    const location = await resolveLocation(directory);
    const binaries = await locateBinaries(location.as);
    const password = await ensureCluster(location, binaries);
    const urlOf = (port: number, database: string) =>
      `postgres://${ROLE}:${password}@127.0.0.1:${port}/${encodeURIComponent(database)}`;
    const { port, lease } = await joinOrStart(location, binaries, { ...options, directory }, (port) =>
      urlOf(port, 'postgres'),
    );
    const database = options.database ?? 'plat';
    await lease.createDatabase(database);
    let closing: Promise<void> | undefined;
    return {
      url: urlOf(port, database),
      close: () => {
        closing ??= leave(directory, location, binaries, lease, options.log);
        return closing;
      },
    };
  } finally {
    lock.release();
  }
}

/** Held while a process starts or stops the server of a directory. */
export const startLockFile = (directory: string): string => join(directory, 'start.lock');

export async function lockStart(directory: string): Promise<FileLock> {
  const path = startLockFile(directory);
  let lock: FileLock | null;
  try {
    lock = await lockFile(path, START_WAIT_MS);
  } catch (error) {
    throw fromFileSystem(sqliteToFileSystem(error), directory);
  }
  if (lock !== null) return lock;
  throw new DatabaseError(
    `Another process has been starting or stopping the database in ${directory} for minutes.`,
    'Wait for it, or stop it, and try again.',
  );
}

/** SQLite reports CANTOPEN or READONLY for an unwritable folder and FULL for a full disk. */
function sqliteToFileSystem(error: unknown): unknown {
  const code = String((error as { code?: string }).code);
  if (/CANTOPEN|READONLY|PERM|AUTH/.test(code))
    return Object.assign(new Error(code, { cause: error }), { code: 'EACCES' });
  if (/FULL|IOERR/.test(code)) return Object.assign(new Error(code, { cause: error }), { code: 'ENOSPC' });
  return error;
}

async function joinOrStart(
  location: Location,
  binaries: Binaries,
  options: EmbeddedPostgresOptions,
  maintenanceUrl: (port: number) => string,
): Promise<{ port: number; lease: Lease }> {
  const revive = () => startAgain(location, binaries, options);
  const running = runningPort(location);
  if (running !== null) {
    const { leavesHungAfterMs } = options;
    const lease = await takeLease({
      maintenanceUrl: maintenanceUrl(running),
      location,
      revive,
      ...(leavesHungAfterMs === undefined ? {} : { answersWithinMs: leavesHungAfterMs }),
    });
    if (lease !== null) return { port: running, lease };
    if (leavesHungAfterMs !== undefined) throw hungServer(location.logFile);
    options.log('The embedded database does not answer; starting it again');
    await stopServer(location, binaries);
  }
  options.log('Starting the embedded database');
  const port = await startServer(location, binaries, options.settings ?? {});
  try {
    const lease = await takeLease({ maintenanceUrl: maintenanceUrl(port), location, revive });
    if (lease !== null) return { port, lease };
    throw damagedData(location.dataDirectory, location.logFile);
  } catch (error) {
    await stopServer(location, binaries);
    throw error;
  }
}

/** Restarts a crashed server. A failed start is retried later, because a full disk may be freed meanwhile. */
async function startAgain(location: Location, binaries: Binaries, options: EmbeddedPostgresOptions): Promise<void> {
  try {
    const lock = await lockStart(options.directory);
    try {
      if (runningPort(location) !== null) return;
      options.log('The embedded database stopped; starting it again');
      await startServer(location, binaries, options.settings ?? {});
    } finally {
      lock.release();
    }
  } catch (error) {
    options.log(error instanceof DatabaseError ? error.plainText : 'The embedded database could not be restarted.');
    await Bun.sleep(RESTART_PAUSE_MS);
  }
}

async function leave(
  directory: string,
  location: Location,
  binaries: Binaries,
  lease: Lease,
  log: (line: string) => void,
): Promise<void> {
  const lock = await lockStart(directory);
  try {
    if (!(await lease.giveBack())) return;
    log('Stopping the embedded database');
    await stopServer(location, binaries);
  } finally {
    lock.release();
  }
}
