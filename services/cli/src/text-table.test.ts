import { describe, expect, test } from 'bun:test';
import { LINE_WIDTH } from '@plat/standalone/wrap-text';
import fc from 'fast-check';
import { factTable, textTable } from './text-table.ts';

describe('a table for a terminal', () => {
  test('aligns texts left and numbers right, with thousands separators', () => {
    expect(
      textTable(
        ['state', 'properties', 'as of'],
        [
          ['AZ', 1_234_567, '2026-01-31'],
          ['NH', 89, '2026-01-30'],
        ],
      ),
    ).toBe(['state  properties  as of', 'AZ      1,234,567  2026-01-31', 'NH             89  2026-01-30'].join('\n'));
  });

  test('wraps long texts between words and keeps ids whole', () => {
    const id = 'e7b251dc-f2be-4ec8-bbf2-fbfc066fc8f1';
    const lines = textTable(
      ['id', 'name', 'note'],
      [[id, 'Acme Home Buyers of Greater Phoenix LLC', 'asked for a higher limit in the second week of the month']],
    ).split('\n');
    expect(lines.length).toBeGreaterThan(2);
    expect(lines[1]).toStartWith(id);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(LINE_WIDTH);
  });

  test('puts the lines of a cell below each other', () => {
    expect(textTable(['id\nprefix', 'state'], [['42\nplat_sub', 'active']])).toBe(
      ['id        state', 'prefix', '42        active', 'plat_sub'].join('\n'),
    );
  });

  test('fits the width and loses no word, whatever the cells contain', () => {
    const word = fc.stringMatching(/^[a-z0-9-]{1,30}$/);
    const cell = fc.oneof(
      fc.integer(),
      fc.array(word, { maxLength: 12 }).map((words) => words.join(' ')),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 5 }), (rows) => {
        const text = textTable(['one', 'two', 'three'], rows);
        for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(LINE_WIDTH);
        const words = new Set(text.split(/\s+/));
        for (const part of rows.flat().filter((one) => typeof one === 'string')) {
          for (const one of part.split(/\s+/)) expect(words.has(one) || one === '').toBe(true);
        }
      }),
    );
  });
});

test('facts stand below each other in two columns', () => {
  expect(factTable({ name: 'Acme', monthly_limit: null, keys: ['a', 'b'], left_out: undefined })).toBe(
    ['name           Acme', 'monthly limit  -', 'keys           a, b'].join('\n'),
  );
});
