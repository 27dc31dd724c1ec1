import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './test-files.ts';

let folder: string;
const run = async (...command: string[]) => {
  const { GIT_DIR: _, GIT_INDEX_FILE: __, ...env } = process.env;
  const child = Bun.spawn(command, { cwd: folder, env, stdout: 'pipe', stderr: 'pipe' });
  const said = await Promise.all([child.stdout.text(), child.stderr.text()]);
  return { exitCode: await child.exited, said: said.join('') };
};
const commit = async (name: string, text: string, title: string) => {
  writeFileSync(join(folder, name), text);
  await run('git', 'add', name);
  return run('git', '-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '-m', title);
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'plat-hooks-'));
  await run('git', 'init', '-q');
  await run('cp', '-a', ...['scripts', 'package.json', 'biome.json', 'infra'].map((path) => join(ROOT, path)), '.');
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  await run(process.execPath, 'run', 'hooks');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('after bun run hooks, a commit', () => {
  test('passes with a formatted file and a valid title', async () => {
    const startMs = performance.now();
    const { exitCode, said } = await commit('a.ts', 'export const a = 1;\n', 'geo: add a number');
    console.log(`the hooks took ${Math.round(performance.now() - startMs)} ms`);
    expect([exitCode, said]).toEqual([0, expect.stringContaining('geo: add a number')]);
  });
  test('fails with a file that Biome rejects', async () => {
    const { exitCode, said } = await commit('a.ts', 'export const a   =  2\n', 'geo: change a number');
    expect([exitCode, said]).toEqual([1, expect.stringContaining('bun run format')]);
  });
  test('fails with a secret', async () => {
    const secret = `plat_sub_${'Q7w9'.repeat(9)}`;
    const { exitCode, said } = await commit('a.ts', `export const a = '${secret}';\n`, 'geo: change a number');
    expect([exitCode, said]).toEqual([1, expect.stringContaining('a.ts: API key in a staged line')]);
    expect(said).not.toContain(secret);
  });
  test('fails with a title that is not imperative', async () => {
    const { exitCode, said } = await commit('a.ts', 'export const a = 3;\n', 'geo: changed a number');
    expect([exitCode, said]).toEqual([1, expect.stringContaining('the verb is imperative')]);
  });
});
