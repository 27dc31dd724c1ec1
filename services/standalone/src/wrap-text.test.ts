import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { LINE_WIDTH, wrapText } from './wrap-text.ts';

describe('wrapped text', () => {
  test('keeps short lines as they are, indentation included', () => {
    expect(wrapText('  one\n\ntwo  three')).toBe('  one\n\ntwo  three');
  });

  test('fits the width and loses no word', () => {
    const word = fc.stringMatching(/^[a-z0-9,.-]{1,30}$/);
    fc.assert(
      fc.property(fc.array(word, { maxLength: 60 }), (words) => {
        const lines = wrapText(words.join(' ')).split('\n');
        for (const line of lines) expect(line.length).toBeLessThanOrEqual(LINE_WIDTH);
        expect(lines.join(' ').split(' ').filter(Boolean)).toEqual(words);
      }),
    );
  });

  test('leaves a path whole that is longer than a line', () => {
    const path = `/${'folder/'.repeat(20)}file.csv`;
    expect(wrapText(`Rejected rows: ${path}`)).toBe(`Rejected rows:\n${path}`);
  });
});
