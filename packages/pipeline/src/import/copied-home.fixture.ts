import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sql } from '@plat/db';
import { filledDatabase, type TestDatabase } from '@plat/test-kit';

/** A database and a home that are filled once and copied for each test. */
interface CopiedHome {
  /** Copies the home into a folder. @returns a database of its own with the same contents */
  copyTo(home: string): Promise<TestDatabase>;
  remove(): Promise<void>;
}

export function copiedHome(fill: (target: { sql: Sql; home: string }) => Promise<unknown>): CopiedHome {
  const name = `copied_home_${crypto.randomUUID().replaceAll('-', '')}`;
  let filled: string | undefined;
  return {
    copyTo: async (home) => {
      const database = await filledDatabase(name, async ({ sql }) => {
        filled = await mkdtemp(join(tmpdir(), 'plat-import-'));
        await fill({ sql, home: filled });
      });
      await cp(filled!, home, { recursive: true });
      return database;
    },
    remove: async () => {
      if (filled !== undefined) await rm(filled, { recursive: true, force: true });
    },
  };
}
