import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { type TestDatabase, testDatabase } from '@plat/test-kit';
import { type CommandLines, type Ended, startCommandLines } from './command-lines.fixture.ts';

const MAIN = join(import.meta.dir, 'main.ts');
const SLOW_MS = 120_000;

let folder: string;
let home: string;
let database: TestDatabase;
/** Runs commands that do not need a process of their own. */
let commands: CommandLines;
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

/** Runs one command in its own process. */
async function run(words: readonly string[], env: Record<string, string | undefined> = {}): Promise<Ended> {
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

describe('help', () => {
  test.each([
    [[]],
    [['start']],
    [['import']],
    [['market']],
    [['market', 'status']],
    [['market', 'versions']],
    [['market', 'rollback']],
    [['key']],
    [['key', 'create']],
    [['key', 'list']],
    [['key', 'revoke']],
  ])('plat %p --help', async (words) => {
    const { exitCode, stdout, stderr } = await commands.plat(...words, '--help');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toStartWith(`Usage: ${['plat', ...words].join(' ')} `);
  });

  test('lists every source with its title for import', async () => {
    const { stdout } = await commands.plat('import', '--help');
    for (const name of ['canonical', 'philadelphia-pa', 'loudoun-va', 'north-carolina'])
      expect(stdout).toMatch(new RegExp(`^  ${name} +\\S`, 'm'));
    expect(stdout).toContain('Cambridge, MA: assessing data of fiscal year 2022');
  });

  test('exits with 0, an incorrect call with 2', async () => {
    expect(await run(['--help'])).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await run(['fly'])).toMatchObject({ exitCode: 2, stdout: '' });
  });
});
