/**
 * `bun run test [paths and flags of bun test]`: runs every test and ends with the line `N passed, N failed`.
 * `--unit`, `--int`, `--e2e` and `--affected` (by the changes since main) select files, `--watch` runs the given paths
 * again after each change, `--costs` writes docs/reference/test-costs.md.
 * All files share one embedded PostgreSQL, unless TEST_DATABASE_URL names a server; tests that need Redis use
 * redis-server when it is installed and skip visibly otherwise. What the tests and the processes that they started
 * said is searched for secrets: one that was found fails the run.
 * Files that take long start first; `bun run test --update-timings` writes down how long each took.
 */

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestServer } from '../packages/test-kit/src/test-server.ts';
import { type FoundSecret, findSecret } from './find-secrets.ts';
import { TIMINGS_FILE, writeCosts } from './test-costs.ts';
import { ROOT } from './test-files.ts';
import { readOptions } from './test-options.ts';

const TEST_TIMEOUT_MS = 60_000;
const MAX_SECRETS_SHOWN = 20;
const MAX_REASON_LINES = 40;
/** In longer runs, the reasons of failures are repeated at the end, where they are easy to find. */
const LONG_RUN_TESTS = 100;

interface Totals {
  passed: number;
  failed: number;
  skipped: number;
}

/** Adds up the attributes of the outermost element of a JUnit report. */
function totalsOf(report: string): Totals | null {
  const root = /<testsuites\b[^>]*>/.exec(report)?.[0];
  if (root === undefined) return null;
  const attribute = (name: string) => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(root)?.[1] ?? 0);
  const failed = attribute('failures') + attribute('errors');
  const skipped = attribute('skipped');
  return { passed: attribute('tests') - failed - skipped, failed, skipped };
}

const options = readOptions(process.argv.slice(2));
if (options.costs) {
  writeCosts();
  process.exit(0);
}
if (options.isEmpty) {
  console.log('no test file is selected\n0 passed, 0 failed');
  process.exit(0);
}

const found: FoundSecret[] = [];
const search = (lines: readonly string[]) => {
  for (const line of lines) {
    const secret = findSecret(line);
    if (secret !== null) found.push(secret);
  }
};

/** Output before each failed test, by its line, for the end of a long run. */
const reasons = new Map<string, string[]>();
const noteReasons = () => {
  let said: string[] = [];
  return (line: string) => {
    const plain = Bun.stripANSI(line);
    if (plain.startsWith('(fail)') && !reasons.has(plain)) reasons.set(plain, said);
    said = /^\((pass|fail|skip)\)/.test(plain) ? [] : [...said.slice(-MAX_REASON_LINES), plain];
  };
};

/** Passes everything on at once, and searches whole lines. */
async function pass(from: ReadableStream<Uint8Array>, to: NodeJS.WriteStream): Promise<void> {
  const decoder = new TextDecoder();
  const note = noteReasons();
  let rest = '';
  for await (const chunk of from) {
    to.write(chunk);
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    lines.forEach(note);
    search(lines);
  }
  search([rest]);
}

const reportDirectory = mkdtempSync(join(tmpdir(), 'plat-test-report-'));
const report = join(reportDirectory, 'junit.xml');
/** Tests save the output of their processes here (`keepOutput` of @plat/test-kit). */
const outputDirectory = join(reportDirectory, 'output');
mkdirSync(outputDirectory);
// Without a server, the files that need one fail with its error and all others are tested.
const databaseUrl = process.env.TEST_DATABASE_URL || (options.onlyUnit ? '' : await startTestServer().catch(() => ''));
/** Each file in an isolated process. Tests with servers mostly wait, so there are two processes more than cores. */
const howToRun = options.watch
  ? ['--watch', '--isolate']
  : [
      `--parallel=${availableParallelism() + (options.onlyUnit ? 0 : 2)}`,
      `--timings=${TIMINGS_FILE}`,
      '--reporter=junit',
      `--reporter-outfile=${report}`,
    ];
const child = Bun.spawn([process.execPath, 'test', ...howToRun, `--timeout=${TEST_TIMEOUT_MS}`, ...options.words], {
  cwd: ROOT,
  env: {
    ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}),
    ...process.env,
    TEST_OUTPUT_FOLDER: outputDirectory,
    TEST_DATABASE_URL: databaseUrl,
    TEST_RUN: String(process.pid),
  },
  stdin: 'inherit',
  stdout: 'pipe',
  stderr: 'pipe',
});
const passing = Promise.all([pass(child.stdout, process.stdout), pass(child.stderr, process.stderr)]);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
const exitCode = await child.exited;
await passing;
for (const file of readdirSync(outputDirectory)) search(readFileSync(join(outputDirectory, file), 'utf8').split('\n'));

let totals: Totals | null = null;
try {
  totals = totalsOf(readFileSync(report, 'utf8'));
} catch {
  // bun test crashed before writing a report; its own output above gives the reason.
}
rmSync(reportDirectory, { recursive: true, force: true });
if (options.words.includes('--update-timings')) writeCosts();
// A run that fails without a failed test (a crash, a file that does not load) must not look successful.
const { passed, failed, skipped } = totals ?? { passed: 0, failed: 0, skipped: 0 };
const failures = (exitCode !== 0 && failed === 0 ? 1 : failed) + (found.length > 0 ? 1 : 0);
if (passed > LONG_RUN_TESTS) for (const [line, said] of reasons) console.log(`\n${[...said, line].join('\n')}`);
for (const { pattern, line } of found.slice(0, MAX_SECRETS_SHOWN))
  console.log(`SECRET (${pattern}) in the output: ${line}`);
if (found.length > MAX_SECRETS_SHOWN) console.log(`and ${found.length - MAX_SECRETS_SHOWN} more lines with secrets`);
if (skipped > 0) console.log(`${skipped} skipped (their requirements are not on this machine; see above)`);
console.log(`${passed} passed, ${failures} failed`);
process.exit(exitCode === 0 && failures === 0 ? 0 : 1);
