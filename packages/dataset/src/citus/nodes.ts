import type { Sql } from '@plat/db';
import type { Realm } from '@plat/kit';
import { isPartitionName } from '../ddl.ts';
import { realmOfSchema } from '../realm.ts';

/** Tables of a state on a node, all kept versions together. */
export interface RegionOnNode {
  realm: Realm;
  region: string;
  bytes: number;
}

/** A server that holds tables. */
export interface DataNode {
  nodeId: number;
  host: string;
  port: number;
  isActive: boolean;
  regions: RegionOnNode[];
}

/** The servers that hold tables, with the states on each, largest first. Contacts (ALL) are on every node. */
export async function regionNodes(sql: Sql): Promise<DataNode[]> {
  const nodes = await sql<{ nodeId: number; host: string; port: number; isActive: boolean }[]>`
    select nodeid as "nodeId", nodename as host, nodeport as port, isactive as "isActive" from pg_dist_node
    where noderole = 'primary' and shouldhaveshards order by nodeid`;
  const shards = await sql<{ table: string; host: string; port: number; bytes: number | null }[]>`
    select table_name::text as table, nodename as host, nodeport as port, shard_size::float8 as bytes
    from citus_shards where citus_table_type = 'distributed'`;
  return nodes.map((node) => {
    const byRegion = new Map<string, RegionOnNode>();
    for (const { table, host, port, bytes } of shards) {
      const [schema = '', name = ''] = table.split('.');
      if (host !== node.host || port !== node.port) continue;
      const realm = realmOfSchema(schema);
      if (realm === null || !isPartitionName(name)) continue;
      const region = name.replace(/^.*_([a-z]{2,3})_v\d+$/, '$1').toUpperCase();
      const known = byRegion.get(`${realm} ${region}`) ?? { realm, region, bytes: 0 };
      byRegion.set(`${realm} ${region}`, { ...known, bytes: known.bytes + (bytes ?? 0) });
    }
    return { ...node, regions: [...byRegion.values()].sort((a, b) => b.bytes - a.bytes) };
  });
}

/** Moves a table with all tables of its group to a node. Writes wait; builds are never written after their load. */
export async function moveToNode(sql: Sql, table: string, nodeId: number): Promise<void> {
  const [shard] = await sql<{ id: number; host: string; port: number; nodeId: number }[]>`
    select shardid as id, nodename as host, nodeport as port, nodeid as "nodeId"
    from pg_dist_shard join pg_dist_placement using (shardid) join pg_dist_node using (groupid)
    where logicalrelid = ${table}::text::regclass and noderole = 'primary'`;
  if (shard === undefined || shard.nodeId === nodeId) return;
  await sql`
    select citus_move_shard_placement(${shard.id}, ${shard.nodeId}::int, ${nodeId}::int, 'block_writes')`;
}

/**
 * Lets Citus move states between nodes until each has about as many bytes. A state that moves answers reads all the
 * time; nothing is written to it.
 */
export async function rebalanceRegions(sql: Sql): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local statement_timeout = 0`;
    await tx`select rebalance_table_shards(rebalance_strategy => 'by_disk_size', shard_transfer_mode => 'block_writes')`;
  });
}
