import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { join, resolve } from 'node:path';
import { blockOfPage, type Measure, measureBlock, measuresOfPage, missingFiles, pageWithGoals } from '@plat/evaluation';
import { ALL_MEASURES } from './index.ts';
import { ownerPairs } from './owner-pairs.ts';

setDefaultTimeout(120_000);

const ROOT = resolve(import.meta.dir, '..', '..', '..', '..', '..');
const RECORDS = process.env.PLAT_DATA_DIR ?? resolve(ROOT, '..', 'shared', 'data');
const page = await Bun.file(join(ROOT, 'docs', 'reference', 'quality.md')).text();

/** Most are compared in @plat/evaluation. Smart match takes half a minute: `bun run test:long quality` compares it. */
const COMPARED: readonly Measure[] = [ownerPairs];

describe('docs/reference/quality.md', () => {
  test('has a place for each measure, and for no other', () => {
    expect(measuresOfPage(page).toSorted()).toEqual(ALL_MEASURES.map(({ id }) => id).toSorted());
  });

  test('counts the goals that its tables meet', () => {
    expect(pageWithGoals(page)).toBe(page);
  });

  for (const measure of COMPARED) {
    const missing = missingFiles(measure, RECORDS);
    if (missing.length > 0)
      console.log(`skipped: ${measure.id} (no ${join(RECORDS, missing[0] ?? '')}; set PLAT_DATA_DIR)`);
    test.skipIf(missing.length > 0)(`has the figures that plat evaluate --all measures: ${measure.id}`, async () => {
      const block = measureBlock({ measure, figures: await measure.run(RECORDS) });
      console.log(block);
      expect(blockOfPage(page, measure.id)).toBe(block);
    });
  }
});
