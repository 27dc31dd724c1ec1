import type { Sql } from '@plat/db';
import type { Realm } from '@plat/kit';
import { createPartitionSql, partitionName, tablesOf } from '../ddl.ts';
import { marketSchema } from '../realm.ts';
import { ALL_REGIONS } from '../tables.ts';
import { moveToNode, regionNodes } from './nodes.ts';

/**
 * Creates the empty tables of a region's build. Those of a state are together on one node: the one with the fewest
 * bytes of other states. Those of ALL, which every search joins with its state, are on every node.
 */
export async function createDistributedPartitions(
  sql: Sql,
  realm: Realm,
  region: string,
  version: number,
): Promise<void> {
  const schema = marketSchema(realm);
  const [anchor = '', ...others] = tablesOf(region).map(
    (table) => `${schema}.${partitionName(table, region, version)}`,
  );
  await sql.begin(async (tx) => {
    await tx`set local statement_timeout = 0`;
    for (const table of tablesOf(region)) {
      await tx.unsafe(createPartitionSql(realm, table, partitionName(table, region, version), region));
    }
    if (region === ALL_REGIONS) {
      for (const table of [anchor, ...others]) await tx`select create_reference_table(${table}::text::regclass)`;
      return;
    }
    await tx`select create_distributed_table(${anchor}::text::regclass, null, colocate_with => 'none')`;
    for (const table of others) {
      await tx`select create_distributed_table(${table}::text::regclass, null, colocate_with => ${anchor})`;
    }
  });
  if (region !== ALL_REGIONS) await moveToNode(sql, anchor, emptiestNode(await regionNodes(sql), region));
}

/** The node with the fewest bytes of other states; the first one on a tie. */
function emptiestNode(nodes: Awaited<ReturnType<typeof regionNodes>>, region: string): number {
  const bytesOfOthers = nodes.map(({ nodeId, regions }) => ({
    nodeId,
    bytes: regions.filter((one) => one.region !== region).reduce((sum, { bytes }) => sum + bytes, 0),
  }));
  const [emptiest] = bytesOfOthers.sort((a, b) => a.bytes - b.bytes || a.nodeId - b.nodeId);
  if (emptiest === undefined) throw new Error('Citus has no node for tables; add one with citus_add_node');
  return emptiest.nodeId;
}
