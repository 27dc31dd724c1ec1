import { chownSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseError, fromFileSystem } from '../database-error.ts';
import { locateBinaries } from './binaries.ts';
import { runningPort, stopServer } from './cluster.ts';
import { makeDirectory, resolveLocation } from './location.ts';
import { type RunAs, run } from './run.ts';
import { lockStart } from './start.ts';

/** Target of a cluster that is restored from elsewhere. */
export interface PlacedCluster {
  /** Folder to write the pieces of the cluster to. */
  unfinished: string;
  /** Sets the owner of the files and moves the cluster to its final name. */
  finish(): void;
}

/**
 * Prepares a folder without a cluster, such as `<home>/postgres`, to receive one. The caller must store the
 * password of the cluster's role next to it.
 */
export async function placeCluster(directory: string): Promise<PlacedCluster> {
  const own = resolve(directory);
  makeDirectory(own);
  const location = await resolveLocation(own);
  if (existsSync(location.dataDirectory)) {
    throw new DatabaseError(`There is already a database in ${location.dataDirectory}.`, 'Choose another home.');
  }
  const unfinished = `${location.dataDirectory}.new`;
  try {
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(unfinished, { mode: 0o700 });
  } catch (error) {
    throw fromFileSystem(error, location.clusterParent);
  }
  return {
    unfinished,
    finish: () => {
      if (location.as !== undefined) giveTo(unfinished, location.as);
      renameSync(unfinished, location.dataDirectory);
    },
  };
}

/** @returns the version of the embedded server, such as `18.4`. */
export async function embeddedVersion(): Promise<string> {
  const { postgres } = await locateBinaries(undefined);
  const { output } = await run(postgres, ['--version']);
  return /(\d+\.\d+)/.exec(output)?.[1] ?? 'unknown';
}

/**
 * Runs `work` while the cluster is stopped and no other process can start it.
 * @throws DatabaseError when its server runs.
 */
export async function withStoppedCluster<T>(directory: string, work: () => T): Promise<T> {
  const own = resolve(directory);
  makeDirectory(own);
  const lock = await lockStart(own);
  try {
    if (runningPort(await resolveLocation(own)) !== null) {
      throw new DatabaseError(
        `The database in ${own} is in use.`,
        'Stop Plat, wait for commands that use that home, then try again.',
      );
    }
    return work();
  } finally {
    lock.release();
  }
}

/** Stops the server of a folder, then removes the folder and its cluster, wherever the cluster is kept. */
export async function removeCluster(directory: string): Promise<void> {
  const own = resolve(directory);
  if (!existsSync(own)) return;
  const location = await resolveLocation(own);
  if (runningPort(location) !== null) await stopServer(location, await locateBinaries(location.as));
  if (location.clusterParent !== own) rmSync(location.clusterParent, { recursive: true, force: true });
  rmSync(own, { recursive: true, force: true });
}

function giveTo(path: string, { uid, gid }: RunAs): void {
  chownSync(path, uid, gid);
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory()) giveTo(join(path, entry.name), { uid, gid });
    else chownSync(join(path, entry.name), uid, gid);
  }
}
