import { afterAll, beforeAll } from 'bun:test';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { ImportSource } from '../sources/load-mapping.ts';
import { type MapImportRequest, mapImport } from './map-import.ts';

let folder: string;
let runs = 0;

/** Gives a file of tests a folder for its imports. */
export function useImportFolder(): void {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'import-'));
  });
  afterAll(() => rm(folder, { recursive: true }));
}

/** Imports files given as name and content. */
export async function importOf(
  files: Record<string, string | Uint8Array>,
  source: ImportSource = 'canonical',
  more: Partial<MapImportRequest> = {},
) {
  const work = join(folder, `run-${++runs}`);
  const input = join(work, 'in');
  await mkdir(input, { recursive: true });
  for (const [name, content] of Object.entries(files)) await Bun.write(join(input, name), content);
  return mapImport({ source, files: [input], workDirectory: work, asOf: '2025-06-30', today: '2025-06-30', ...more });
}

/** Columns of the facts of one kind, in the order of the files. */
export async function factsOf(mapped: Awaited<ReturnType<typeof importOf>>, kind: string, columns: string) {
  const duck = await (await DuckDBInstance.create(':memory:')).connect();
  const paths = mapped.facts.filter((fact) => fact.kind === kind).map((fact) => `'${fact.path}'`);
  const found = await duck.runAndReadAll(
    `SELECT ${columns} FROM read_parquet([${paths.join(', ')}]) ORDER BY source_file, source_row`,
  );
  duck.closeSync();
  return found.getRowsJson();
}
