import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { defineReaders } from './readers-sql.ts';

let duck: DuckDBConnection;
beforeAll(async () => {
  duck = await (await DuckDBInstance.create(':memory:')).connect();
  await defineReaders(duck);
});
afterAll(() => duck.closeSync());

const read = async (macro: string, text: string): Promise<unknown> => {
  const found = await duck.runAndReadAll(`SELECT ${macro}($1)`, [text]);
  return found.getRows()[0]?.[0];
};

describe('a telephone number', () => {
  test.each([
    '6025550101',
    '602-555-0101',
    '602.555.0101',
    '602 555 0101',
    '602/555-0101',
    '(602) 555-0101',
    '(602)5550101',
    '1-602-555-0101',
    '+1 602 555 0101',
    '+1 (602) 555-0101',
    '16025550101',
    '001 602 555 0101',
    'tel:+16025550101',
    '602-555-0101 x12',
    '602-555-0101 ext. 12',
    '602-555-0101, extension 12',
    '602-555-0101 (ext 12)',
    '602-555-0101 #12',
    '602-555-0101 (cell)',
    'Home: 602 555 0101',
    "'6025550101",
    '6025550101.0',
    '6.025550101E+09',
    '6.025550101E9',
  ])('is read from %p', async (text) => {
    expect(await read('read_phone', text)).toBe('6025550101');
  });

  test.each([
    '555-0101',
    '602555010',
    '60255501011',
    '1025550101',
    '6021550101',
    '6.03E+09',
    'none',
    '602-555-0101 / 602-555-0102',
  ])('is not read from %p', async (text) => {
    expect(await read('read_phone', text)).toBeNull();
  });
});

describe('an e-mail address', () => {
  test.each([
    'ruth@example.com',
    ' Ruth@Example.COM ',
    'RUTH@EXAMPLE.COM;',
    'ruth @ example.com',
    'ruth@example. com',
    'mailto:ruth@example.com',
    'Ruth Ashbrook <ruth@example.com>',
    '<ruth@example.com>',
  ])('is read from %p', async (text) => {
    expect(await read('read_email', text)).toBe('ruth@example.com');
  });

  test.each(['ruth', 'ruth@example', 'ruth ann@example.com', 'ruth@one.com, paul@two.com', '@example.com'])(
    'is not read from %p',
    async (text) => {
      expect(await read('read_email', text)).toBeNull();
    },
  );
});
