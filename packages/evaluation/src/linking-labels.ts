import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { MarketError, sqlText } from '@plat/dataset';
import type { OwnerRecord } from '@plat/pipeline';
import { createDuck, mostRowsOf, readOwners } from '@plat/pipeline';
import { mailingKeysOf, parseFullAddress } from '@plat/records';

/** Pairs of public records, labelled by hand. Only file and record numbers, so that no name is kept here. */
export const BUILT_IN_LINKING_LABELS = join(import.meta.dir, '..', 'labels', 'owner-pairs.csv');

/** Records of one market, and pairs of positions with whether both have the same owner. */
export interface LabelledOwners {
  name: string;
  records: OwnerRecord[];
  pairs: { a: number; b: number; same: boolean }[];
}

const BY_NAME = ['name_a', 'address_a', 'name_b', 'address_b', 'same'] as const;
const BY_RECORD = ['file', 'row_a', 'row_b', 'same'] as const;
const ADVICE = `The first line must be ${BY_NAME.join(',')} or ${BY_RECORD.join(',')}; see labels/README.md.`;

/**
 * Reads labelled pairs: names and addresses from the file itself, or record numbers in files of a data folder.
 * @param dataFolder base folder of `file`; its first folder names the source, as in `philadelphia-pa/opa.csv`.
 * @throws MarketError with the line or file that cannot be used.
 */
export async function readLinkingLabels(path: string, dataFolder: string | null): Promise<LabelledOwners[]> {
  const { headers, rows } = await readCells(path);
  if (headers.join() === BY_NAME.join()) return [pairsByName(path, rows)];
  if (headers.join() !== BY_RECORD.join()) throw new MarketError(`${path} is no file of labelled pairs.`, ADVICE);
  if (dataFolder === null || !existsSync(dataFolder)) {
    throw new MarketError(
      `The labels are numbers of records in a data folder, and ${dataFolder === null ? 'none was given' : `there is none at ${dataFolder}`}.`,
      'Name it with --data, or give a file with names and addresses.',
    );
  }
  const byFile = [...Map.groupBy(rows.entries(), ([, cells]) => cells[0] ?? '')];
  return Promise.all(byFile.map(([file, numbered]) => pairsByRecord(path, dataFolder, file, numbered)));
}

async function readCells(path: string): Promise<{ headers: string[]; rows: string[][] }> {
  if (!existsSync(path)) throw new MarketError(`There is no file ${path}.`, 'Check the path.');
  const instance = await createDuck(await mostRowsOf([path]));
  const duck = await instance.connect();
  try {
    const reader = await duck.runAndReadAll(
      `SELECT * FROM read_csv(${sqlText(path)}, header = true, all_varchar = true)`,
    );
    return {
      headers: reader.columnNames(),
      rows: reader.getRows().map((row) => row.map((cell) => String(cell ?? ''))),
    };
  } catch {
    throw new MarketError(`${path} cannot be read as comma-separated values.`, ADVICE);
  } finally {
    duck.closeSync();
    instance.closeSync();
  }
}

const lineOf = (row: number): number => row + 2;

function labelOf(path: string, row: number, text: string | undefined): boolean {
  if (text === 'yes') return true;
  if (text === 'no') return false;
  throw new MarketError(`Line ${lineOf(row)} of ${path} says neither yes nor no.`, 'Correct it and run again.');
}

function pairsByName(path: string, rows: readonly string[][]): LabelledOwners {
  const records: OwnerRecord[] = [];
  const position = (name = '', address = '') =>
    records.push({ name, mailingKey: mailingKeysOf(parseFullAddress(address))?.mailingKey ?? null }) - 1;
  const pairs = rows.map(([nameA, addressA, nameB, addressB, same], row) => ({
    a: position(nameA, addressA),
    b: position(nameB, addressB),
    same: labelOf(path, row, same),
  }));
  return { name: basename(path), records, pairs };
}

async function pairsByRecord(
  path: string,
  dataFolder: string,
  file: string,
  rows: readonly (readonly [number, string[]])[],
): Promise<LabelledOwners> {
  const full = join(dataFolder, file);
  if (!existsSync(full)) throw new MarketError(`There is no file ${full}.`, 'Check --data.');
  const owners = [...(await readOwners(dirname(file).split('/')[0] ?? '', full))];
  const positions = new Map(owners.map(([record], at) => [record, at]));
  const pairs = rows.map(([row, [, a, b, same]]) => {
    const [first, second] = [positions.get(Number(a)), positions.get(Number(b))];
    if (first === undefined || second === undefined) {
      throw new MarketError(
        `Line ${lineOf(row)} of ${path} names a record without an owner in ${file}.`,
        'The file is not the one that was labelled; use that one.',
      );
    }
    return { a: first, b: second, same: labelOf(path, row, same) };
  });
  return { name: file, records: owners.map(([, owner]) => owner), pairs };
}
