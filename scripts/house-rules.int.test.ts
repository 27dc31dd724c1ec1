import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DEPENDENCY_RULES, IMPORT_RULES } from './house-rules.fixture.ts';

const ROOT = join(import.meta.dir, '..');
const SLOW_MS = 120_000;

let copy: string;

/** A copy of the tracked tree that runs on the installed packages of this one. */
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'plat-house-rules-'));
  const listed = Bun.spawnSync(['git', 'ls-files', '-z', '--', ':!*.sql', ':!docs'], { cwd: ROOT }).stdout.toString();
  for (const file of listed.split('\0').filter((name) => name !== '' && existsSync(join(ROOT, name)))) {
    mkdirSync(join(copy, dirname(file)), { recursive: true });
    cpSync(join(ROOT, file), join(copy, file));
    const installed = join(dirname(file), 'node_modules');
    if (file.endsWith('/package.json') && existsSync(join(ROOT, installed))) {
      cpSync(join(ROOT, installed), join(copy, installed), { recursive: true, verbatimSymlinks: true });
    }
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  for (const { files } of [...IMPORT_RULES, ...DEPENDENCY_RULES]) {
    for (const [path, text] of Object.entries(files)) writeFileSync(join(copy, path), text);
  }
}, SLOW_MS);
afterAll(() => rmSync(copy, { recursive: true, force: true }));

const run = (...words: string[]) => Bun.spawnSync([process.execPath, '--bun', ...words], { cwd: copy });

describe('dependency-cruiser', () => {
  let broken: { from: string; rule: { name: string } }[];
  beforeAll(() => {
    const folders = ['packages', 'services', 'scripts'];
    const report = run('dependency-cruiser', ...folders, '--output-type', 'json').stdout.toString();
    broken = JSON.parse(report).summary.violations;
  }, SLOW_MS);

  test.each(IMPORT_RULES.map((rule) => [rule.name, rule.because, rule] as const))(
    '%s: rejects %s',
    (name, _, { files }) => {
      const [from] = Object.keys(files);
      expect(broken.filter((one) => one.from === from).map(({ rule }) => rule.name)).toContain(name);
    },
  );

  test('every rule has an example that breaks it', () => {
    const { forbidden } = createRequire(import.meta.url)('../.dependency-cruiser.cjs');
    const named = new Set<string>(forbidden.map(({ name }: { name: string }) => name));
    expect(new Set(IMPORT_RULES.map(({ name }) => name))).toEqual(named);
  });

  test('rejects nothing but the examples', () => {
    const examples = new Set(IMPORT_RULES.flatMap(({ files }) => Object.keys(files)));
    expect(broken.filter(({ from }) => !examples.has(from) && !from.includes('/broken'))).toEqual([]);
  });
});

describe('knip', () => {
  let report: string;
  beforeAll(() => {
    report = run('knip', '--no-config-hints', '--no-progress').stdout.toString();
  }, SLOW_MS);

  test.each(DEPENDENCY_RULES.map((rule) => [rule.because, rule] as const))('rejects %s', (_, { expected }) => {
    expect(report).toMatch(expected);
  });
});

describe('Biome', () => {
  const statements = (count: number) => Array.from({ length: count }, (_, at) => `  console.log(${at});`).join('\n');
  const lint = (name: string, text: string) => {
    const path = join('packages', 'kit', 'src', name);
    writeFileSync(join(copy, path), text);
    return run('biome', 'lint', '--vcs-enabled=false', path).stderr.toString();
  };

  test('rejects a function above 80 lines', () => {
    expect(lint('long-function.ts', `export function long() {\n${statements(82)}\n}\n`)).toContain(
      'noExcessiveLinesPerFunction',
    );
  });

  test('rejects the spread of a literal object', () => {
    expect(lint('spread-literal.ts', 'export const sum = { one: 1, ...{ two: 2 } };\n')).toContain(
      'instead of spreading a literal object',
    );
  });

  test.each(['long-file.ts', 'long-file.test.ts'])('rejects %s above 300 lines', (name) => {
    expect(lint(name, `${statements(301)}\n`)).toContain('noExcessiveLinesPerFile');
  });
});
