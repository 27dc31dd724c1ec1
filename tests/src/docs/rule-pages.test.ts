import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dir, '..', '..', '..');
const textsOf = (pattern: string) =>
  [...new Bun.Glob(pattern).scanSync(ROOT)]
    .filter((path) => !path.includes('node_modules'))
    .map((path) => [path, readFileSync(join(ROOT, path), 'utf8')] as const);

const pages = textsOf('docs/rules/*.md').filter(([path]) => !path.endsWith('README.md'));
const code = textsOf('{packages,services}/*/src/**/*.ts')
  .map(([, text]) => text)
  .join('\n');

test.each(pages)('%s names only constants of the code', (_, text) => {
  const named = [...text.matchAll(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)`/g)].map(([, name = '']) => name);
  expect(named.filter((name) => !new RegExp(`\\b${name}\\b`).test(code))).toEqual([]);
});

test.each(pages)('%s gives an example and names its code', (_, text) => {
  expect(text).toMatch(/example/i);
  expect(text).toMatch(/\]\(\.\.\/\.\.\/(packages|services)\//);
});
