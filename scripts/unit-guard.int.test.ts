import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'plat-unit-guard-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs one test of one line and returns its exit code and output. */
async function run(fileName: string, line: string) {
  const file = join(folder, fileName);
  writeFileSync(file, `import { test } from 'bun:test';\ntest('does it', async () => { ${line} });\n`);
  const child = Bun.spawn([process.execPath, 'test', '--preload', join(import.meta.dir, 'unit-guard.ts'), file], {
    cwd: import.meta.dir,
    env: { ...process.env, TEST_RUN: 'guard' },
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const said = await Promise.all([child.stdout.text(), child.stderr.text()]);
  return { exitCode: await child.exited, output: said.join('\n') };
}

/** Resolved here, because the temporary file has no packages. */
const DUCKDB = import.meta.resolve('@duckdb/node-api', join(import.meta.dir, '../packages/pipeline/src/index.ts'));

describe('a unit test fails when it', () => {
  test.each([
    ['listens', "Bun.serve({ port: 0, fetch: () => new Response('') }).stop();", 'open no socket'],
    ['connects', "await Bun.connect({ hostname: '127.0.0.1', port: 1, socket: { data() {} } });", 'open no socket'],
    ['fetches and swallows the error', "await fetch('http://127.0.0.1:1').catch(() => {});", 'open no socket'],
    ['starts a process', "Bun.spawn(['true']);", 'start no process'],
    ['starts a process in the way of Node', "(await import('node:child_process')).spawn('true');", 'start no process'],
    ['loads DuckDB', `await import('${DUCKDB}').catch(() => {});`, 'load no DuckDB'],
  ])('%s', async (_what, line, rule) => {
    const { exitCode, output } = await run('one.test.ts', line);
    expect(output).toContain(`unit tests ${rule}: name this file *.int.test.ts`);
    expect(exitCode).toBe(1);
  });
});

test('integration tests may do all of it', async () => {
  const { exitCode, output } = await run('one.int.test.ts', `Bun.spawnSync(['true']); await import('${DUCKDB}');`);
  expect(output).toContain('1 pass');
  expect(exitCode).toBe(0);
});
