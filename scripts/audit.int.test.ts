import { afterAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';

const CRITICAL = {
  id: 1,
  url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc',
  title: 'Breaks',
  severity: 'critical',
  vulnerable_versions: '<9',
};

describe('the step, with a registry', () => {
  let answer: () => Response = () => Response.json({});
  const registry = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => answer() });
  afterAll(() => registry.stop(true));
  const run = async (env: Record<string, string> = {}) => {
    const child = Bun.spawn([process.execPath, join(import.meta.dir, 'audit.ts')], {
      env: { PATH: process.env.PATH, HOME: process.env.HOME, NPM_CONFIG_REGISTRY: registry.url.href, ...env },
      stdout: 'pipe',
      stderr: 'pipe',
    });
    const said = (await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])).join('');
    return { exitCode: await child.exited, said };
  };

  test('passes without advisories', async () => {
    answer = () => Response.json({});
    expect(await run()).toEqual({ exitCode: 0, said: expect.stringContaining('0 advisories, ') });
  });
  test('fails with a critical advisory of an installed package', async () => {
    answer = () => Response.json({ elysia: [CRITICAL] });
    const { exitCode, said } = await run();
    expect([exitCode, said]).toEqual([1, expect.stringContaining('FAILED critical: elysia <9')]);
  });
  test('reports that it was skipped without an answer, and fails where an audit is required', async () => {
    answer = () => new Response('no', { status: 405 });
    const skipped = await run();
    expect([skipped.exitCode, skipped.said]).toEqual([0, expect.stringMatching(/^SKIPPED: .*405/)]);
    expect((await run({ PLAT_AUDIT_REQUIRED: 'true' })).exitCode).toBe(1);
  });
});
