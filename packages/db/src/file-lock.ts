import { Database } from 'bun:sqlite';
import { DatabaseError } from './database-error.ts';

/** A held lock; ends with `release` or with the process, however that dies. */
export interface FileLock {
  release(): void;
}

const RETRY_MS = 50;

/**
 * Takes an exclusive lock between processes (and within one) on a file, which is created when missing.
 * SQLite's file lock is used because the operating system frees it with the process: no stale lock files.
 * @param waitMs how long to wait for another holder; 0 asks once.
 * @returns null when another holder kept it for the whole wait.
 * @throws the file system's error when the file cannot be opened or created.
 */
export async function lockFile(path: string, waitMs: number): Promise<FileLock | null> {
  const deadline = Date.now() + waitMs;
  const database = new Database(path, { create: true, readwrite: true });
  for (;;) {
    try {
      // Nothing is ever written, so there is nothing to journal beside the lock file.
      database.run('PRAGMA journal_mode = MEMORY');
      database.run('BEGIN EXCLUSIVE');
      return { release: () => database.close() };
    } catch (error) {
      const code = String((error as { code?: string }).code);
      if (!code.startsWith('SQLITE_BUSY')) {
        database.close();
        throw code === 'SQLITE_NOTADB' ? damagedLock(path, error) : error;
      }
    }
    if (Date.now() >= deadline) {
      database.close();
      return null;
    }
    await Bun.sleep(RETRY_MS);
  }
}

const damagedLock = (path: string, cause: unknown): DatabaseError =>
  new DatabaseError(`The lock file ${path} is damaged.`, 'Delete it while no Plat runs there, and try again.', cause);
