/** The worked examples of docs/contributing.md, applied to a copy of the tree and run there. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { apply, blocksOf } from './code-blocks.ts';

const ROOT = join(import.meta.dir, '..', '..', '..');
const SETUP_MS = 180_000;
const RUN_MS = 600_000;
const page = readFileSync(join(ROOT, 'docs', 'contributing.md'), 'utf8');
/** Level-two sections by title; a `## ` inside a block begins none. */
const sections = page
  .split(/^## (?=Add an? )/m)
  .slice(1)
  .map((text) => [text.slice(0, text.indexOf('\n')), text] as const);

let copy: string;

function run(command: string, folder: string): void {
  const env = { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` };
  const { exitCode, stdout, stderr } = Bun.spawnSync(['sh', '-c', command], { cwd: folder, env });
  if (exitCode !== 0) throw new Error(`${command}\n${stdout}${stderr}`);
}

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'plat-docs-'));
  const listed = 'git ls-files -z --cached --others --exclude-standard';
  run(`${listed} | xargs -0 ls -d 2>/dev/null | tar -cf - -T - | tar -xf - -C '${copy}'`, ROOT);
  run('bun install --frozen-lockfile', copy);
}, SETUP_MS);
afterAll(() => rmSync(copy, { recursive: true, force: true }), SETUP_MS);

test('the page has an example for an endpoint, a rule, a source and a setting', () => {
  expect(sections.map(([title]) => title)).toEqual([
    'Add an endpoint',
    'Add a rule of the market',
    'Add a source',
    'Add a setting',
  ]);
});

/** Reads the whole tree, so it runs once over the changes of all examples. */
const FORMAT = 'bun run format';

test.each(sections)(
  '%s: every block applies and every command passes',
  (_, text) => {
    const blocks = blocksOf(text);
    expect(blocks.some(({ kind }) => kind === 'run')).toBe(true);
    for (const block of blocks) {
      if (block.kind !== 'run') apply(block, copy);
      else for (const command of block.text.trim().split('\n')) if (command !== FORMAT) run(command, copy);
    }
  },
  RUN_MS,
);

test(
  'the code of the examples is formatted and linted by one command',
  () => {
    expect(page).toContain(FORMAT);
    run(FORMAT, copy);
  },
  RUN_MS,
);
