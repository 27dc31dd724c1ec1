import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { COSTS_FILE, costsPage } from './test-costs.ts';
import { kindOf, testFiles } from './test-files.ts';
import { readOptions } from './test-options.ts';

const OWN = './scripts/test-options.test.ts';

describe('the arguments of bun run test', () => {
  test('select unit tests by name, and need no database', () => {
    const { words, onlyUnit } = readOptions(['--unit']);
    expect(words).toContain(OWN);
    expect(words.map(kindOf)).toEqual(words.map(() => 'unit'));
    expect(onlyUnit).toBe(true);
  });
  test('select within paths, and pass flags on', () => {
    const { words } = readOptions(['--unit', 'scripts/test-options', '--bail', '-t', 'select']);
    expect(words).toEqual(['--bail', '-t', 'select', OWN]);
  });
  test('reach bun test unchanged without a selection', () => {
    expect(readOptions(['scripts', '-t', 'select'])).toMatchObject({
      words: ['scripts', '-t', 'select'],
      onlyUnit: false,
    });
    expect(readOptions([])).toMatchObject({ words: [], onlyUnit: false, isEmpty: false });
  });
  test('say when no file is selected', () => {
    expect(readOptions(['--e2e', 'packages/records']).isEmpty).toBe(true);
  });
});

test('every test file has one of three suffixes', () => {
  const odd = testFiles().filter((file) => !/^[^.]+(\.int|\.e2e)?\.test\.tsx?$/.test(file));
  expect(odd).toEqual([]);
});

test('the page of costs is the one that bun run test --costs writes', () => {
  expect(readFileSync(COSTS_FILE, 'utf8')).toBe(costsPage());
});
