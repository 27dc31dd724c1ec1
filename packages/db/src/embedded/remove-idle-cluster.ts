import { existsSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { lockFile } from '../file-lock.ts';
import { runningPort } from './cluster.ts';
import { resolveLocation } from './location.ts';
import { startLockFile } from './start.ts';

/**
 * Removes the folder of an embedded server and its cluster, wherever that is.
 * @returns false, without removing anything, while a process uses the server.
 */
export async function removeIdleCluster(directory: string): Promise<boolean> {
  const own = resolve(directory);
  if (!existsSync(own)) return true;
  const lock = await lockFile(startLockFile(own), 0);
  if (lock === null) return false;
  try {
    const location = await resolveLocation(own);
    if (runningPort(location) !== null) return false;
    if (location.clusterParent !== own) rmSync(location.clusterParent, { recursive: true, force: true });
    rmSync(own, { recursive: true, force: true });
    return true;
  } finally {
    lock.release();
  }
}
