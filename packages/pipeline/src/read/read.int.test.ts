import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import type { RawTable } from './raw-table.ts';
import { readFile } from './read-file.ts';
import { recordLines } from './record-lines.ts';

let folder: string;
let duck: DuckDBConnection;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'read-'));
  duck = await (await DuckDBInstance.create(':memory:')).connect();
});
afterAll(async () => {
  duck.closeSync();
  await rm(folder, { recursive: true });
});

async function read(content: string | Uint8Array, more: { name?: string; headerLine?: number } = {}) {
  const path = join(folder, more.name ?? 'file.csv');
  await Bun.write(path, content);
  const raw = await readFile({
    duck,
    path,
    table: 'raw',
    scratch: folder,
    headerLine: more.headerLine ?? 1,
    emptyValues: ['unknown'],
    isUsed: () => true,
  });
  return { raw, rows: await rowsOf(raw) };
}

async function rowsOf(raw: RawTable) {
  const columns = raw.headers.map((_, index) => `c${index}`);
  const found = await duck.runAndReadAll(`SELECT ${[...columns, 'too_long'].join(', ')} FROM ${raw.table}`);
  return found.getRows();
}

describe('reading a file of any format', () => {
  const cases: [string, string | Uint8Array, object, unknown[][]][] = [
    ['plain', 'a,b\n1,2\n', {}, [['1', '2', null]]],
    [
      'CRLF and no last newline',
      'a,b\r\n1,2\r\n3,4',
      {},
      [
        ['1', '2', null],
        ['3', '4', null],
      ],
    ],
    ['a byte order mark', '\uFEFFa,b\n1,2\n', {}, [['1', '2', null]]],
    ['padded cells', 'a,b\n" 1 ",2  \n', {}, [['1', '2', null]]],
    [
      'texts for empty',
      'a,b\nNULL,nan\nunknown,x\n',
      {},
      [
        [null, null, null],
        [null, 'x', null],
      ],
    ],
    ['quoted delimiters, quotes and newlines', 'a,b\n"x, ""y""","l1\nl2"\n', {}, [['x, "y"', 'l1\nl2', null]]],
    [
      'a quote that is never closed',
      `a,b\n1,"2\n${'3,4\n'.repeat(3)}`,
      {},
      [['1', '2', null], ...Array.from({ length: 3 }, () => ['3', '4', null])],
    ],
    ['stray quotes', 'a,b\n5" pipe,x\n', {}, [['5" pipe', 'x', null]]],
    [
      'blank lines',
      'a,b\n1,2\n\n3,4\n\n\n',
      {},
      [
        ['1', '2', null],
        ['3', '4', null],
      ],
    ],
    [
      'a short row',
      'a,b\n1\n3,4\n',
      {},
      [
        ['1', null, null],
        ['3', '4', null],
      ],
    ],
    [
      'a long row',
      'a,b\n1,2,3\n4,5\n',
      {},
      [
        ['1', '2', '3'],
        ['4', '5', null],
      ],
    ],
    ['junk before the header', 'x,,\na,b\n1,2\n', { headerLine: 2 }, [['1', '2', null]]],
    ['tabs', 'a\tb\n1\t2\n', {}, [['1', '2', null]]],
    ['semicolons', 'a;b\n1;2,5\n', {}, [['1', '2,5', null]]],
    ['Windows-1252', Buffer.from('a,b\nPe\xf1a,\x93x\x94\n', 'latin1'), {}, [['Peña', '“x”', null]]],
    ['UTF-16', Buffer.from('\uFEFFa,b\nPeña,2\n', 'utf16le'), {}, [['Peña', '2', null]]],
    ['gzip', gzipSync('a,b\n1,2\n'), {}, [['1', '2', null]]],
    ['gzip under another name', gzipSync('a,b\n1\n'), { name: 'file.dat' }, [['1', null, null]]],
    ['a header and nothing else', 'a,b\n', {}, []],
  ];
  test.each(cases)('%s', async (_, content, more, expected) => {
    const { rows } = await read(content, more);
    expect(rows as unknown[][]).toEqual(expected);
  });

  test('makes repeated and empty headers unique', async () => {
    expect((await read('a,,a\n1,2,3\n')).raw.headers).toEqual(['a', 'column_2', 'a_3']);
  });
  test('reads Parquet as text', async () => {
    const path = join(folder, 'file.parquet');
    await duck.run(`COPY (SELECT 7 AS a, DATE '2020-02-03' AS b) TO '${path}'`);
    expect((await read(await Bun.file(path).bytes(), { name: 'copy.parquet' })).rows).toEqual([
      ['7', '2020-02-03', null],
    ]);
  });
  test('rejects an empty file and a broken workbook by name', async () => {
    expect(read('')).rejects.toThrow('there is no header on line 1');
    expect(read('PK\u0003\u0004 not a zip', { name: 'broken.xlsx' })).rejects.toThrow('broken.xlsx');
  });
});

describe('finding the line of a record', () => {
  test('counts junk, blank lines and cells of several lines', async () => {
    const { raw } = await read('junk\na,b\n1,"x\ny"\n\n2,z\r\n3\n', { headerLine: 2 });
    expect([...(await raw.linesOf([0, 1, 2]))]).toEqual([
      [0, 3],
      [1, 6],
      [2, 7],
    ]);
  });
  test('does not depend on chunk boundaries', async () => {
    const cell = fc.stringMatching(/^[ab,"\n]{0,4}$/);
    const rows = fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(rows, fc.integer({ min: 1, max: 7 }), async (cells, chunkSize) => {
        const quoted = cells.map((row) => `${row.map((text) => `"${text.replaceAll('"', '""')}"`).join(',')}\n`);
        const bytes = Buffer.from(`h1,h2\n${quoted.join('')}`);
        async function* chunks() {
          for (let at = 0; at < bytes.length; at += chunkSize) yield bytes.subarray(at, at + chunkSize);
        }
        let line = 2;
        const expected = new Map<number, number>();
        quoted.forEach((text, index) => {
          expected.set(index, line);
          line += text.split('\n').length - 1;
        });
        const wanted = cells.map((_, index) => index);
        expect(await recordLines(chunks(), wanted, 1, ',')).toEqual(expected);
      }),
      { numRuns: 100 },
    );
  });
});

test.each([
  ['cut off', (gzip: Buffer) => gzip.subarray(0, gzip.length / 2)],
  ['altered', (gzip: Buffer) => gzip.map((byte, at) => (at === gzip.length - 6 ? byte ^ 255 : byte))],
])('a gzip file that was %s is refused, not read in part', async (_, damage) => {
  const rows = Array.from({ length: 100_000 }, (_, row) => `${row},${row * 7919}\n`).join('');
  await expect(read(damage(gzipSync(`a,b\n${rows}`)), { name: 'damaged.csv.gz' })).rejects.toThrow(
    'the gzip file is damaged or incomplete',
  );
});
