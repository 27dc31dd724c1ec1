import { afterAll, afterEach, expect } from 'bun:test';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../connect.ts';
import { DatabaseError } from '../database-error.ts';
import { putCluster, removeClusterFolder } from './cluster-folder.fixture.ts';
import { endWithThisProcess } from './end-with-this-process.fixture.ts';
import { startEmbeddedPostgres } from './start.ts';

export const SLOW_MS = 60_000;
export const isRoot = process.getuid?.() === 0;
export const cleanups: Array<() => void> = [];

/** Ends what each test of a file has begun, and removes the folder of its clusters. */
export function useClusters(): void {
  afterEach(() => {
    for (const cleanup of cleanups.splice(0).reverse()) cleanup();
  });
  afterAll(removeClusterFolder);
}

export function newDirectory(mode = 0o755): string {
  const home = mkdtempSync(join(tmpdir(), 'plat-embedded-'));
  chmodSync(home, mode);
  const directory = join(home, 'postgres');
  const guard = endWithThisProcess(home, [join(directory, 'data')]);
  cleanups.push(() => {
    guard.kill();
    const relocated = join(directory, 'cluster-location');
    if (existsSync(relocated)) rmSync(readFileSync(relocated, 'utf8').trim(), { recursive: true, force: true });
    rmSync(home, { recursive: true, force: true });
  });
  return directory;
}

/** A directory in which a server ran before. */
export async function usedDirectory(): Promise<string> {
  const directory = newDirectory();
  await putCluster(directory);
  return directory;
}

export async function answers(url: string): Promise<boolean> {
  const sql = connect(url, { applicationName: 'plat-test', maxConnections: 1 });
  try {
    await sql`select 1`;
    return true;
  } catch {
    return false;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

export const start = (directory: string, settings: Record<string, string> = {}) =>
  startEmbeddedPostgres({ directory, log: () => {}, settings: { fsync: 'off', ...settings } });

export const dataDirectoryOf = async (directory: string): Promise<string> => {
  const relocated = join(directory, 'cluster-location');
  return join(existsSync(relocated) ? readFileSync(relocated, 'utf8').trim() : directory, 'data');
};

export async function sentenceOf(attempt: Promise<unknown>): Promise<string> {
  const error = await attempt.then(
    () => undefined,
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(DatabaseError);
  return (error as DatabaseError).plainText;
}
