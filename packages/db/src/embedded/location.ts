import { createHash, randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseError, fromFileSystem } from '../database-error.ts';
import { SYSTEM_DIRECTORY } from './binaries.ts';
import { type RunAs, run } from './run.ts';
import { unprivilegedUser } from './unprivileged-user.ts';

/** Paths of one embedded server. */
export interface Location {
  /** Folder of the cluster and the server's log; usually the home's own directory. */
  clusterParent: string;
  dataDirectory: string;
  logFile: string;
  /** Password of the server's only role, readable by the user that runs Plat. */
  passwordFile: string;
  as: RunAs | undefined;
}

const RELOCATION_FILE = 'cluster-location';

/** @throws DatabaseError when the folder cannot be created. */
export function makeDirectory(directory: string): void {
  try {
    mkdirSync(dirname(directory), { recursive: true });
    mkdirSync(directory, { mode: 0o700 });
  } catch (error) {
    if (!existsSync(directory) || !statSync(directory).isDirectory()) throw fromFileSystem(error, directory);
  }
}

/**
 * Finds or chooses the folder of the cluster. The server's user often cannot enter root's home; the cluster then
 * lives under `/var/lib/plat`, and the directory records where. The caller must hold the directory's lock.
 * @throws DatabaseError when the directory is not writable.
 */
export async function resolveLocation(directory: string): Promise<Location> {
  try {
    const recorded = readRelocation(directory);
    const existing =
      [recorded, directory].find((parent) => parent !== null && existsSync(join(parent, 'data'))) ?? null;
    const as = await unprivilegedUser(existing === null ? null : join(existing, 'data'));
    const clusterParent = recorded ?? ((await isReachable(directory, as)) ? directory : relocate(directory, as));
    return {
      clusterParent,
      dataDirectory: join(clusterParent, 'data'),
      logFile: join(clusterParent, 'server.log'),
      passwordFile: join(directory, 'password'),
      as,
    };
  } catch (error) {
    throw fromFileSystem(error, directory);
  }
}

function readRelocation(directory: string): string | null {
  const file = join(directory, RELOCATION_FILE);
  if (!existsSync(file)) return null;
  const clusterParent = readFileSync(file, 'utf8').trim();
  if (existsSync(clusterParent)) return clusterParent;
  throw new DatabaseError(
    `The database of this home is in ${clusterParent} (according to ${file}), which is missing.`,
    'Restore that folder, or delete the file to begin with an empty database.',
  );
}

/** Tries to create a file, because access depends on every parent folder, ACLs and mounts. */
async function isReachable(directory: string, as: RunAs | undefined): Promise<boolean> {
  const probe = join(directory, `.probe-${randomBytes(4).toString('hex')}`);
  if (as === undefined) {
    writeFileSync(probe, '');
    rmSync(probe);
    return true;
  }
  chownSync(directory, as.uid, as.gid);
  const { exitCode } = await run('touch', [probe], { as });
  if (exitCode === 0) rmSync(probe, { force: true });
  else chownSync(directory, 0, 0);
  return exitCode === 0;
}

function relocate(directory: string, as: RunAs | undefined): string {
  const home = createHash('sha256').update(realpathSync(directory)).digest('hex').slice(0, 12);
  // The random part keeps a new home from using the cluster of a deleted or moved home with the same path.
  const clusterParent = join(SYSTEM_DIRECTORY, `${home}-${randomBytes(3).toString('hex')}`);
  mkdirSync(SYSTEM_DIRECTORY, { recursive: true, mode: 0o755 });
  mkdirSync(clusterParent, { mode: 0o700 });
  if (as !== undefined) chownSync(clusterParent, as.uid, as.gid);
  writeFileSync(join(directory, RELOCATION_FILE), `${clusterParent}\n`, { mode: 0o600 });
  return clusterParent;
}

/**
 * True when both paths lead to the same folder, through any links and mounts.
 * @throws the file system's error when a path cannot be read.
 */
export function isSameDirectory(one: string, other: string): boolean {
  const [a, b] = [statSync(one), statSync(other)];
  return a.dev === b.dev && a.ino === b.ino;
}
