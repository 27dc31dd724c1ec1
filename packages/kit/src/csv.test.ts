import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { csvText } from './csv.ts';

test('writes a header, quotes where necessary, and leaves missing values empty', () => {
  const rows = [
    { name: 'Acme, Inc.', 'a.b': 1.5, open: true },
    { name: 'say "hi"\nthere', 'a.b': null, open: false },
    { name: '' },
  ];
  expect(csvText(['name', 'a.b', 'open'], rows)).toBe(
    'name,a.b,open\n"Acme, Inc.",1.5,true\n"say ""hi""\nthere",,false\n,,\n',
  );
  expect(csvText(['name', 'calls'], [])).toBe('name,calls\n');
});

test('neutralises spreadsheet formulas and keeps negative numbers', () => {
  const cells = ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '="a"', 'a=1', -112.07];
  expect(
    csvText(
      ['cell'],
      cells.map((cell) => ({ cell })),
    ),
  ).toBe(`cell\n'=1+1\n'+1\n'-1\n'@SUM(A1)\n'\tx\n"'\rx"\n"'=""a"""\na=1\n-112.07\n`);
});

test('no text cell begins with a character that starts a formula', () => {
  const anyText = fc.string({ unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '"', ',', "'", 'a', ' ') });
  fc.assert(
    fc.property(anyText, (text) => {
      const cell = csvText(['x'], [{ x: text }]).slice('x\n'.length, -1);
      const plain = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
      expect(plain).not.toMatch(/^[=+\-@\t\r]/);
      expect(plain === text || plain === `'${text}`).toBe(true);
    }),
  );
});
