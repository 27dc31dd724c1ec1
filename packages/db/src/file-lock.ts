import { Database } from 'bun:sqlite';
import { DatabaseError } from './database-error.ts';

/** A held lock. It ends with `release` or with the process, however that dies. */
export interface FileLock {
  release(): void;
}

const RETRY_MS = 50;

/**
 * Takes an exclusive lock on a file, between processes and within one; creates the file if missing. Uses SQLite's
 * file lock, which the operating system releases with the process, so locks never become stale.
 * @param waitMs maximum wait for another holder; 0 tries once.
 * @returns null when another holder kept the lock for the whole wait.
 * @throws the file system's error when the file cannot be opened or created.
 */
export async function lockFile(path: string, waitMs: number): Promise<FileLock | null> {
  const deadline = Date.now() + waitMs;
  const database = new Database(path, { create: true, readwrite: true });
  for (;;) {
    try {
      // Nothing is ever written, so no journal file is needed.
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
