import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { PUBLIC_ENDPOINTS } from '../operations/index.ts';
import { CHANGELOG, changelogText } from './changelog.ts';

test('CHANGELOG.md equals /changelog; `bun run api:accept` writes it', () => {
  const file = new URL('../../../../CHANGELOG.md', import.meta.url);
  expect(readFileSync(file, 'utf8')).toBe(changelogText());
});

test('the changelog names every custom header of single endpoints', () => {
  const headers = PUBLIC_ENDPOINTS.flatMap(({ responseHeaders = {} }) => Object.keys(responseHeaders)).filter((name) =>
    name.startsWith('X-'),
  );
  expect(headers).toContain('X-Search-Status');
  const text = changelogText();
  expect(headers.filter((header) => !text.includes(`\`${header}\``))).toEqual([]);
});

test('the newest day comes first, and every path it names exists', () => {
  const dates = CHANGELOG.map(({ date }) => date);
  expect(dates).toEqual([...dates].sort().reverse());
  const paths = PUBLIC_ENDPOINTS.map(({ path }) => path);
  for (const [, path = ''] of changelogText().matchAll(/(\/v1\/[a-z/-]+)/g)) expect(paths).toContain(path);
});
