import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync, strToU8, type Zippable, zipSync } from 'fflate';
import { mapImport } from '../import/map-import.ts';
import type { ImportSource } from '../sources/load-mapping.ts';
import { openZip, unzipTo } from './zip-file.ts';

let folder: string;
let files = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zip-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function zipOf(content: Zippable, name = `file-${++files}.zip`): Promise<string> {
  const path = join(folder, name);
  await Bun.write(path, zipSync(content));
  return path;
}

const CONTACTS = strToU8('name\nOAK LLC\nELM LLC\n');
const contacts: ImportSource = {
  name: 'test',
  title: 'Test',
  inputs: [
    { file: 'owners-*.csv*', produces: [{ kind: 'contacts', columns: { name: 'name' } }] },
    { file: 'other.csv', produces: [{ kind: 'contacts', columns: { name: 'other' } }] },
  ],
};
const importOf = (paths: string[], source: ImportSource = 'canonical') =>
  mapImport({ source, files: paths, workDirectory: join(folder, `work-${++files}`), asOf: '2025-06-30' });

describe('a zip file', () => {
  test('is opened if it has one data file, whatever else is in it', async () => {
    const path = await zipOf({
      'Final 2025/contacts.csv': CONTACTS,
      'Final 2025/readme.txt': strToU8('read me'),
      'Final 2025/guide.pdf': strToU8('%PDF'),
      '__MACOSX/._contacts.csv': strToU8('x'),
    });
    const mapped = await importOf([path]);
    expect(mapped.files).toEqual([{ path, kind: 'contacts', read: 2, kept: 2, rejected: 0 }]);
    expect(await readdir(join(folder, `work-${files}`))).toEqual(expect.not.arrayContaining(['scratch']));
  });

  test('is recognised by its own name if the name of the data file is unknown', async () => {
    const path = await zipOf({ 'export.csv': CONTACTS }, 'owners-2025.zip');
    expect((await importOf([path], contacts)).files).toMatchObject([{ path, read: 2 }]);
    const inFolder = join(folder, 'roll');
    await Bun.write(join(inFolder, 'owners-2024.zip'), await Bun.file(path).bytes());
    expect((await importOf([inFolder], contacts)).files).toMatchObject([{ kept: 2 }]);
  });

  test('may hold a gzip file', async () => {
    const path = await zipOf({ 'contacts.csv.gz': gzipSync(CONTACTS) });
    expect((await importOf([path])).files).toMatchObject([{ kept: 2 }]);
  });

  test('with several data files is rejected with a list of its contents', async () => {
    const path = await zipOf({ 'a.csv': CONTACTS, 'b.csv': CONTACTS });
    await expect(importOf([path])).rejects.toThrow(
      `${path}: is a zip with 2 data files (a.csv, b.csv); unpack it and import the files`,
    );
  });

  test('without a data file is rejected with a list of its contents', async () => {
    const path = await zipOf({ 'roll.shp': CONTACTS, 'roll.dbf': CONTACTS });
    await expect(importOf([path])).rejects.toThrow(
      /is a zip without a data file that Plat reads \(it holds roll\.\w+, roll\.\w+\); .*CSV/,
    );
    await expect(importOf([await zipOf({})])).rejects.toThrow(/is an empty zip/);
  });

  test('that is damaged or truncated is rejected as such', async () => {
    const whole = zipSync({ 'contacts.csv': CONTACTS });
    const path = join(folder, 'cut.zip');
    await Bun.write(path, whole.slice(0, whole.length - 30));
    await expect(importOf([path])).rejects.toThrow(/cut\.zip: the zip file is damaged or incomplete/);
  });

  test('that unpacks to more than allowed is rejected before it fills the disk', async () => {
    const path = await zipOf({ 'contacts.csv': new Uint8Array(96 << 20) });
    await expect(importOf([path])).rejects.toThrow(/unpacks to 96 MiB, more than 250 times its size/);
  });

  test('that understates its size is rejected as well', async () => {
    const bytes = zipSync({ 'contacts.csv': strToU8(`name\n${'OAK LLC\n'.repeat(1000)}`) });
    const view = new DataView(bytes.buffer);
    const directory = bytes.findIndex((_, at) => at + 4 <= bytes.length && view.getUint32(at, true) === 0x02014b50);
    view.setUint32(directory + 24, 10, true);
    const path = join(folder, 'liar.zip');
    await Bun.write(path, bytes);
    await expect(importOf([path])).rejects.toThrow(/liar\.zip: the zip file is damaged/);
  });

  test('is distinguished from a workbook, which is also a zip', async () => {
    const path = await zipOf({ '[Content_Types].xml': CONTACTS, 'xl/workbook.xml': CONTACTS });
    expect(await openZip(path)).toBeNull();
    await Bun.write(join(folder, 'plain.csv'), 'a,b\n');
    expect(await openZip(join(folder, 'plain.csv'))).toBeNull();
  });

  test('cannot write outside of its target folder', async () => {
    const path = await zipOf({ 'contacts.csv': CONTACTS });
    const zip = await openZip(path);
    await unzipTo(path, zip!.entry!, join(folder, 'target.csv'));
    expect(await Bun.file(join(folder, 'target.csv')).text()).toContain('OAK LLC');
    const bytes = await Bun.file(path).bytes();
    const text = Buffer.from(bytes).toString('latin1').replaceAll('contacts.csv', '../../ab.csv');
    await Bun.write(path, Buffer.from(text, 'latin1'));
    await expect(importOf([path])).rejects.toThrow(/the zip file is damaged/);
  });
});
