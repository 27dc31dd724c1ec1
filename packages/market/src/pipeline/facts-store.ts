import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sql } from '@plat/db';
import type { Realm } from '@plat/kit';
import { MarketError } from '../dataset/market-error.ts';
import { schemaOf } from '../dataset/realm.ts';
import type { FactFile, RegionImport, RegionState } from '../dataset/region-state.ts';

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

/** Opens the folders of a dataset, creating them and removing what an earlier run that died left in scratch. */
export async function openFactsStore(sql: Sql, realm: Realm, home: string): Promise<FactsStore> {
  const [dataset] = await sql<{ id: string }[]>`select id from ${schemaOf(sql, realm)}.dataset`;
  if (dataset === undefined) throw new Error('the market schema is missing');
  const store = {
    root: join(home, 'market', 'facts', dataset.id),
    temporaryDirectory: join(home, 'market', 'tmp', dataset.id),
    rejectsDirectory: join(home, 'market', 'rejects'),
  };
  await rm(store.temporaryDirectory, { recursive: true, force: true });
  for (const folder of Object.values(store)) await mkdir(folder, { recursive: true });
  // Contacts are in there. Who does not own it cannot close it; `plat doctor` says when others can read it.
  await chmod(join(home, 'market'), 0o700).catch(() => {});
  return store;
}

/** Moves a finished folder of fact files into the store, at once. */
export const keepFacts = (store: FactsStore, folder: string, importFolder: string): Promise<void> =>
  rename(folder, join(store.root, importFolder));

/** Removes import folders that no region serves or could be rolled back to. */
export async function removeUnreferencedFacts(sql: Sql, realm: Realm, store: FactsStore): Promise<void> {
  const states = await sql<{ current: RegionState | null; previous: RegionState | null }[]>`
    select current, previous from ${schemaOf(sql, realm)}.region`;
  const kept = new Set<string>();
  for (const { current, previous } of states) {
    for (const one of [...(current?.imports ?? []), ...(previous?.imports ?? [])]) {
      for (const { path } of one.files) kept.add(path.split('/')[0]!);
    }
  }
  for (const folder of await readdir(store.root)) {
    if (!kept.has(folder)) await rm(join(store.root, folder), { recursive: true, force: true });
  }
}

/** Absolute paths of a region's facts by kind, oldest import first. Throws a MarketError when files are gone. */
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
