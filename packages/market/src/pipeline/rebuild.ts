import type { Sql } from '@plat/db';
import { withImportLock } from '../dataset/import-lock.ts';
import { ensureMarketSchema } from '../dataset/schema.ts';
import { plainFailure } from './plain-failure.ts';
import { type OnProgress, reportProgress } from './progress.ts';
import { publish, servingStates } from './publish.ts';
import { type DatasetSummary, summarise } from './report.ts';
import { cleanStore } from './runner.ts';

export interface RebuildRequest {
  home: string;
  sql: Sql;
  asOf: string;
  onProgress?: OnProgress | undefined;
}

/**
 * Builds every region anew from its kept facts: after `ensureMarketSchema` reported another release's layout, or to
 * apply changed rules to old imports. The last version serves until it is done.
 * @throws MarketError when the facts are not in this home
 */
export async function rebuildMarket({ home, sql, asOf, onProgress }: RebuildRequest): Promise<DatasetSummary> {
  try {
    await ensureMarketSchema(sql);
    return await withImportLock(sql, async () => {
      const { layoutChanged } = await ensureMarketSchema(sql);
      const store = await cleanStore(sql, home);
      const regions = new Map([...(await servingStates(sql))].map(([region, { imports }]) => [region, imports]));
      if (regions.size > 0) {
        await publish({
          sql,
          store,
          regions,
          kind: 'rebuild',
          asOf,
          imports: [],
          newLayout: layoutChanged,
          progress: reportProgress(onProgress),
        });
        await cleanStore(sql, home).catch(() => {});
      }
      return summarise(sql);
    });
  } catch (error) {
    throw plainFailure(error, home);
  }
}
