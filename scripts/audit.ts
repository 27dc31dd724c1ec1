/**
 * `bun run audit` fails on known vulnerabilities of the installed packages that are high or critical and not in
 * `.ci/allowed-advisories.json`. Without an answer of the registry it reports that it was skipped; with
 * `PLAT_AUDIT_REQUIRED=true` that fails too.
 */

import { join } from 'node:path';
import { type AllowedAdvisory, judgeAudit, parseAuditReport } from './judge-audit.ts';

const ROOT = join(import.meta.dir, '..');
const TIMEOUT_MS = 60_000;

const allowed = (await Bun.file(join(ROOT, '.ci', 'allowed-advisories.json')).json()) as AllowedAdvisory[];
const child = Bun.spawn([process.execPath, 'audit', '--json'], {
  cwd: ROOT,
  stdin: 'ignore',
  stdout: 'pipe',
  stderr: 'pipe',
  timeout: TIMEOUT_MS,
});
const [text, said] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
await child.exited;

const report = parseAuditReport(text);
const { failures, notes } = judgeAudit(
  report ?? {},
  report === null ? [] : allowed,
  new Date().toISOString().slice(0, 10),
);
for (const note of notes) console.log(note);
for (const failure of failures) console.error(`FAILED ${failure}`);
if (report === null) {
  console.log(`SKIPPED: the registry returned no advisories (${said.trim().split('\n').at(-1) ?? 'no answer'})`);
  process.exit(process.env.PLAT_AUDIT_REQUIRED === 'true' ? 1 : 0);
}
console.log(`${Object.values(report).flat().length} advisories, ${failures.length} failures`);
process.exit(failures.length === 0 ? 0 : 1);
