import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestDatabase, testDatabase } from '@plat/test-kit';
import { importMarket, marketStatus } from '../index.ts';
import type { ImportRequest } from './runner.ts';

setDefaultTimeout(60_000);

let db: TestDatabase;
let home: string;
let inputs = 0;
beforeAll(async () => {
  db = await testDatabase();
  home = await mkdtemp(join(tmpdir(), 'plat-rejected-'));
});
afterAll(async () => {
  await db.close();
  await rm(home, { recursive: true, force: true });
});

/** Imports canonical files given as name and content. */
async function importOf(files: Record<string, string>, more: Partial<ImportRequest> = {}) {
  const folder = join(home, `input-${++inputs}`);
  await mkdir(folder);
  for (const [name, content] of Object.entries(files)) await Bun.write(join(folder, name), content);
  const source = { kind: 'canonical' } as const;
  return importMarket({ home, sql: db.sql, source, files: [folder], asOf: '2026-01-01', ...more });
}

const refusal = async (...given: Parameters<typeof importOf>): Promise<{ message: string; advice: string }> =>
  importOf(...given).then(
    () => {
      throw new Error('the import was accepted');
    },
    ({ message, advice }) => ({ message, advice }),
  );

const version = async (): Promise<number> => (await marketStatus(db.sql, 'live')).version;

const entries = async (): Promise<string[]> =>
  (await db.sql<{ entry: string }[]>`select kind || ' ' || value as entry from market.suppression order by 1`).map(
    ({ entry }) => entry,
  );

const roll = (good: number, bad: number): string =>
  `parcel_id,address,state\n${Array.from({ length: good + bad }, (_, at) => `P-${at},${at + 1} Main St,${at < good ? 'AZ' : 'Atlantis'}\n`).join('')}`;

describe('a do-not-contact list', () => {
  test('is rejected when every row is bad, with the accepted forms in the message', async () => {
    const rows = Array.from({ length: 200 }, (_, at) => `person,Person ${at}\n`).join('');
    const { message, advice } = await refusal({ 'suppressions.csv': `kind,value\n${rows}` });
    expect(message).toContain('200 of 200 rows');
    expect(message).toContain('FIRST LAST|ZIP');
    expect(advice).toContain('--accept-rejected');
    expect(advice).toContain('rejects');
    expect(await version()).toBe(0);
  });

  test('is rejected for one row of unknown form among many, also beside a large good file', async () => {
    const good = Array.from({ length: 99 }, (_, at) => `phone,60255501${String(at).padStart(2, '0')}\n`).join('');
    const suppressions = `kind,value\n${good}phone,12\n`;
    const { message } = await refusal({ 'suppressions.csv': suppressions, 'properties.csv': roll(1000, 0) });
    expect(message).toContain('suppressions.csv');
    expect(message).toContain('1 of 100 rows');
    expect(message).toContain('value is not a phone number of 10 digits (1)');
    await expect(importOf({ 'suppressions.csv': suppressions }, { dryRun: true })).rejects.toThrow('1 of 100 rows');
    expect(await version()).toBe(0);
  });

  test('is imported without its bad rows when the operator accepts that', async () => {
    const report = await importOf(
      {
        'suppressions.csv':
          'kind,value\nphone,6025550101\nphone,6025550102\nphone,6025550103\nphone,6025550104\nphone,12\n',
      },
      { acceptRejected: true },
    );
    expect(report.files).toMatchObject([{ read: 5, kept: 4, rejected: 1 }]);
    expect(await entries()).toHaveLength(4);
  });

  test('is still limited by the tolerated share', async () => {
    const { message } = await refusal({ 'suppressions.csv': 'kind,value\nphone,12\n' }, { acceptRejected: true });
    expect(message).toContain('1 of 1 rows (100.0 %)');
  });

  test('accepts people in one or several columns, and numbers and addresses in usual spellings', async () => {
    await importOf({
      'suppressions-people.csv':
        'kind,value,First Name,Last Name,zip\n' +
        'person,Ruth Ashbrook|85003,,,\n' +
        'person,"Oakley, Paul Ray",,,85004-1234\n' +
        'person,,Jane,Elmwood,85005\n' +
        'person,,Mary,Fernhill,\n' +
        'e-mail, Ruth@Example.COM ,,,\n' +
        'cell,+1 (602) 555-0199,,,\n',
    });
    expect(await entries()).toEqual(
      expect.arrayContaining([
        'person RUTH ASHBROOK|85003',
        'person PAUL RAY OAKLEY|85004',
        'person PAUL OAKLEY|85004',
        'person JANE ELMWOOD|85005',
        'person MARY FERNHILL|*',
        'email ruth@example.com',
        'phone 6025550199',
      ]),
    );
  });
});

describe('the share of bad rows', () => {
  test('is judged per file, so that a large good file does not hide a bad one', async () => {
    const before = await version();
    const { message, advice } = await refusal({
      'properties-large.csv': roll(1000, 0),
      'properties-small.csv': roll(2, 1),
    });
    expect(message).toContain('properties-small.csv');
    expect(message).toContain('1 of 3 rows (33.3 %)');
    expect(message).toContain('state is not a US state (1)');
    expect(message).not.toContain('properties-large.csv');
    expect(advice).toContain('--max-rejected');
    expect(await version()).toBe(before);
  });

  test('is reported with every reason and its count', async () => {
    const { message } = await refusal({ 'properties.csv': `${roll(1, 3)},9 Main St,AZ\n,10 Main St,AZ\n` });
    expect(message).toContain('5 of 6 rows (83.3 %)');
    expect(message).toContain('state is not a US state (3), parcel_id is missing (2)');
  });
});
