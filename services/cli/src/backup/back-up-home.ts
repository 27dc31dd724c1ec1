import { existsSync, linkSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { withImportLock } from '@plat/dataset';
import { type ClusterPiece, copyCluster, embeddedVersion, fromFileSystem, readExactly, type Sql } from '@plat/db';
import { PlainError } from '@plat/standalone/failures';
import { servedRealms, shownVersion } from '@plat/standalone/served-realms';
import { isAlive } from '../is-alive.ts';
import { type ArchiveWriter, writeArchive } from './archive.ts';
import { HOME_ENTRY, isBackedUp, MANIFEST_ENTRY, POSTGRES_ENTRY } from './layout.ts';
import { BACKUP_FORMAT, type Manifest, thisSystem } from './manifest.ts';

/** How long a backup waits for a running import. */
const IMPORT_WAIT_MS = 30 * 60_000;

export interface BackupReport {
  file: string;
  bytes: number;
  dataset_version: number;
  postgres: string;
}

/**
 * Copies a home in use into one file. The file gets its name only once complete.
 * @param home path of the home.
 * @param sql connected to its embedded server, without a statement timeout.
 * @param overwrite replaces an existing file.
 * @throws PlainError if a file of that name appeared meanwhile.
 */
export async function backUpHome(home: string, sql: Sql, file: string, overwrite: boolean): Promise<BackupReport> {
  const unfinished = `${file}.${process.pid}.unfinished`;
  const archive = writeArchive(unfinished);
  const removeIt = () => rmSync(unfinished, { force: true });
  // A signal ends the process elsewhere.
  process.once('exit', removeIt);
  try {
    removeUnfinished(file);
    const manifest = await describe();
    await archive.file(MANIFEST_ENTRY, ...bytesOf(JSON.stringify(manifest)));
    let datasetVersion = 0;
    await copyCluster({
      sql,
      take: (piece) => addPiece(archive, piece),
      // Facts must match the database, so no import may run in between.
      atTheEnd: (stop) =>
        withImportLock(
          sql,
          async () => {
            await stop();
            datasetVersion = shownVersion(await servedRealms(sql));
            await addHome(archive, home, '');
          },
          IMPORT_WAIT_MS,
        ),
    });
    await archive.finish();
    giveName(unfinished, file, overwrite);
    await syncFolder(dirname(file));
    return {
      file,
      bytes: (await stat(file)).size,
      dataset_version: datasetVersion,
      postgres: manifest.postgres,
    };
  } catch (error) {
    await archive.abandon();
    removeIt();
    throw fromFileSystem(error, dirname(file));
  } finally {
    process.off('exit', removeIt);
  }
}

const describe = async (): Promise<Manifest> => ({
  format: BACKUP_FORMAT,
  made_at: new Date().toISOString(),
  postgres: await embeddedVersion(),
  system: thisSystem(),
});

const addPiece = (archive: ArchiveWriter, piece: ClusterPiece): Promise<void> => {
  const name = `${POSTGRES_ENTRY}/${piece.path}`;
  return piece.kind === 'folder' ? archive.folder(name) : archive.file(name, piece.bytes, piece.read());
};

/** Adds every file of the home except those of the server and of running processes. */
async function addHome(archive: ArchiveWriter, home: string, folder: string): Promise<void> {
  const entries = await readdir(join(home, folder), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (!isBackedUp(path, entry.isDirectory())) continue;
    if (entry.isDirectory()) {
      await archive.folder(`${HOME_ENTRY}/${path}`);
      await addHome(archive, home, path);
    } else if (entry.isFile()) {
      const source = join(home, path);
      const { size } = await stat(source);
      await archive.file(`${HOME_ENTRY}/${path}`, size, readExactly(source, size));
    }
  }
}

function bytesOf(text: string): [number, AsyncIterable<Uint8Array>] {
  const bytes = Buffer.from(text);
  const content = async function* () {
    yield bytes;
  };
  return [bytes.length, content()];
}

/** Gives a complete file its name. @throws PlainError instead of replacing a file without permission. */
function giveName(unfinished: string, file: string, overwrite: boolean): void {
  if (!overwrite) {
    try {
      // Unlike a rename, this fails if the file exists.
      linkSync(unfinished, file);
    } catch {
      if (existsSync(file)) {
        throw new PlainError(
          `${file} was created meanwhile.`,
          'It is unchanged. Choose another name, or add --overwrite.',
        );
      }
      // Otherwise the file system has no hard links.
    }
  }
  // If both names are one file, this only removes the old name.
  renameSync(unfinished, file);
  rmSync(unfinished, { force: true });
}

/** Removes partial files of backups whose process died. */
function removeUnfinished(file: string): void {
  if (!existsSync(dirname(file))) return;
  for (const name of readdirSync(dirname(file))) {
    const [, pid] = name.startsWith(`${basename(file)}.`) ? (/\.(\d+)\.unfinished$/.exec(name) ?? []) : [];
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(dirname(file), name), { force: true });
  }
}

/** Flushes the folder, so that a new name is on disk. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
