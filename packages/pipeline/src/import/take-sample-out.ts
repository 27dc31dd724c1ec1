import type { RegionState } from '@plat/dataset';
import { schemaOf, servingStates, withImportLock } from '@plat/dataset';
import type { Sql } from '@plat/db';
import { publish } from '../publish/publish.ts';
import { dropUnreferenced } from '../publish/publish-swap.ts';
import { cleanStore } from './clean-store.ts';
import type { FactsStore } from './facts-store.ts';
import { plainFailure } from './plain-failure.ts';
import { type OnProgress, reportProgress } from './progress.ts';

export interface TakeSampleOutRequest {
  home: string;
  sql: Sql;
  asOf: string;
  onProgress?: OnProgress | undefined;
}

/**
 * Takes the generated market out of the live dataset, where earlier releases kept it beside real records. A region
 * with nothing else is removed; one with real records is rebuilt from those. No rollback brings it back.
 * @returns the changed regions; empty if there was nothing to take out.
 * @throws MarketError if a region must be rebuilt and its facts are not in this home.
 */
export async function takeSampleOut({ home, sql, asOf, onProgress }: TakeSampleOutRequest): Promise<string[]> {
  try {
    if ((await liveRegionsWithSample(sql)).length === 0) return [];
    return await withImportLock(sql, async () =>
      takeSampleOutOf(await cleanStore(sql, 'live', home), sql, asOf, onProgress),
    );
  } catch (error) {
    throw plainFailure(error, home);
  }
}

/** The same for a caller that holds the import lock. */
export async function takeSampleOutOf(
  store: FactsStore,
  sql: Sql,
  asOf: string,
  onProgress?: OnProgress,
): Promise<string[]> {
  if ((await liveRegionsWithSample(sql)).length === 0) return [];
  const serving = [...(await servingStates(sql, 'live'))];
  const regions = new Map(serving.map(([region, { imports }]) => [region, imports.filter((one) => !one.isSample)]));
  // All tables are rebuilt, so no earlier version can be rolled back to.
  if (regions.size > 0) {
    const made = { kind: 'rebuild', asOf, imports: [], newLayout: true, isFinal: true } as const;
    await publish({ sql, realm: 'live', store, regions, ...made, progress: reportProgress(onProgress) });
  }
  await sql`
    update ${schemaOf(sql, 'live')}.region set previous = null
    where jsonb_path_exists(previous, '$.imports[*].isSample ? (@ == true)')`;
  await sql`
    delete from ${schemaOf(sql, 'live')}.build where jsonb_path_exists(state, '$.imports[*].isSample ? (@ == true)')`;
  await dropUnreferenced(sql, 'live');
  return serving.flatMap(([region, state]) => (holdsSample(state) ? [region] : []));
}

const holdsSample = ({ imports }: RegionState): boolean => imports.some((one) => one.isSample === true);

async function liveRegionsWithSample(sql: Sql): Promise<string[]> {
  const rows = await sql<{ region: string }[]>`
    select region from ${schemaOf(sql, 'live')}.region
    where jsonb_path_exists(current, '$.imports[*].isSample ? (@ == true)')
      or jsonb_path_exists(previous, '$.imports[*].isSample ? (@ == true)')`;
  return rows.map(({ region }) => region);
}
