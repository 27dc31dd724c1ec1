import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { PUBLIC_ENDPOINTS } from '../operations/index.ts';
import { CHANGELOG, changelogText } from './changelog.ts';

test('CHANGELOG.md is what /changelog says: `bun run api:accept` writes it', () => {
  const file = new URL('../../../../CHANGELOG.md', import.meta.url);
  expect(readFileSync(file, 'utf8')).toBe(changelogText());
});

test('every header of our own that answers of single endpoints have is told', () => {
  const headers = PUBLIC_ENDPOINTS.flatMap(({ responseHeaders = {} }) => Object.keys(responseHeaders)).filter((name) =>
    name.startsWith('X-'),
  );
  expect(headers).toContain('X-Search-Status');
  const text = changelogText();
  expect(headers.filter((header) => !text.includes(`\`${header}\``))).toEqual([]);
});

test('the newest day stands first, and every path that is named answers', () => {
  const dates = CHANGELOG.map(({ date }) => date);
  expect(dates).toEqual([...dates].sort().reverse());
  const paths = PUBLIC_ENDPOINTS.map(({ path }) => path);
  for (const [, path = ''] of changelogText().matchAll(/(\/v1\/[a-z/-]+)/g)) expect(paths).toContain(path);
});
