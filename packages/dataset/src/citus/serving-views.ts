import type { Sql } from '@plat/db';
import type { Realm } from '@plat/kit';
import { DATASET_TABLE_NAMES, noRowsSql, tablesOf } from '../ddl.ts';
import { servingPartition } from '../kept-versions.ts';
import { marketSchema } from '../realm.ts';
import { servingStates } from '../serving-states.ts';
import type { DatasetTableName } from '../tables.ts';

/**
 * Makes each table's name show the serving rows: a view over the tables of the serving builds, because Citus cannot
 * attach them to a parent. For people and for the lists of ALL; services name the tables of a version.
 */
export async function replaceServingViews(
  tx: Sql,
  realm: Realm,
  tables: readonly DatasetTableName[] = DATASET_TABLE_NAMES,
): Promise<void> {
  const schema = marketSchema(realm);
  const states = await servingStates(tx, realm);
  for (const table of tables) {
    const parts = [...states]
      .filter(([region]) => tablesOf(region).includes(table))
      .map(([region, state]) => `select * from ${schema}.${servingPartition(table, region, state)}`);
    const rows = parts.length === 0 ? noRowsSql(table) : parts.join(' union all ');
    await tx.unsafe(`create or replace view ${schema}.${table} as ${rows}`);
  }
}
