import { assignBuyerIds, type BuyerIdMemory } from '../rules/buyer-ids.ts';
import { createTable, eachRow } from '../rules/duck-rows.ts';
import { stableId } from '../rules/stable-id.ts';
import type { RegionBuild } from './stage.ts';
import { WORKING_TABLES } from './working-tables.ts';

/**
 * `cluster_of_name` -> `buyer_of_name` and `buyer_merge`: each cluster gets the id of its first name.
 * `assignBuyerIds` decides the few clusters with a name or an id that was published before.
 */
export async function identifyBuyers(build: RegionBuild): Promise<void> {
  const { duck, buyerIds } = build;
  const merged = buyerIds === undefined ? new Map<number, number>() : await assignKnown(build, buyerIds);
  await createTable(duck, 'buyer_merge', WORKING_TABLES.buyer_merge, (append) => {
    for (const [from, into] of merged) append([from, into]);
  });
  await duck.run(
    buyerIds === undefined
      ? 'CREATE OR REPLACE TABLE buyer_of_name AS SELECT name_key, first_id AS buyer_id FROM cluster_of_name'
      : `CREATE OR REPLACE TABLE buyer_of_name AS
           SELECT name_key, coalesce(a.buyer_id, first_id) AS buyer_id
           FROM cluster_of_name LEFT JOIN assigned_buyer a USING (cluster);
         DROP TABLE assigned_buyer`,
  );
}

async function assignKnown({ duck, region }: RegionBuild, memory: BuyerIdMemory): Promise<ReadonlyMap<number, number>> {
  await createTable(duck, 'known_name', 'name_key VARCHAR', (append) => {
    for (const name of new Set([...memory.serving.keys(), ...memory.remembered.keys()])) append([name]);
  });
  await createTable(duck, 'known_buyer', 'buyer_id BIGINT', (append) => {
    for (const id of memory.ages.keys()) append([id]);
  });
  const numbers: number[] = [];
  const clusters: string[][] = [];
  await eachRow(duck, KNOWN_CLUSTERS_SQL, ([cluster, name]) => {
    if (numbers.at(-1) !== Number(cluster)) {
      numbers.push(Number(cluster));
      clusters.push([]);
    }
    clusters.at(-1)?.push(String(name));
  });
  const { ids, merged } = assignBuyerIds(clusters, memory, (name, generation) =>
    generation === 0 ? stableId(region, name) : stableId(region, name, String(generation)),
  );
  await createTable(duck, 'assigned_buyer', 'cluster BIGINT, buyer_id BIGINT', (append) => {
    for (const [at, id] of ids.entries()) append([numbers[at] as number, id]);
  });
  await duck.run('DROP TABLE known_name; DROP TABLE known_buyer');
  return merged;
}

/** Clusters with a published name, or whose first id was given before or belongs to another cluster too. */
const KNOWN_CLUSTERS_SQL = `
  WITH first_of AS (SELECT DISTINCT cluster, first_id FROM cluster_of_name), known AS (
    SELECT cluster FROM cluster_of_name WHERE name_key IN (SELECT name_key FROM known_name)
    UNION SELECT cluster FROM first_of WHERE first_id IN (SELECT buyer_id FROM known_buyer)
    UNION SELECT cluster FROM first_of WHERE first_id IN (SELECT first_id FROM first_of GROUP BY first_id HAVING count(*) > 1)
  )
  SELECT cluster, name_key FROM cluster_of_name WHERE cluster IN (SELECT cluster FROM known) ORDER BY cluster, name_key`;
