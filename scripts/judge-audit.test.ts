import { describe, expect, test } from 'bun:test';
import { type Advisory, type AllowedAdvisory, judgeAudit, parseAuditReport } from './judge-audit.ts';

const TODAY = '2026-03-01';
const advisory = (severity: Advisory['severity'], id = 'GHSA-aaaa-bbbb-cccc'): Advisory => ({
  id: 1,
  url: `https://github.com/advisories/${id}`,
  title: 'Breaks',
  severity,
  vulnerable_versions: '<9',
});
const entry = (more: Partial<AllowedAdvisory> = {}): AllowedAdvisory => ({
  advisory: 'GHSA-aaaa-bbbb-cccc',
  package: 'lib',
  expires: '2026-04-01',
  reason: 'only reached by the generator, with our own input',
  ...more,
});
const failures = (severity: Advisory['severity'], allowed: AllowedAdvisory[]) =>
  judgeAudit({ lib: [advisory(severity)] }, allowed, TODAY).failures;

describe('an advisory', () => {
  test.each(['high', 'critical'] as const)('fails when %s, naming package and id', (severity) => {
    expect(failures(severity, [])).toEqual([`${severity}: lib <9: Breaks (GHSA-aaaa-bbbb-cccc)`]);
  });
  test.each(['info', 'low', 'moderate'] as const)('is reported without failing when %s', (severity) => {
    const verdict = judgeAudit({ lib: [advisory(severity)] }, [], TODAY);
    expect(verdict).toEqual({ failures: [], notes: [`${severity}: lib <9: Breaks (GHSA-aaaa-bbbb-cccc)`] });
  });
  test('does not fail when allowed with a reason, up to its day', () => {
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
  ])('fails when it %s, reported or not', (_, more) => {
    expect(failures('high', [entry(more)]).length).toBe(1);
    expect(judgeAudit({}, [entry(more)], TODAY).failures.length).toBe(1);
  });
  test('is reported when no longer needed', () => {
    expect(judgeAudit({}, [entry()], TODAY).notes).toEqual([expect.stringContaining('remove it')]);
  });
});

test.each(['', 'error: 405', '[]x', 'null', '{"error":"no"}'])('%p is not a report', (text) => {
  expect(parseAuditReport(text)).toBeNull();
});
