import { afterAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { type Advisory, type AllowedAdvisory, judgeAudit, parseAuditReport } from './judge-audit.ts';

const TODAY = '2026-03-01';
const advisory = (severity: Advisory['severity'], id = 'GHSA-aaaa-bbbb-cccc'): Advisory => ({
  ...{ id: 1, url: `https://github.com/advisories/${id}`, title: 'Breaks', severity, vulnerable_versions: '<9' },
});
const entry = (more: Partial<AllowedAdvisory> = {}): AllowedAdvisory => ({
  ...{ advisory: 'GHSA-aaaa-bbbb-cccc', package: 'lib', expires: '2026-04-01' },
  reason: 'only reached by the generator, on input of our own',
  ...more,
});
const failures = (severity: Advisory['severity'], allowed: AllowedAdvisory[]) =>
  judgeAudit({ lib: [advisory(severity)] }, allowed, TODAY).failures;

describe('an advisory', () => {
  test.each(['high', 'critical'] as const)('that is %s fails, and names package and id', (severity) => {
    expect(failures(severity, [])).toEqual([`${severity}: lib <9: Breaks (GHSA-aaaa-bbbb-cccc)`]);
  });
  test.each(['info', 'low', 'moderate'] as const)('that is %s is told and does not fail', (severity) => {
    const verdict = judgeAudit({ lib: [advisory(severity)] }, [], TODAY);
    expect(verdict).toEqual({ failures: [], notes: [`${severity}: lib <9: Breaks (GHSA-aaaa-bbbb-cccc)`] });
  });
  test('that is allowed with a reason and a day does not fail, up to that day', () => {
    expect(failures('high', [entry()])).toEqual([]);
    expect(failures('high', [entry({ expires: TODAY })])).toEqual([]);
  });
  test('is not allowed by an entry of another package or another advisory', () => {
    expect(failures('high', [entry({ package: 'other' })]).length).toBe(1);
    expect(failures('high', [entry({ advisory: 'GHSA-dddd-eeee-ffff' })]).length).toBe(1);
  });
});

describe('an entry of the list', () => {
  test.each([
    ['has ended', { expires: '2026-02-28' }],
    ['is for ever', { expires: '2036-01-01' }],
    ['has no day', { expires: 'soon' }],
    ['has no reason', { reason: 'ok' }],
  ])('that %s fails, reported or not', (_, more) => {
    expect(failures('high', [entry(more)]).length).toBe(1);
    expect(judgeAudit({}, [entry(more)], TODAY).failures.length).toBe(1);
  });
  test('that nothing needs any more is told', () => {
    expect(judgeAudit({}, [entry()], TODAY).notes).toEqual([expect.stringContaining('take it out')]);
  });
});

test.each(['', 'error: 405', '[]x', 'null', '{"error":"no"}'])('%p is no report', (text) => {
  expect(parseAuditReport(text)).toBeNull();
});

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

  test('that knows of nothing passes', async () => {
    answer = () => Response.json({});
    expect(await run()).toEqual({ exitCode: 0, said: expect.stringContaining('0 advisories, ') });
  });
  test('that knows of a critical one of a package that is installed fails', async () => {
    answer = () => Response.json({ elysia: [advisory('critical')] });
    const { exitCode, said } = await run();
    expect([exitCode, said]).toEqual([1, expect.stringContaining('FAILED critical: elysia <9')]);
  });
  test('that does not answer is said to be skipped, and fails where an audit is required', async () => {
    answer = () => new Response('no', { status: 405 });
    const skipped = await run();
    expect([skipped.exitCode, skipped.said]).toEqual([0, expect.stringMatching(/^SKIPPED: .*405/)]);
    expect((await run({ PLAT_AUDIT_REQUIRED: 'true' })).exitCode).toBe(1);
  });
});
