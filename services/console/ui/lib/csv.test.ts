import { expect, test } from 'bun:test';
import { csvText } from './csv.ts';

test('quotes commas, quotes and line breaks', () => {
  expect(csvText(['a', 'b'], [['x,y', 'say "no"\nnow']])).toBe('a,b\r\n"x,y","say ""no""\nnow"\r\n');
});

test('neutralises formulas but keeps negative numbers', () => {
  expect(csvText(['a', 'b'], [['=HYPERLINK("x")', -5]])).toBe(`a,b\r\n"'=HYPERLINK(""x"")",-5\r\n`);
});

test('leaves unknown cells empty', () => expect(csvText(['a', 'b'], [[null, undefined]])).toBe('a,b\r\n,\r\n'));
