import { hasCitus, regionNodes } from '@plat/dataset';
import type { Sql } from '@plat/db';
import { databaseCheck, type Finding } from '../check.ts';

/** A rebalance is worth it when one node has this many times the bytes of another, and enough of them to matter. */
const SKEW = 3;
const SKEW_MIN_BYTES = 1e9;

/** The servers of a dataset under Citus: they answer, have one version and current metadata, and share the load. */
export const citus = databaseCheck('citus', async (sql): Promise<Finding> => {
  if (!(await hasCitus(sql))) return { standing: 'skipped', seen: 'the database is one server' };
  const nodes = await regionNodes(sql);
  if (nodes.length === 0) {
    const advice = 'Add a server with citus_add_node; see docs/operate/grow.md.';
    return { standing: 'fail', seen: 'no server may hold tables', advice };
  }
  const away = await nodesAway(sql);
  if (away.length > 0) {
    const advice = 'Start these servers. Until then their states are unavailable, and nothing can be published.';
    return { standing: 'fail', seen: `unavailable or not in sync: ${away.join(', ')}`, advice };
  }
  const versions = await versionsOfNodes(sql);
  if (versions.length > 1) {
    const advice = 'Install one version on all servers, then run `alter extension citus update` on each.';
    return { standing: 'fail', seen: `Citus ${versions.join(', ')}`, advice };
  }
  const bytes = nodes.map(({ regions }) => regions.reduce((sum, one) => sum + one.bytes, 0));
  const [most, least] = [Math.max(...bytes), Math.min(...bytes)];
  const seen = `Citus ${versions[0]}, states on ${nodes.length} servers`;
  if (most < SKEW_MIN_BYTES || most < SKEW * least) return { standing: 'ok', seen };
  const sizes = `one has ${(most / 1e9).toFixed(1)} GB, one ${(least / 1e9).toFixed(1)} GB`;
  return { standing: 'warn', seen: `${seen}; ${sizes}`, advice: 'Move states between them: plat market rebalance.' };
});

async function nodesAway(sql: Sql): Promise<string[]> {
  const away = await sql<{ node: string }[]>`
    select nodename || ':' || nodeport as node from pg_dist_node
    where noderole = 'primary' and not (isactive and metadatasynced)
    union
    select to_nodename || ':' || to_nodeport from citus_check_cluster_node_health() where result is not true`;
  return away.map(({ node }) => node);
}

async function versionsOfNodes(sql: Sql): Promise<string[]> {
  const found = await sql<{ result: string }[]>`
    select distinct result from run_command_on_all_nodes(
      'select extversion from pg_extension where extname = ''citus''') order by result`;
  return found.map(({ result }) => result);
}
