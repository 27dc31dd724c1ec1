import type { Sql } from '@plat/db';
import type { Realm } from '@plat/kit';
import { marketSchema } from '../realm.ts';

/**
 * Tables that services read; `version` first, because others refer to it. The memory of buyer ids, which only imports
 * use, stays on the coordinator.
 */
const BOOKKEEPING = ['version', 'dataset', 'region', 'build', 'accuracy'] as const;

/** Puts the bookkeeping of a realm on every node, so that each of them can answer reads; rows that exist stay. */
export async function spreadBookkeeping(tx: Sql, realm: Realm): Promise<void> {
  const names = BOOKKEEPING.map((name) => `${marketSchema(realm)}.${name}`);
  const spread = await tx<{ name: string }[]>`
    select logicalrelid::text as name from pg_dist_partition where logicalrelid::text = any(${names})`;
  const known = new Set(spread.map(({ name }) => name));
  for (const name of names.filter((one) => !known.has(one))) {
    await tx`select create_reference_table(${name}::text::regclass)`;
  }
}
