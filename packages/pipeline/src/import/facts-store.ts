import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FactFile, RegionImport, RegionState } from '@plat/dataset';
import { MarketError, schemaOf } from '@plat/dataset';
import type { Sql } from '@plat/db';
import type { Realm } from '@plat/kit';

/**
 * The kept facts of one dataset: `<home>/market/facts/<dataset id>/<import folder>/<file>.parquet`. The dataset's id
 * keeps realms, and two databases that share a home, from removing each other's files.
 */
export interface FactsStore {
  /** Folder that fact paths are relative to. */
  root: string;
  /** Scratch folder of this run, emptied by `openFactsStore`. */
  temporaryDirectory: string;
  /** Where the rejected rows of imports are written. */
  rejectsDirectory: string;
}

/** Opens the folders of a dataset, creates missing ones, and empties the scratch folder of an earlier crashed run. */
export async function openFactsStore(sql: Sql, realm: Realm, home: string): Promise<FactsStore> {
  const [dataset] = await sql<{ id: string }[]>`select id from ${schemaOf(sql, realm)}.dataset`;
  if (dataset === undefined) throw new Error('the market schema is missing');
  const store = storeOf(home, dataset.id);
  await rm(store.temporaryDirectory, { recursive: true, force: true });
  for (const folder of Object.values(store)) await mkdir(folder, { recursive: true });
  // It contains contacts. Only the owner can restrict it; `plat doctor` warns when others can read it.
  await chmod(join(home, 'market'), 0o700).catch(() => {});
  return store;
}

/** The folders of a dataset, which may be in use. @param dataset its id. */
export const storeOf = (home: string, dataset: string): FactsStore => ({
  root: join(home, 'market', 'facts', dataset),
  temporaryDirectory: join(home, 'market', 'tmp', dataset),
  rejectsDirectory: join(home, 'market', 'rejects'),
});

/** Moves a finished folder of fact files into the store with one rename. */
export const keepFacts = (store: FactsStore, folder: string, importFolder: string): Promise<void> =>
  rename(folder, join(store.root, importFolder));

/** Removes import folders that neither a serving region nor a kept version uses. */
export async function removeUnreferencedFacts(sql: Sql, realm: Realm, store: FactsStore): Promise<void> {
  const schema = schemaOf(sql, realm);
  const states = await sql<{ state: RegionState }[]>`
    select state from ${schema}.build union all select current from ${schema}.region where current ? 'imports'`;
  const kept = new Set(states.flatMap(({ state }) => factFolders(state)));
  for (const folder of await readdir(store.root)) {
    if (!kept.has(folder)) await rm(join(store.root, folder), { recursive: true, force: true });
  }
}

/** The import folders that a region's facts are in. */
export const factFolders = ({ imports }: Pick<RegionState, 'imports'>): string[] => [
  ...new Set(imports.flatMap(({ files }) => files.map(({ path }) => path.split('/')[0]!))),
];

/** Absolute paths of a region's facts by kind, oldest import first. @throws MarketError if files are missing. */
export function factPaths(
  store: FactsStore,
  region: string,
  imports: readonly RegionImport[],
): Record<FactFile['kind'], string[]> {
  const paths: Record<FactFile['kind'], string[]> = {
    properties: [],
    transfers: [],
    contacts: [],
    suppressions: [],
    listings: [],
    rents: [],
  };
  for (const one of imports) {
    for (const file of one.files) {
      const path = join(store.root, file.path);
      if (!existsSync(path)) {
        throw new MarketError(
          `The facts of an earlier import (${one.source}) that ${region} is rebuilt from are not in ${store.root}.`,
          'Import from the home that made the dataset, or import those files again into an empty one.',
        );
      }
      paths[file.kind].push(path);
    }
  }
  return paths;
}

/** Fact files, by absolute path, with removed counties. */
export const removedCounties = (
  store: FactsStore,
  imports: readonly RegionImport[],
): ReadonlyMap<string, readonly string[]> =>
  new Map(
    imports.flatMap(({ withoutCounties = [], files }) =>
      withoutCounties.length === 0 ? [] : files.map(({ path }) => [join(store.root, path), withoutCounties] as const),
    ),
  );
