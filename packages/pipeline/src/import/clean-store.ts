import type { Sql } from '@plat/db';
import type { Realm } from '@plat/kit';
import { dropUnreferenced } from '../publish/publish-swap.ts';
import { type FactsStore, openFactsStore, removeUnreferencedFacts } from './facts-store.ts';

/** Opens a realm's store and removes unreferenced scratch files, facts and partitions. */
export async function cleanStore(sql: Sql, realm: Realm, home: string): Promise<FactsStore> {
  const store = await openFactsStore(sql, realm, home);
  await dropUnreferenced(sql, realm);
  await removeUnreferencedFacts(sql, realm, store);
  return store;
}
