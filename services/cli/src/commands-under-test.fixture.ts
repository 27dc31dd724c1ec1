import { afterAll, beforeAll } from 'bun:test';
import { join } from 'node:path';
import { type TestDatabase, testDatabase } from '@plat/test-kit';
import { type CommandLines, type Ended, startCommandLines } from './command-lines.fixture.ts';

const MAIN = join(import.meta.dir, 'main.ts');
export const SLOW_MS = 120_000;

export let database: TestDatabase;
/** Runs commands that do not need a process of their own. */
export let commands: CommandLines;
export let folder: string;
let home: string;

/** Gives a file of tests a database and a folder for its commands. */
export function useCommands(): void {
  beforeAll(async () => {
    database = await testDatabase();
    commands = startCommandLines(database.url);
    folder = commands.folder;
    home = join(folder, 'home');
  }, SLOW_MS);
  afterAll(async () => {
    await commands?.close();
    await database?.close();
  });
}

/** Runs one command in its own process. */
export async function run(words: readonly string[], env: Record<string, string | undefined> = {}): Promise<Ended> {
  const { REDIS_URL: _, ...inherited } = process.env;
  const child = Bun.spawn([process.execPath, MAIN, ...words], {
    cwd: folder,
    env: { ...inherited, PLAT_LOG_LEVEL: 'error', PLAT_HOME: home, DATABASE_URL: database.url, ...env },
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [stdout, stderr] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { exitCode: await child.exited, stdout, stderr };
}
