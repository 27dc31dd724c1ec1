import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';

const SECRET = 'Q7w9'.repeat(9);

describe('a test run', () => {
  const run = async (code: string) => {
    const folder = `${process.env.TMPDIR ?? '/tmp'}/plat-find-secrets-${crypto.randomUUID()}`;
    const file = join(folder, 'one.test.ts');
    await Bun.write(file, `import { expect, test } from 'bun:test';\ntest('says', () => {\n${code}\n});\n`);
    const child = Bun.spawn([process.execPath, join(import.meta.dir, 'test.ts'), file], {
      env: { ...process.env, TEST_OUTPUT_FOLDER: '' },
      stdout: 'pipe',
      stderr: 'pipe',
    });
    const said = (await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])).join('');
    await Bun.$`rm -r ${folder}`.quiet();
    return { exitCode: await child.exited, said };
  };
  const keep = (line: string) => {
    const module = join(import.meta.dir, '..', 'packages', 'test-kit', 'src', 'keep-output.ts');
    return `require(${JSON.stringify(module)}).keepOutput([${JSON.stringify(line)}]);`;
  };

  test('passes without secrets', async () => {
    const { exitCode, said } = await run("console.error('nothing to see'); expect(1).toBe(1);");
    expect(said).toContain('nothing to see');
    expect([exitCode, said]).toEqual([0, expect.stringContaining('1 passed, 0 failed')]);
  });
  test('fails with a secret in the output of tests', async () => {
    const { exitCode, said } = await run(`console.error('key ' + 'plat_sub_' + 'Q7w9'.repeat(9));`);
    expect(said).toContain('SECRET (API key) in the output: key [masked]');
    expect([exitCode, said]).toEqual([1, expect.stringContaining('1 passed, 1 failed')]);
  });
  test('fails with a secret in the output of a started process, and does not repeat it', async () => {
    const { exitCode, said } = await run(keep(`{"level":"info","msg":"zk_live_${SECRET}"}`));
    expect(said).toContain('SECRET (automation key) in the output: {"level":"info","msg":"[masked]"}');
    expect([exitCode, said.includes(SECRET)]).toEqual([1, false]);
  });
});
