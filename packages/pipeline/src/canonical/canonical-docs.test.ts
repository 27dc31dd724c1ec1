import { expect, test } from 'bun:test';
import { canonicalMarkdown } from './canonical-docs.ts';

test('the reference page matches the columns of the reader', async () => {
  expect(await Bun.file(new URL('../../../../docs/reference/canonical-files.md', import.meta.url)).text()).toBe(
    canonicalMarkdown(),
  );
});
