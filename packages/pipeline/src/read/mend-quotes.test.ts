import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { mendQuotes } from './mend-quotes.ts';

async function* chunksOf(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function mended(text: string, chunkSize = 7): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of mendQuotes(chunksOf(text, chunkSize), ',')) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const FAR = 'x,y\n'.repeat(50);

test.each([
  ['a quote that is never closed', `1,"2 Oak,3\n${FAR}`, `1, 2 Oak,3\n${FAR}`],
  ['one whose next quote opens another cell', '1,"2 Oak\n2,"b, c"\n', '1, 2 Oak\n2,"b, c"\n'],
  ['one whose next quote is far away', `1,"2 Oak\n${FAR}2,Elm"\n`, `1, 2 Oak\n${FAR}2,Elm"\n`],
  ['inches in a quoted cell', '1,"a 12" pipe",3\n', '1,"a 12"" pipe",3\n'],
  ['a quote at the very end', '1,"', '1, '],
  ['letters beyond ASCII', '1,"Peña\n2,é\n', '1, Peña\n2,é\n'],
])('%s spoils its own cell only', async (_, text, expected) => {
  expect(await mended(text)).toBe(expected);
});

test.each([
  ['quoted delimiters and pairs', '1,"x, ""y""",""\r\n2,"""z"""\n'],
  ['a cell of several lines', '1,"l1\nl2, ""q""\nl3",4\n5,6\n'],
  ['quotes inside of plain cells', '5" pipe,6"\n'],
])('%s stay as they are', async (_, text) => {
  expect(await mended(text)).toBe(text);
});

test('keeps well-formed records unchanged, whatever the chunks', async () => {
  const cell = fc.string({ maxLength: 6, unit: fc.constantFrom('a', ',', '"', 'é', ' ', '\n') });
  const record = fc.array(cell, { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(record, { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 1, max: 9 }),
      async (rows, size) => {
        const text = rows
          .map((cells) => `${cells.map((one) => `"${one.replaceAll('"', '""')}"`).join(',')}\n`)
          .join('');
        expect(await mended(text, size)).toBe(text);
      },
    ),
    { numRuns: 300 },
  );
});
