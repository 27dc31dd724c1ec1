import { MarketError } from '@plat/dataset';
import { goalText, intervalText, sizeText, valueText } from './figure-text.ts';
import { pageWithGoals } from './goals-of-page.ts';
import type { Measured } from './measure.ts';

const LINE_WIDTH = 100;
const BLOCK = /<!-- measure: ([a-z0-9-]+) -->\n[\s\S]*?<!-- \/measure -->/g;

/** The part of the page between the markers of a measure. */
export function measureBlock({ measure, figures }: Measured): string {
  const { id, answers, records, tuned, intervals } = measure;
  const rows = figures.map((figure) => [
    ...[figure.name, valueText(figure), intervalText(figure), sizeText(figure), goalText(figure)],
  ]);
  const lines = [['figure', 'value', '95 % interval', 'n', 'goal'], ['---', '--:', '--:', '--:', '---'], ...rows];
  return [
    `<!-- measure: ${id} -->`,
    '',
    wrapped(answers),
    '',
    wrapped(`- Records: ${records}.`, '  '),
    wrapped(`- Tuned on them: ${tuned}.`, '  '),
    wrapped(`- Intervals: ${intervals}`, '  '),
    '',
    ...lines.map((cells) => `| ${cells.join(' | ')} |`.replace('|  |', '| |')),
    '',
    '<!-- /measure -->',
  ].join('\n');
}

/** @returns the names of the measures that the page has, in its order. */
export const measuresOfPage = (page: string): string[] => [...page.matchAll(BLOCK)].map(([, id = '']) => id);

/** @returns the block of a measure as the page has it; null when it has none. */
export const blockOfPage = (page: string, id: string): string | null =>
  [...page.matchAll(BLOCK)].find(([, found]) => found === id)?.[0] ?? null;

/**
 * The page with new figures between the markers of each measure, and the goals that it meets; all other text stays.
 * @throws MarketError when the page has no markers for a measure.
 */
export function pageWithFigures(page: string, measured: readonly Measured[]): string {
  const blocks = new Map(measured.map((one) => [one.measure.id, measureBlock(one)]));
  const known = new Set(measuresOfPage(page));
  const lacking = [...blocks.keys()].filter((id) => !known.has(id));
  if (lacking.length > 0) {
    throw new MarketError(
      `The page has no place for ${lacking.join(', ')}.`,
      'Add the lines <!-- measure: name --> and <!-- /measure -->, each name once.',
    );
  }
  return pageWithGoals(page.replace(BLOCK, (block, id: string) => blocks.get(id) ?? block));
}

/** Breaks a paragraph between words; lines after the first begin with `indent`. */
function wrapped(text: string, indent = ''): string {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= LINE_WIDTH) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(last === undefined ? word : `${indent}${word}`);
  }
  return lines.join('\n');
}
