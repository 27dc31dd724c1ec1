import type { Stats } from 'node:fs';
import { lstat, open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sql, Transaction } from '../connect.ts';
import { DatabaseError } from '../database-error.ts';

/** One piece of a copied cluster; paths are relative to the data directory, with `/` between folders. */
export type ClusterPiece =
  | { kind: 'folder'; path: string }
  | { kind: 'file'; path: string; bytes: number; read(): AsyncIterable<Uint8Array> };

export interface CopyClusterOptions {
  /** Connected as the role of the embedded server; one of its connections is used until the copy has ended. */
  sql: Sql;
  /** Takes one piece after the other; each must be read before the next comes. */
  take(piece: ClusterPiece): Promise<void>;
  /**
   * Decides the moment that the copy shows: it is that at which `stop` returns. What belongs to the same moment and lies
   * outside the cluster can be copied around it.
   */
  atTheEnd(stop: () => Promise<void>): Promise<void>;
}

const SETTLE_ATTEMPTS = 100;
const READ_BYTES = 1024 * 1024;
const WAL_FOLDER = 'pg_wal';
const WAL_SEGMENT = /^[0-9A-F]{24}$/;
/** What PostgreSQL makes anew, or what belongs to the running server: empty folders in a copy. */
const EMPTIED = new Set([
  ...['pg_dynshmem', 'pg_notify', 'pg_replslot', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp', 'pg_subtrans'],
  ...[WAL_FOLDER, `${WAL_FOLDER}/archive_status`, `${WAL_FOLDER}/summaries`],
]);
/** Written all the time and short: it is read last, and until two readings agree. */
const CONTROL_FILE = 'global/pg_control';
const LEFT_OUT = /^(postmaster\.(pid|opts)|backup_label|tablespace_map|.*\.old|pg_internal\.init.*|pgsql_tmp.*)$/;

/**
 * Copies a cluster while it is used, by PostgreSQL's own protocol for that: files as they are met, and the log from the
 * start of the copy to its end, from which the server makes one moment of them when it first starts there.
 * @throws DatabaseError when the cluster keeps data outside its folder.
 */
export async function copyCluster({ sql, take, atTheEnd }: CopyClusterOptions): Promise<void> {
  // A transaction, for it has its session to itself and is told when that is lost.
  await sql.begin(async (session) => {
    const directory = await dataDirectory(session);
    const slot = `plat_backup_${process.pid}`;
    // Temporary: it keeps the log from being recycled, and ends with the session.
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
        if (stopped === undefined) throw new Error('the copy was not brought to its end');
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
  /** The last one of the log that the copy needs. */
  segment: string;
  label: string;
}

async function stopBackup(session: Transaction): Promise<BackupEnd> {
  const [ended] = await session<BackupEnd[]>`
    select pg_walfile_name(lsn) as segment, labelfile as label from pg_backup_stop(false)`;
  return ended!;
}

/** @throws DatabaseError when there is more than it holds. */
async function dataDirectory(session: Transaction): Promise<string> {
  const [cluster] = await session<{ directory: string; tablespaces: number }[]>`
    select current_setting('data_directory') as directory,
      (select count(*)::int from pg_tablespace where spcname not in ('pg_default', 'pg_global')) as tablespaces`;
  if (cluster!.tablespaces > 0) {
    throw new DatabaseError(
      'The database has tablespaces, which lie outside the home.',
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

/** The log from one segment to another, and the histories of timelines. */
async function* log(root: string, first: string, last: string): AsyncGenerator<ClusterPiece> {
  const names = (await readdir(join(root, WAL_FOLDER))).sort();
  const segments = names.filter((name) => WAL_SEGMENT.test(name) && name >= first && name <= last);
  if (segments[0] !== first || segments.at(-1) !== last) {
    throw new DatabaseError('The log of the database was recycled while it was copied.', 'Try again.');
  }
  for (const name of [...segments, ...names.filter((one) => one.endsWith('.history'))]) {
    const path = `${WAL_FOLDER}/${name}`;
    const stats = await statsOf(join(root, path));
    if (stats === null) throw new DatabaseError(`The log file ${name} went away while it was copied.`, 'Try again.');
    yield file(root, path, stats.size);
  }
}

const content = (path: string, bytes: Uint8Array): ClusterPiece => ({
  ...{ kind: 'file', path, bytes: bytes.length },
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
  throw new DatabaseError(`${path} changes too fast to be read.`, 'Try again when the database has less to do.');
}

const file = (root: string, path: string, bytes: number): ClusterPiece => ({
  ...{ kind: 'file', path, bytes },
  read: () => readExactly(join(root, path), bytes),
});

/** What was dropped meanwhile is no part of the copy: the log says so too. */
async function statsOf(path: string): Promise<Stats | null> {
  try {
    return await lstat(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** So many bytes of a file that may grow, shrink or go while it is read: what is not there any more is zeros. */
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
