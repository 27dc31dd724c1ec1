import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { findSecret } from './find-secrets.ts';

const SECRET = 'Q7w9'.repeat(9);
const SAID: [string, string][] = [
  ['API key', `{"level":"info","msg":"key plat_sub_${SECRET} used"}`],
  ['API key', `key plat_ent_test_${SECRET}`],
  ['automation key', `zk_live_${SECRET}`],
  ['webhook secret', `signed with whsec_${SECRET}`],
  ['token', `eyJhbGciOiJI.${SECRET}.${SECRET}`],
  ['bearer token', `authorization: Bearer ${SECRET}`],
  ['password in a URL', `connecting to postgres://plat:${SECRET}@localhost:5432/plat`],
  ['password in a URL', `redis://:${SECRET}@localhost`],
  ['secret in a field', `{"webhook_secret":"${SECRET}"}`],
];

describe('a secret that a process said', () => {
  test.each(SAID)('%s is found, and masked where it is told', (pattern, line) => {
    const found = findSecret(line);
    expect(found?.pattern).toBe(pattern);
    expect(found?.line).not.toContain(SECRET);
    expect(found?.line).toContain('[masked]');
  });
});

test.each([
  '{"level":"info","msg":"request","keyId":"0b9d2f5e-6c1a-4b7e-9d53-2f8e1a7c4d60","status":200}',
  'postgres://plat:[redacted]@localhost/plat',
  '{"secret":"[redacted]","token":null}',
  'Bearer [redacted]',
  'key plat_sub_aB3dE6 of Acme',
  'listening at http://127.0.0.1:8080 and https://[::1]:1/a@b',
  `(pass) a key like plat_sub_${SECRET} is scrubbed`,
])('what is no secret passes: %s', (line) => {
  expect(findSecret(line)).toBeNull();
});

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

  test('in which nothing is told passes', async () => {
    const { exitCode, said } = await run("console.error('nothing to see'); expect(1).toBe(1);");
    expect(said).toContain('nothing to see');
    expect([exitCode, said]).toEqual([0, expect.stringContaining('1 passed, 0 failed')]);
  });
  test('in which the tests say a secret fails', async () => {
    const { exitCode, said } = await run(`console.error('key ' + 'plat_sub_' + 'Q7w9'.repeat(9));`);
    expect(said).toContain('SECRET (API key) was said: key [masked]');
    expect([exitCode, said]).toEqual([1, expect.stringContaining('1 passed, 1 failed')]);
  });
  test('in which a process that a test started says one fails, and does not repeat it', async () => {
    const { exitCode, said } = await run(keep(`{"level":"info","msg":"zk_live_${SECRET}"}`));
    expect(said).toContain('SECRET (automation key) was said: {"level":"info","msg":"[masked]"}');
    expect([exitCode, said.includes(SECRET)]).toEqual([1, false]);
  });
});
