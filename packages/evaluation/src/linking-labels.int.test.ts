import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { clusterRecords } from '@plat/pipeline';
import fc from 'fast-check';
import { BUILT_IN_LINKING_LABELS, readLinkingLabels } from './linking-labels.ts';
import { pairwiseAccuracy } from './pairwise-accuracy.ts';

const dataFolder = process.env.PLAT_DATA_DIR ?? resolve(import.meta.dir, '..', '..', '..', '..', 'shared', 'data');
const isAbsent = !existsSync(dataFolder);
if (isAbsent) console.log(`skipped: labelled pairs of real records (no folder ${dataFolder}; set PLAT_DATA_DIR)`);

const BY_NAME = `name_a,address_a,name_b,address_b,same
OCOTILLO LANTERN LLC,"12 Oak St Apt 4, Phoenix, AZ 85001","Ocotillo Lantern, L.L.C.","9 Elm Rd, Mesa, AZ 85201",yes
OCOTILLO LANTERN LLC,"12 Oak St Apt 4, Phoenix, AZ 85001",OCOTILLO LANTERNS LLC,"12 OAK STREET #4, PHOENIX AZ 85001",yes
OCOTILLO LANTERN LLC,"12 Oak St Apt 4, Phoenix, AZ 85001",OCOTILLO LANTERNE LLC,"14 Oak St, Phoenix, AZ 85001",no
ASHBROOK RUTH,,RUTH ASHBROOK,,no
NOT AVAILABLE FROM COUNTY,,NOT AVAILABLE FROM COUNTY,,no
`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-labels-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function written(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await Bun.write(path, text);
  return path;
}

async function measured(path: string, data: string | null) {
  const sets = await readLinkingLabels(path, data);
  const pairs = await Promise.all(
    sets.map(async ({ records, pairs }) => {
      const clusters = await clusterRecords(records);
      return pairs.map(({ a, b, same }) => ({ same, linked: clusters[a] !== null && clusters[a] === clusters[b] }));
    }),
  );
  return pairwiseAccuracy(pairs.flat());
}

describe('owner names are measured on labelled pairs', () => {
  test('with names and addresses in the file', async () => {
    expect(await measured(await written('names.csv', BY_NAME), null)).toEqual({
      sample_size: 5,
      same: 2,
      linked: 3,
      linked_rightly: 2,
      precision: 2 / 3,
      recall: 1,
    });
  });

  test.each<[string, string, RegExp]>([
    ['another header', 'a,b\n1,2\n', /no file of labelled pairs/],
    ['a label that is neither', BY_NAME.replace(',no\n', ',perhaps\n'), /Line 4 of .*neither yes nor no/],
    ['numbers of records without their files', 'file,row_a,row_b,same\nx/y.csv,1,2,yes\n', /data folder/],
  ])('not with %s', async (name, text, sentence) => {
    await expect(readLinkingLabels(await written(`${name}.csv`, text), null)).rejects.toThrow(sentence);
  });

  test('not without a file', async () => {
    await expect(readLinkingLabels(join(folder, 'absent.csv'), null)).rejects.toThrow(/There is no file/);
    const labels = await written('records.csv', 'file,row_a,row_b,same\nphiladelphia-pa/absent.csv,1,2,yes\n');
    await expect(readLinkingLabels(labels, folder)).rejects.toThrow(/There is no file .*absent\.csv/);
  });

  test('precision and recall are shares of what was linked and of what there was to link', () => {
    const pair = fc.record({ same: fc.boolean(), linked: fc.boolean() });
    fc.assert(
      fc.property(fc.array(pair), (pairs) => {
        const { precision, recall, same, linked, linked_rightly } = pairwiseAccuracy(pairs);
        expect(precision * linked).toBeCloseTo(linked_rightly);
        expect(recall * same).toBeCloseTo(linked_rightly);
        expect([precision, recall].every((share) => share >= 0 && share <= 1)).toBe(true);
      }),
    );
  });

  test.skipIf(isAbsent)(
    'on real records hardly a link is wrong',
    async () => {
      const { sample_size, precision, recall } = await measured(BUILT_IN_LINKING_LABELS, dataFolder);
      expect(sample_size).toBe(507);
      expect(precision).toBeGreaterThanOrEqual(0.98);
      expect(recall).toBeGreaterThanOrEqual(0.55);
    },
    120_000,
  );
});
