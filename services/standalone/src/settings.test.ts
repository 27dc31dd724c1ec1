import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { parseDay, parseShare, parseWhole, userPath } from './settings.ts';

describe('a day on the command line', () => {
  test.each(['2026-01-31', '2024-02-29', '1999-12-31'])('accepts %s unchanged', (text) => {
    expect(parseDay(text)).toBe(text);
  });
  test.each([
    '',
    'today',
    '2026-1-31',
    '2026-02-30',
    '2025-02-29',
    '2026-13-01',
    '2026-01-31T00:00:00Z',
    ' 2026-01-31',
  ])('rejects %j', (text) => {
    expect(() => parseDay(text)).toThrow('calendar day');
  });
});

describe('a whole number on the command line', () => {
  test.each([
    ['0', 0],
    ['65535', 65_535],
    ['080', 80],
  ])('reads %s as %d', (text, value) => {
    expect(parseWhole(0, 65_535)(text)).toBe(value);
  });
  test.each(['', '-1', '65536', '1.5', '1e3', 'abc', ' 1', '0x10'])('rejects %j', (text) => {
    expect(() => parseWhole(0, 65_535)(text)).toThrow('whole number from 0 to 65535');
  });
});

describe('a share on the command line', () => {
  test.each([
    ['0.2', 0.2],
    ['20%', 0.2],
    ['1', 1],
    ['0', 0],
  ])('reads %s as %d', (text, value) => {
    expect(parseShare(text)).toBeCloseTo(value);
  });
  test.each(['', '1.2', '120%', '-1', 'half', '.5'])('rejects %j', (text) => {
    expect(() => parseShare(text)).toThrow('share from 0 to 1');
  });
});

describe('a path on the command line', () => {
  test('is relative to the folder where a workspace script was called', () => {
    const env = { npm_package_json: join(process.cwd(), 'package.json'), npm_config_local_prefix: '/home/user/county' };
    expect(userPath('sales.csv', env)).toBe('/home/user/county/sales.csv');
  });
  test('is relative to the current folder when Plat runs directly', () => {
    expect(userPath('sales.csv', {})).toBe(join(process.cwd(), 'sales.csv'));
  });
  test('is relative to the current folder when another script started the process', () => {
    const env = { npm_package_json: '/elsewhere/package.json', npm_config_local_prefix: '/home/user/county' };
    expect(userPath('sales.csv', env)).toBe(join(process.cwd(), 'sales.csv'));
  });
  test('stays unchanged if absolute', () => {
    expect(userPath('/data/sales.csv', {})).toBe('/data/sales.csv');
  });
});
