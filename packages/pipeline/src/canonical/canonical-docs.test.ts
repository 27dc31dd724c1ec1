import { expect, test } from 'bun:test';
import { canonicalMarkdown } from './canonical-docs.ts';

test('CANONICAL.md tells the columns that are read', async () => {
  expect(await Bun.file(new URL('../../../../docs/reference/canonical-files.md', import.meta.url)).text()).toBe(
    canonicalMarkdown(),
  );
});
