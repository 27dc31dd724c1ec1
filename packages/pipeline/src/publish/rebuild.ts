import { asOfIn, ensureMarketSchema, servingStates, withImportLock } from '@plat/dataset';
import type { Sql } from '@plat/db';
import { REALMS, type Realm } from '@plat/kit';
import { cleanStore } from '../import/clean-store.ts';
import { plainFailure } from '../import/plain-failure.ts';
import { type OnProgress, reportProgress } from '../import/progress.ts';
import { type DatasetSummary, summarise } from '../import/report.ts';
import { takeSampleOutOf } from '../import/take-sample-out.ts';
import { publish } from './publish.ts';

export interface RebuildRequest {
  home: string;
  sql: Sql;
  /** Day that the live regions count back from, YYYY-MM-DD. */
  asOf: string;
  /** The realms to rebuild; both by default. */
  realms?: readonly Realm[];
  onProgress?: OnProgress | undefined;
}

/**
 * Rebuilds every region from its kept facts: after `ensureMarketSchema` reported another release's layout, or to
 * apply changed rules to old imports. The previous version serves until it is done.
 * @returns a summary of the live dataset.
 * @throws MarketError if the facts are not in this home.
 */
export async function rebuildMarket(request: RebuildRequest): Promise<DatasetSummary> {
  const { home, sql } = request;
  try {
    await ensureMarketSchema(sql);
    return await withImportLock(sql, async () => {
      for (const realm of request.realms ?? REALMS) await rebuildRealm(realm, request);
      return summarise(sql, 'live');
    });
  } catch (error) {
    throw plainFailure(error, home);
  }
}

async function rebuildRealm(realm: Realm, { home, sql, asOf, onProgress }: RebuildRequest): Promise<void> {
  const store = await cleanStore(sql, realm, home);
  if (realm === 'live') await takeSampleOutOf(store, sql, asOf, onProgress);
  const { outdated } = await ensureMarketSchema(sql);
  const regions = new Map([...(await servingStates(sql, realm))].map(([region, { imports }]) => [region, imports]));
  if (regions.size === 0) return;
  const progress = reportProgress(onProgress);
  const made = {
    kind: 'rebuild',
    asOf: asOfIn(realm, asOf),
    imports: [],
    newLayout: outdated.includes(realm),
  } as const;
  await publish({ sql, realm, store, regions, ...made, progress });
  await cleanStore(sql, realm, home).catch(() => {});
}
