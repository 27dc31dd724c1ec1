import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync, strToU8, zipSync } from 'fflate';
import { importFiles } from '../map/import-files.ts';
import { builtInSources } from '../sources/index.ts';
import { lookAtFile } from './look-at-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'look-'));
});
afterAll(() => rm(folder, { recursive: true }));

const look = async (name: string, content: string | Uint8Array) => {
  const path = join(folder, name);
  await Bun.write(path, content);
  return lookAtFile(path, join(folder, 'scratch'));
};
const PARCELS =
  'parcel_id,situs_address,owner_name,mailing_address1,mailing_city,mailing_state,mailing_zip,class_code,lot_size_acres,land_value,building_value,total_value\n';

describe('a file gets a name under which its source reads it', () => {
  test.each([
    ['export.csv', strToU8(PARCELS)],
    ['export.csv.gz', gzipSync(strToU8(PARCELS))],
    ['export.zip', zipSync({ 'inner.csv': strToU8(PARCELS) })],
  ])('%s', async (name, content) => {
    const { source, readAs } = await look(name, content);
    expect(source).toBe('lebanon-nh');
    await Bun.write(join(folder, readAs), content);
    const lebanon = builtInSources.find((one) => one.name === 'lebanon-nh')!;
    const { files } = await importFiles(lebanon, [join(folder, readAs)]);
    expect(files).toMatchObject([{ inputNumber: 0 }]);
  });

  test.each([
    ['roll.csv', strToU8('parcel_id,address,city,state,zip\n')],
    ['roll.zip', zipSync({ 'inner.csv': strToU8('parcel_id,address,city,state,zip\n') })],
  ])('canonical %s', async (name, content) => {
    const { source, readAs } = await look(name, content);
    expect([source, readAs]).toEqual(['canonical', `properties${name.slice(4)}`]);
    await Bun.write(join(folder, readAs), content);
    const { files } = await importFiles('canonical', [join(folder, readAs)]);
    expect(files).toMatchObject([{ reads: { as: 'canonical', kind: 'properties' } }]);
  });
});

test('the header of an unknown layout is found below titles, and its columns are guessed', async () => {
  const found = await look('sales.tsv', 'Sales of the county\n\nPIN\tSITUS ADDRESS\tSALE DATE\tSALE PRICE\tBUYER\n');
  expect(found).toMatchObject({
    source: null,
    headerLine: 3,
    guesses: {
      properties: { parcel_id: 'PIN', address: 'SITUS ADDRESS' },
      transfers: { parcel_id: 'PIN', sale_date: 'SALE DATE', price: 'SALE PRICE', grantee: 'BUYER' },
    },
  });
});
