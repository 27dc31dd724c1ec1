import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { join, resolve } from 'node:path';
import { blockOfPage, measureBlock } from './page.ts';
import { RECORDS } from './real-records.fixture.ts';
import { RECORD_MEASURES } from './record-measures.ts';
import { missingFiles } from './run-measures.ts';

setDefaultTimeout(120_000);

const PAGE = resolve(import.meta.dir, '..', '..', '..', 'docs', 'reference', 'quality.md');

describe('docs/reference/quality.md has the figures that plat evaluate --all --write measures', () => {
  // Seattle and Loudoun take long: `bun run test:long quality` compares them.
  for (const measure of RECORD_MEASURES.filter(({ isCheap }) => isCheap)) {
    const missing = missingFiles(measure, RECORDS);
    if (missing.length > 0)
      console.log(`skipped: ${measure.id} (no ${join(RECORDS, missing[0] ?? '')}; set PLAT_DATA_DIR)`);
    test.skipIf(missing.length > 0)(`of ${measure.id}`, async () => {
      const block = measureBlock({ measure, figures: await measure.run(RECORDS) });
      console.log(block);
      expect(blockOfPage(await Bun.file(PAGE).text(), measure.id)).toBe(block);
    });
  }
});
