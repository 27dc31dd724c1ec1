import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { sqlText } from '@plat/dataset';
import { isInstitution, joinOwnerNames, normaliseOwnerName } from '@plat/records';
import { NameComparer } from './alike-names.ts';
import { UnionFind } from './union-find.ts';

setDefaultTimeout(60_000);

const dataDir = process.env.PLAT_DATA_DIR ?? resolve(import.meta.dir, '..', '..', '..', '..', '..', 'shared', 'data');
const LANDLORDS = join(dataDir, 'north-carolina', 'corporate-landlord-names.csv');
const PHILADELPHIA = join(dataDir, 'philadelphia-pa', 'opa-properties.csv');
const CAMBRIDGE = join(dataDir, 'cambridge-ma', 'assessing-fy2022.csv');
const isAbsent = [LANDLORDS, PHILADELPHIA, CAMBRIDGE].some((file) => !existsSync(file));
if (isAbsent)
  console.log(`skipped: names of institutional landlords and of owners are not in ${dataDir} (PLAT_DATA_DIR)`);

async function readCells(file: string, columns: string): Promise<(string | null)[][]> {
  const duck = await (await DuckDBInstance.create(':memory:')).connect();
  const read = `read_csv(${sqlText(file)}, header = true, all_varchar = true, ignore_errors = true)`;
  const rows = await duck.runAndReadAll(`SELECT ${columns} FROM ${read}`);
  return rows.getRowsJson() as (string | null)[][];
}

interface Labelled {
  nameKey: string;
  isEntity: boolean;
  parent: string;
}

async function readLandlords(): Promise<Labelled[]> {
  const rows = await readCells(LANDLORDS, 'owner, investor_label_lvl2');
  return rows.map(([name, parent]) => {
    const { nameKey, isEntity } = normaliseOwnerName(name ?? '');
    return { nameKey, isEntity, parent: parent ?? '' };
  });
}

describe.skipIf(isAbsent)('large institutions by name', () => {
  test('recognises names of North Carolina landlords by public facts about their vehicles', async () => {
    const names = await readLandlords();
    const found = names.filter(({ nameKey }) => isInstitution(nameKey) !== null).length;
    const entities = names.filter(({ isEntity }) => isEntity).length;
    const percent = (count: number) => `${((100 * count) / names.length).toFixed(1)} %`;
    console.log(`institutions: ${percent(found)} of ${names.length}, entities: ${percent(entities)}`);
    expect(entities / names.length).toBeGreaterThanOrEqual(0.87);
    expect(found / names.length).toBeGreaterThanOrEqual(0.84);
  });

  // Each of them was looked at: one single-family fund in Philadelphia, none in Cambridge.
  test.each([
    ['Philadelphia', PHILADELPHIA, 'owner_1, owner_2', 1],
    ['Cambridge', CAMBRIDGE, 'Owner_Name, Owner_CoOwnerName', 0],
  ] as const)('no other owner in %s is taken for one', async (place, file, columns, looked) => {
    const owners = new Set((await readCells(file, columns)).map(([first, second]) => joinOwnerNames(first, second)));
    owners.delete(null);
    const listed = [...owners].filter((name) => isInstitution(normaliseOwnerName(name ?? '').nameKey) !== null);
    console.log(`${place}: ${listed.length} of ${owners.size} owners are on the list of institutions`);
    expect(owners.size).toBeGreaterThan(4_000);
    expect(listed.length).toBeLessThanOrEqual(looked);
  });
});

describe.skipIf(isAbsent)('clusters of North Carolina landlords', () => {
  /** Pairwise precision and recall of clusters, where two names are one owner when they have one parent company. */
  function judge(names: readonly Labelled[], isSame: (left: number, right: number) => boolean) {
    const clusters = new UnionFind();
    const pairs: [number, number][] = [];
    for (let right = 1; right < names.length; right++)
      for (let left = 0; left < right; left++) pairs.push([left, right]);
    for (const [left, right] of pairs) if (isSame(left, right)) clusters.join(left, right);
    const clusterOf = new Map(clusters.groups().flatMap((group, at) => group.map((name) => [name, at] as const)));
    const owned = pairs.filter(([left, right]) => names[left]?.parent === names[right]?.parent).length;
    const linked = pairs.filter(([left, right]) => {
      const cluster = clusterOf.get(left);
      return cluster !== undefined && cluster === clusterOf.get(right);
    });
    const rightly = linked.filter(([left, right]) => names[left]?.parent === names[right]?.parent).length;
    return { linked: linked.length, precision: rightly / linked.length, recall: rightly / owned };
  }

  test('joins only names of one parent company, even with one mailing address for all', async () => {
    const names = await readLandlords();
    const comparer = new NameComparer();
    const equal = (left: number, right: number) => names[left]?.nameKey === names[right]?.nameKey;
    const alike = (left: number, right: number) => {
      const [a, b] = [names[left] as Labelled, names[right] as Labelled];
      return (
        a.isEntity === b.isEntity &&
        (a.nameKey === b.nameKey || comparer.areAlike(left, a.nameKey, right, b.nameKey, a.isEntity))
      );
    };
    const figures = { equal: judge(names, equal), alike: judge(names, alike) };
    console.log('North Carolina landlords, pairs of one parent', figures);
    expect(figures.equal.precision).toBeGreaterThanOrEqual(0.98);
    expect(figures.alike.precision).toBeGreaterThanOrEqual(0.98);
  });
});
