import { expect, test } from 'bun:test';
import { settingsMarkdown } from './settings-page.ts';

const PAGE = new URL('../../../docs/operate/settings.md', import.meta.url);

test('docs/operate/settings.md lists every setting as the services read it', async () => {
  // After a change: bun services/cli/src/settings-page.ts
  expect(await Bun.file(PAGE).text()).toBe(settingsMarkdown());
});

test('every setting has a description', () => {
  const rows = settingsMarkdown().matchAll(/^\| `(\w+)` \| [^|]* \| [^|]* \| ([^|]*) \|$/gm);
  expect([...rows].filter(([, , meaning]) => meaning === '').map(([, name]) => name)).toEqual([]);
});
