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

/** An import that runs may take this long to its end before the backup gives up. */
const IMPORT_WAIT_MS = 30 * 60_000;

export interface BackupReport {
  file: string;
  bytes: number;
  dataset_version: number;
  postgres: string;
}

/**
 * Copies a home into one file, while it is used. The file has its name when it is complete, and not before.
 * @param home the path of the home.
 * @param sql connected to its embedded server, without a limit for statements.
 * @param overwrite whether a file of that name gives way.
 * @throws PlainError when a file of that name came meanwhile.
 */
export async function backUpHome(home: string, sql: Sql, file: string, overwrite: boolean): Promise<BackupReport> {
  const unfinished = `${file}.${process.pid}.unfinished`;
  const archive = writeArchive(unfinished);
  const removeIt = () => rmSync(unfinished, { force: true });
  // A stop by a signal ends the process from elsewhere.
  process.once('exit', removeIt);
  try {
    removeUnfinished(file);
    const manifest = await describe();
    await archive.file(MANIFEST_ENTRY, ...bytesOf(JSON.stringify(manifest)));
    let datasetVersion = 0;
    await copyCluster({
      sql,
      take: (piece) => addPiece(archive, piece),
      // Facts and what the database says of them belong together, so no import may come between.
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
      ...{ file, bytes: (await stat(file)).size },
      ...{ dataset_version: datasetVersion, postgres: manifest.postgres },
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
  ...{ format: BACKUP_FORMAT, made_at: new Date().toISOString() },
  ...{ postgres: await embeddedVersion(), system: thisSystem() },
});

const addPiece = (archive: ArchiveWriter, piece: ClusterPiece): Promise<void> => {
  const name = `${POSTGRES_ENTRY}/${piece.path}`;
  return piece.kind === 'folder' ? archive.folder(name) : archive.file(name, piece.bytes, piece.read());
};

/** Every file of the home but those of the server and those that only mean something to running processes. */
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

/** Gives a complete file its name. @throws PlainError instead of replacing one that it may not. */
function giveName(unfinished: string, file: string, overwrite: boolean): void {
  if (!overwrite) {
    try {
      // Unlike a rename, it fails where there is a file.
      linkSync(unfinished, file);
    } catch {
      if (existsSync(file)) {
        throw new PlainError(`${file} was made meanwhile.`, 'It is as it was. Name another one, or add --overwrite.');
      }
      // Else the file system has no links.
    }
  }
  // Changes nothing but the old name where both are one file.
  renameSync(unfinished, file);
  rmSync(unfinished, { force: true });
}

/** Of backups to the same file whose process died. */
function removeUnfinished(file: string): void {
  if (!existsSync(dirname(file))) return;
  for (const name of readdirSync(dirname(file))) {
    const [, pid] = name.startsWith(`${basename(file)}.`) ? (/\.(\d+)\.unfinished$/.exec(name) ?? []) : [];
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(dirname(file), name), { force: true });
  }
}

/** A name is on disk when its folder is. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
