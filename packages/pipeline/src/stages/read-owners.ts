import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sqlText } from '@plat/dataset';
import { utcDay } from '@plat/kit';
import { joinOwnerNames, mailingKeys } from '@plat/records';
import { createDuck } from '../create-duck.ts';
import { mapImport } from '../import/map-import.ts';
import type { FactFile } from '../map/fact-files.ts';
import { eachRow } from '../rules/duck-rows.ts';
import { loadSource } from '../sources/index.ts';
import type { OwnerRecord } from './cluster-records.ts';

/**
 * Owners of a roll by record number in the file (1 is the first below the header), read through the mapping of a
 * source as in an import. Leaves out records without an owner.
 * @param source name of a built-in source, or a mapping file.
 * @throws MarketError if the file cannot be read or is not of that source.
 */
export async function readOwners(source: string, file: string): Promise<Map<number, OwnerRecord>> {
  const workDirectory = await mkdtemp(join(tmpdir(), 'plat-owners-'));
  try {
    const today = utcDay(Date.now());
    const { facts } = await mapImport({ source: await loadSource(source), files: [file], workDirectory, asOf: today });
    return await ownersOf(facts.filter(({ kind }) => kind === 'properties'));
  } finally {
    await rm(workDirectory, { recursive: true, force: true });
  }
}

async function ownersOf(rolls: readonly FactFile[]): Promise<Map<number, OwnerRecord>> {
  const owners = new Map<number, OwnerRecord>();
  if (rolls.length === 0) return owners;
  const instance = await createDuck(rolls.reduce((sum, { rows }) => sum + rows, 0));
  const duck = await instance.connect();
  try {
    await eachRow(
      duck,
      `SELECT source_row, owner_name_1, owner_name_2, mailing_address, mailing_city, mailing_state, mailing_zip
       FROM read_parquet([${rolls.map(({ path }) => sqlText(path)).join(', ')}])`,
      ([row, ...texts]) => {
        const [owner1, owner2, line, city, state, zip] = texts.map((cell) => (cell === null ? null : String(cell)));
        const name = joinOwnerNames(owner1, owner2);
        if (name === null) return;
        owners.set(Number(row) + 1, { name, mailingKey: mailingKeys(line, city, state, zip)?.mailingKey ?? null });
      },
    );
    return owners;
  } finally {
    duck.closeSync();
    instance.closeSync();
  }
}
