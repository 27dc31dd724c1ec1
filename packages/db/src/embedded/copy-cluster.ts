import type { Stats } from 'node:fs';
import { lstat, open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseError } from '../database-error.ts';
import type { Sql, Transaction } from '../sql.ts';

/** One piece of a copied cluster. Paths are relative to the data directory and use `/`. */
export type ClusterPiece =
  | { kind: 'folder'; path: string }
  | { kind: 'file'; path: string; bytes: number; read(): AsyncIterable<Uint8Array> };

export interface CopyClusterOptions {
  /** Connected as the role of the embedded server. The copy uses one connection until it ends. */
  sql: Sql;
  /** Takes one piece at a time; each must be read before the next arrives. */
  take(piece: ClusterPiece): Promise<void>;
  /**
   * Called at the end of the copy, which shows the database at the moment when `stop` returns. Files outside the
   * cluster that must match that moment can be copied before and after the call to `stop`.
   */
  atTheEnd(stop: () => Promise<void>): Promise<void>;
}

const SETTLE_ATTEMPTS = 100;
const READ_BYTES = 1024 * 1024;
const WAL_FOLDER = 'pg_wal';
const WAL_SEGMENT = /^[0-9A-F]{24}$/;
/** Recreated by PostgreSQL or owned by the running server; copied as empty folders. */
const EMPTIED = new Set([
  ...['pg_dynshmem', 'pg_notify', 'pg_replslot', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp', 'pg_subtrans'],
  ...[WAL_FOLDER, `${WAL_FOLDER}/archive_status`, `${WAL_FOLDER}/summaries`],
]);
/** Short and written often, so it is read last, until two reads agree. */
const CONTROL_FILE = 'global/pg_control';
const LEFT_OUT = /^(postmaster\.(pid|opts)|backup_label|tablespace_map|.*\.old|pg_internal\.init.*|pgsql_tmp.*)$/;

/**
 * Copies a running cluster as pg_basebackup does: the files as they are, and the WAL from start to end of the copy.
 * When a server first starts on the copy, it replays the WAL to reach one consistent moment.
 * @throws DatabaseError when the cluster keeps data outside its folder.
 */
export async function copyCluster({ sql, take, atTheEnd }: CopyClusterOptions): Promise<void> {
  // A transaction has its own session and fails when the session is lost.
  await sql.begin(async (session) => {
    const directory = await dataDirectory(session);
    const slot = `plat_backup_${process.pid}`;
    // A temporary slot keeps WAL from being recycled and ends with the session.
    await session`select pg_create_physical_replication_slot(${slot}, true, true)`;
    let stopped: BackupEnd | undefined;
    try {
      const [started] = await session<{ segment: string }[]>`
        select pg_walfile_name(pg_backup_start('plat backup', true)) as segment`;
      try {
        for await (const piece of pieces(directory, '')) await take(piece);
        await take(content(CONTROL_FILE, await readSettled(join(directory, CONTROL_FILE))));
        await atTheEnd(async () => {
          stopped = await stopBackup(session);
        });
        if (stopped === undefined) throw new Error('the copy did not finish');
      } catch (error) {
        if (stopped === undefined) await stopBackup(session).catch(() => {});
        throw error;
      }
      for await (const piece of log(directory, started!.segment, stopped.segment)) await take(piece);
      await take(content('backup_label', Buffer.from(stopped.label)));
    } finally {
      await session`select pg_drop_replication_slot(${slot})`.catch(() => {});
    }
  });
}

interface BackupEnd {
  /** The last WAL segment that the copy needs. */
  segment: string;
  label: string;
}

async function stopBackup(session: Transaction): Promise<BackupEnd> {
  const [ended] = await session<BackupEnd[]>`
    select pg_walfile_name(lsn) as segment, labelfile as label from pg_backup_stop(false)`;
  return ended!;
}

/** @throws DatabaseError when the cluster has data outside this folder. */
async function dataDirectory(session: Transaction): Promise<string> {
  const [cluster] = await session<{ directory: string; tablespaces: number }[]>`
    select current_setting('data_directory') as directory,
      (select count(*)::int from pg_tablespace where spcname not in ('pg_default', 'pg_global')) as tablespaces`;
  if (cluster!.tablespaces > 0) {
    throw new DatabaseError(
      'The database has tablespaces, which are outside the home.',
      'Back it up with the tools of PostgreSQL (pg_basebackup).',
    );
  }
  return cluster!.directory;
}

async function* pieces(root: string, folder: string): AsyncGenerator<ClusterPiece> {
  for (const name of (await readdir(join(root, folder))).sort()) {
    const path = folder === '' ? name : `${folder}/${name}`;
    if (LEFT_OUT.test(name) || path === CONTROL_FILE) continue;
    const stats = await statsOf(join(root, path));
    if (stats === null) continue;
    if (stats.isDirectory()) {
      yield { kind: 'folder', path };
      if (path === WAL_FOLDER)
        for (const one of EMPTIED) if (one.startsWith(`${path}/`)) yield { kind: 'folder', path: one };
      if (!EMPTIED.has(path)) yield* pieces(root, path);
    } else if (stats.isFile()) yield file(root, path, stats.size);
  }
}

/** WAL segments from `first` to `last`, and timeline histories. */
async function* log(root: string, first: string, last: string): AsyncGenerator<ClusterPiece> {
  const names = (await readdir(join(root, WAL_FOLDER))).sort();
  const segments = names.filter((name) => WAL_SEGMENT.test(name) && name >= first && name <= last);
  if (segments[0] !== first || segments.at(-1) !== last) {
    throw new DatabaseError('The WAL of the database was recycled during the copy.', 'Try again.');
  }
  for (const name of [...segments, ...names.filter((one) => one.endsWith('.history'))]) {
    const path = `${WAL_FOLDER}/${name}`;
    const stats = await statsOf(join(root, path));
    if (stats === null) throw new DatabaseError(`The WAL file ${name} was removed during the copy.`, 'Try again.');
    yield file(root, path, stats.size);
  }
}

const content = (path: string, bytes: Uint8Array): ClusterPiece => ({
  kind: 'file',
  path,
  bytes: bytes.length,
  read: async function* () {
    yield bytes;
  },
});

async function readSettled(path: string): Promise<Uint8Array> {
  let last = await readFile(path);
  for (let attempt = 0; attempt < SETTLE_ATTEMPTS; attempt++) {
    const next = await readFile(path);
    if (next.equals(last)) return next;
    last = next;
  }
  throw new DatabaseError(`${path} changes too fast to be read.`, 'Try again when the database is less busy.');
}

const file = (root: string, path: string, bytes: number): ClusterPiece => ({
  kind: 'file',
  path,
  bytes,
  read: () => readExactly(join(root, path), bytes),
});

/** A file dropped during the copy is not needed: replaying the WAL drops it too. */
async function statsOf(path: string): Promise<Stats | null> {
  try {
    return await lstat(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Reads exactly `bytes` bytes of a file that may change during the read. Missing bytes are zeros. */
export async function* readExactly(path: string, bytes: number): AsyncGenerator<Uint8Array> {
  let left = bytes;
  const handle = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  try {
    while (handle !== null && left > 0) {
      const buffer = Buffer.allocUnsafe(Math.min(left, READ_BYTES));
      const { bytesRead } = await handle.read(buffer, 0, buffer.length);
      if (bytesRead === 0) break;
      left -= bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle?.close();
  }
  for (; left > 0; left -= READ_BYTES) yield Buffer.alloc(Math.min(left, READ_BYTES));
}
