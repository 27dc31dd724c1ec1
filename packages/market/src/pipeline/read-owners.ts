import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { mailingKeys } from '../addresses/index.ts';
import { joinOwnerNames } from '../names/index.ts';
import { eachRow } from '../rules/duck-rows.ts';
import { loadSource } from '../sources/load-mapping.ts';
import type { OwnerRecord } from './cluster-records.ts';
import { mapImport } from './map-import.ts';
import { sqlText } from './sql-text.ts';

/**
 * Owners of a roll by the number of their record in the file (1 is the first below the header), read through the mapping
 * of a source as an import reads them. Records without an owner are left out.
 * @param source name of a source that comes with Plat, or a mapping file
 * @throws MarketError when the file cannot be read or is none of the source's
 */
export async function readOwners(source: string, file: string): Promise<Map<number, OwnerRecord>> {
  const workDirectory = await mkdtemp(join(tmpdir(), 'plat-owners-'));
  const instance = await DuckDBInstance.create(':memory:');
  const duck = await instance.connect();
  try {
    const today = new Date().toISOString().slice(0, 10);
    const { facts } = await mapImport({ source: await loadSource(source), files: [file], workDirectory, asOf: today });
    const rolls = facts.filter(({ kind }) => kind === 'properties').map(({ path }) => sqlText(path));
    const owners = new Map<number, OwnerRecord>();
    if (rolls.length === 0) return owners;
    await eachRow(
      duck,
      `SELECT source_row, owner_name_1, owner_name_2, mailing_address, mailing_city, mailing_state, mailing_zip
       FROM read_parquet([${rolls.join(', ')}])`,
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
    await rm(workDirectory, { recursive: true, force: true });
  }
}
