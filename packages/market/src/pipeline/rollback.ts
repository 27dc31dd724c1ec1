import type { Sql } from '@plat/db';
import { withImportLock } from '../dataset/import-lock.ts';
import { MarketError } from '../dataset/market-error.ts';
import { schemaOf } from '../dataset/realm.ts';
import type { RegionState } from '../dataset/region-state.ts';
import { ensureMarketSchema } from '../dataset/schema.ts';
import { swapIn } from './publish-swap.ts';
import { type DatasetSummary, summarise } from './report.ts';

/** Versions to go back to are those of the live dataset: the sample market has one. */
const LIVE = 'live';

export interface RollbackReport {
  /** Number of the version that the rollback made. */
  version: number;
  /** Build that each changed region serves again; null when it held nothing before. */
  regions: { region: string; serves: number | null; replaced: number | null }[];
  dataset: DatasetSummary;
}

/**
 * Brings back what served before the last version, as a version of its own: the regions that the last version changed
 * return to the build before. Doing it twice returns to where it began, since one earlier build is kept.
 * @throws MarketError when there is no earlier version
 */
export async function rollbackMarket({ sql }: { sql: Sql }): Promise<RollbackReport> {
  const { outdated } = await ensureMarketSchema(sql);
  const schema = schemaOf(sql, LIVE);
  return withImportLock(sql, async () => {
    const versions = await sql<{ version: number; kind: string }[]>`
      select version, kind from ${schema}.version order by version desc limit 2`;
    const [latest, earlier] = versions;
    if (latest === undefined || earlier === undefined || outdated.includes(LIVE)) throw nothingEarlier();
    const changed = await sql<{ region: string; current: RegionState | null; previous: RegionState | null }[]>`
      select region, current, previous from ${schema}.region where changed_in = ${latest.version} order by region`;
    // A rebuild in another layout leaves nothing to return to.
    if (changed.length === 0 || (latest.kind === 'rebuild' && changed.every((one) => one.previous === null))) {
      throw nothingEarlier();
    }
    const version = latest.version + 1;
    const asOf = changed
      .map((one) => (one.previous ?? one.current)?.asOf ?? '')
      .sort()
      .at(-1)!;
    const changes = changed.map(({ region, current, previous }) => ({ region, current: previous, previous: current }));
    await swapIn(sql, LIVE, { version, kind: 'rollback', asOf, imports: [] }, changes);
    return {
      version,
      regions: changes.map(({ region, current, previous }) => ({
        region,
        serves: current?.version ?? null,
        replaced: previous?.version ?? null,
      })),
      dataset: await summarise(sql, LIVE),
    };
  });
}

const nothingEarlier = (): MarketError =>
  new MarketError('There is no earlier version of the dataset to return to.', 'Nothing was changed.');
