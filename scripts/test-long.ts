/**
 * `bun run test:long [ids] [fuzz] [quality] [citus] [soak]`: the long variants of tests that CI runs short; all of them without
 * a name. Ends with the line `N passed, N failed`.
 */
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './test-files.ts';

const PAGE = join(ROOT, 'docs', 'reference', 'quality.md');

type Outcome = 'passed' | 'failed' | 'skipped';

async function run(command: readonly string[], env: Record<string, string> = {}): Promise<Outcome> {
  const child = Bun.spawn([process.execPath, ...command], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return (await child.exited) === 0 ? 'passed' : 'failed';
}

const STEPS: Readonly<Record<string, () => Promise<Outcome>>> = {
  /** 10,000 random orders of imports, corrections, merges, splits, removals and rollbacks. */
  ids: () =>
    run(['scripts/test.ts', 'packages/pipeline/src/rules/buyer-ids.test.ts'], { PLAT_BUYER_ID_CASES: '10000' }),
  /** 1,000 requests to every endpoint. */
  fuzz: () =>
    run(['scripts/test.ts', 'tests/src/end-to-end'], { PLAT_FUZZ_CASES: process.env.PLAT_FUZZ_CASES ?? '1000' }),
  /** Every figure of docs/reference/quality.md, the slow ones too. */
  quality: async () => {
    const records = process.env.PLAT_DATA_DIR;
    if (records === undefined) {
      console.log('skipped: set PLAT_DATA_DIR to the folder of the labelled public records');
      return 'skipped';
    }
    const folder = mkdtempSync(join(tmpdir(), 'plat-quality-'));
    const copy = join(folder, 'quality.md');
    try {
      copyFileSync(PAGE, copy);
      const measured = await run([
        'services/cli/src/main.ts',
        'evaluate',
        '--all',
        '--records',
        records,
        '--write',
        copy,
      ]);
      if (measured === 'failed') return measured;
      if (readFileSync(copy, 'utf8') === readFileSync(PAGE, 'utf8')) return 'passed';
      console.log(`${PAGE} has other figures: plat evaluate --all --records ${records} --write ${PAGE}`);
      return 'failed';
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
  /** Every test of publishing and queries on a coordinator and two workers. */
  citus: () => run(['scripts/test.ts', 'tests/src/citus'], { PLAT_CITUS_LONG: 'true' }),
  /** Ten minutes of mixed load. */
  soak: () => run(['infra/bench/src/soak.ts']),
};

const named = process.argv.slice(2);
const unknown = named.filter((name) => !(name in STEPS));
if (unknown.length > 0) {
  console.error(`There is no long test ${unknown.join(', ')}; known: ${Object.keys(STEPS).join(', ')}.`);
  process.exit(2);
}
const outcomes: Outcome[] = [];
for (const [name, step] of Object.entries(STEPS)) {
  if (named.length > 0 && !named.includes(name)) continue;
  console.log(`== ${name}`);
  const beganMs = performance.now();
  const outcome = await step();
  outcomes.push(outcome);
  console.log(`== ${name} ${outcome}, ${((performance.now() - beganMs) / 1000).toFixed(0)} s`);
}
const count = (outcome: Outcome) => outcomes.filter((one) => one === outcome).length;
console.log(`${count('passed')} passed, ${count('failed')} failed`);
process.exit(count('failed') === 0 ? 0 : 1);
