import { describe, expect, test } from 'bun:test';
import { headingsOf, unresolvedReferences } from './unresolved-references.ts';

const FILES = new Set(['docs/rules/flips.md', 'packages/kit/src', 'packages/kit/src/logger.ts', 'docs/adr/0005']);
const tree = {
  has: (path: string) => FILES.has(path),
  hasSection: (_path: string, anchor: string) => anchor === 'thresholds',
};
const problemsOf = (path: string, text: string) =>
  unresolvedReferences(path, text, tree).map(({ line, problem }) => `${line}: ${problem}`);

describe('a comment', () => {
  test.each([
    ['/** See docs/rules/flips.md. */'],
    ['// docs/rules/flips.md#thresholds says why'],
    ['/** `packages/kit/src/logger.ts`, packages/kit/src */'],
    ['// ADR 0005'],
    ['// packages/<name>/src, docs/rules/*.md and docs/rules/<rule>.md are placeholders'],
    ["const path = 'docs/rules/no-such.md';"],
    ["import { x } from '../shared/x.ts';"],
  ])('may say %p', (text) => {
    expect(problemsOf('packages/kit/src/a.ts', text)).toEqual([]);
  });

  test.each([
    ['/** See docs/rules/no-such.md. */', '1: docs/rules/no-such.md does not exist'],
    ['\n// docs/rules/flips.md#limits', '2: docs/rules/flips.md has no section #limits'],
    ['// ADR 0099', '1: docs/adr/0099 does not exist'],
  ])('may not name what is missing: %p', (text, problem) => {
    expect(problemsOf('packages/kit/src/a.ts', text)).toEqual([problem]);
  });

  test.each(['decision 70', 'decision E.20', 'doc 1', 'C.7', '../shared/spec'])('may not cite %s', (cited) => {
    expect(problemsOf('packages/kit/src/a.ts', `/**\n * A rule (${cited}).\n */`)).not.toEqual([]);
  });
});

describe('a document', () => {
  test('may not name a missing path', () => {
    expect(problemsOf('docs/a.md', 'text\n`packages/kit/src/gone.ts`')).toEqual([
      '2: packages/kit/src/gone.ts does not exist',
    ]);
  });

  test('may name files that its worked example writes', () => {
    expect(problemsOf('docs/a.md', '```ts packages/kit/src/new.ts\ncode\n```')).toEqual([]);
  });

  test('that is a README names files from its own folder', () => {
    expect(problemsOf('packages/kit/README.md', '`src/logger.ts` and `src/gone.ts`')).toEqual([
      '1: packages/kit/src/gone.ts does not exist',
    ]);
  });
});

test('anchors of headings are those of GitHub', () => {
  expect([...headingsOf("# Arm's length\n\n## Per month, in UTC\n")]).toEqual(['arms-length', 'per-month-in-utc']);
});
