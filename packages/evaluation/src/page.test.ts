import { describe, expect, test } from 'bun:test';
import { countFigure, shareFigure } from './figures.ts';
import type { Figure, Measured } from './measure.ts';
import { blockOfPage, measureBlock, measuresOfPage, pageWithFigures } from './page.ts';

const measured = (id: string, figures: Figure[]): Measured => ({
  measure: {
    id,
    title: 'A rule',
    answers: 'Found are sales.',
    records: 'invented sales',
    needs: [],
    tuned: 'nothing',
    intervals: "Wilson's score interval.",
    isCheap: true,
    run: async () => figures,
  },
  figures,
});

const PAGE = `# Quality

By hand, above.

<!-- goals -->
<!-- /goals -->

## Sales

<!-- measure: sales -->
an old table
<!-- /measure -->

By hand, between.

<!-- measure: names -->
<!-- /measure -->
`;

describe('the page of measured quality', () => {
  test('gets the figures between the markers and keeps the words around them', () => {
    const figures = [
      shareFigure('found', 3, 4, { atLeast: 0.8 }),
      countFigure('wrong', 0, 1_200, { atMost: 0 }),
      { name: 'lead', value: 0.1, unit: 'share', n: 9, interval: { low: 0, high: 0.2 }, goal: { intervalAbove: 0 } },
      { name: 'PRD', value: 1.02, unit: 'ratio', n: 9, interval: null, goal: { atLeast: 0.98, atMost: 1.03 } },
    ] satisfies Figure[];
    const sales = measured('sales', figures);
    const page = pageWithFigures(PAGE, [sales]);
    expect(page).toContain('| found | 75.0 % | 30.1 to 95.4 % | 4 | at least 80 %, missed |');
    expect(page).toContain('| wrong | 0 | - | 1,200 | none, met |');
    expect(page).toContain('| lead | 10.0 % | 0.0 to 20.0 % | 9 | interval above 0, missed |');
    expect(page).toContain('| PRD | 1.020 | - | 9 | 0.98 to 1.03, met |');
    expect(page).not.toContain('an old table');
    expect(page).toContain('By hand, between.\n\n<!-- measure: names -->\n<!-- /measure -->\n');
    expect(page).toContain(
      '| Sales | 2 of 4 | found 75.0 % (at least 80 %); lead 10.0 % (interval above 0) |\n\n<!-- /goals -->',
    );
    expect(blockOfPage(page, 'sales')).toBe(measureBlock(sales));
    expect(pageWithFigures(page, [sales])).toBe(page);
    expect(measuresOfPage(page)).toEqual(['sales', 'names']);
  });

  test('rejects a measure without a place', () => {
    expect(() => pageWithFigures(PAGE, [measured('streets', [])])).toThrow('no place for streets');
    expect(blockOfPage(PAGE, 'streets')).toBeNull();
  });
});
