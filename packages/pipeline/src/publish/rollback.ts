import type { RegionState } from '@plat/dataset';
import {
  ALL_REGIONS,
  contentKey,
  ensureMarketSchema,
  type KeptVersion,
  keptVersions,
  type LoggedVersion,
  MarketError,
  restoredVersion,
  schemaOf,
  servingStates,
  versionLog,
  withImportLock,
} from '@plat/dataset';
import type { Sql } from '@plat/db';
import { type DatasetSummary, summarise } from '../import/report.ts';
import { rollBackContacts } from '../import/roll-back-contacts.ts';
import { rememberBuyerIds } from './buyer-id-memory.ts';
import { type RegionChange, swapIn } from './publish-swap.ts';

/** Only live versions can be rolled back to: the sample market has one version. */
const LIVE = 'live';

export interface RollbackRequest {
  sql: Sql;
  /** Number of the version to serve; the previously serving one by default. */
  to?: number | undefined;
}

export interface RollbackReport {
  /** Number of the switch in the version log. */
  version: number;
  /** The version that serves again. */
  restores: number;
  /** Build that each changed region serves again; null if that version did not have the region. */
  regions: { region: string; serves: number | null; replaced: number | null }[];
  dataset: DatasetSummary;
}

/**
 * Serves a kept version again without building anything, and adds a row to the version log. The default is the
 * previously serving version, so two calls return to the start. Do-not-contact lists stay as they are.
 * @throws MarketError if there is no such version, it is no longer kept, or it serves already.
 */
export async function rollbackMarket({ sql, to }: RollbackRequest): Promise<RollbackReport> {
  const { outdated } = await ensureMarketSchema(sql);
  return withImportLock(sql, async () => {
    const [log, kept] = [await versionLog(sql, LIVE), outdated.includes(LIVE) ? [] : await keptVersions(sql, LIVE)];
    const target = to === undefined ? kept[1] : chooseVersion(to, log, kept);
    if (target === undefined) {
      throw new MarketError('There is no earlier version of the dataset to return to.', 'Nothing was changed.');
    }
    const version = log[0]!.version + 1;
    const changes = await changesTo(sql, target, version);
    for (const { region } of changes) await rememberBuyerIds(sql, LIVE, region);
    const record = { version, kind: 'rollback', asOf: target.asOf, imports: [], restores: target.version } as const;
    await swapIn(sql, LIVE, record, changes);
    return {
      version,
      restores: target.version,
      regions: changes.map(({ region, current, previous }) => ({
        region,
        serves: current?.version ?? null,
        replaced: previous?.version ?? null,
      })),
      dataset: await summarise(sql, LIVE),
    };
  });
}

function chooseVersion(to: number, log: readonly LoggedVersion[], kept: readonly KeptVersion[]): KeptVersion {
  const row = log.find(({ version }) => version === to);
  if (row === undefined) throw new MarketError(`There is no version ${to}.`, '`plat market versions` lists them.');
  const key = contentKey(restoredVersion(log, row));
  const [serving, ...others] = kept;
  if (serving !== undefined && contentKey(serving) === key) {
    throw new MarketError(`Version ${to} serves already.`, 'Nothing was changed.');
  }
  const found = others.find((one) => contentKey(one) === key);
  if (found !== undefined) return found;
  const numbers = others.map(({ version }) => version).join(', ');
  throw new MarketError(
    `Version ${to} is no longer kept.`,
    numbers === '' ? 'No other version is.' : `These can serve again: ${numbers}.`,
  );
}

/** The regions in which a version differs from the serving one. */
async function changesTo(sql: Sql, target: KeptVersion, version: number): Promise<RegionChange[]> {
  const serving = await servingStates(sql, LIVE);
  const changes: RegionChange[] = [];
  for (const region of [...new Set([...serving.keys(), ...Object.keys(target.regions)])].sort()) {
    const previous = serving.get(region) ?? null;
    const build = target.regions[region];
    if (build === previous?.version) continue;
    const state = build === undefined ? null : await stateOf(sql, region, build);
    const current = region === ALL_REGIONS ? await rollBackContacts(sql, state, previous, version) : state;
    if (current !== null || previous !== null) changes.push({ region, current, previous });
  }
  return changes;
}

async function stateOf(sql: Sql, region: string, build: number): Promise<RegionState> {
  const [row] = await sql<{ state: RegionState }[]>`
    select state from ${schemaOf(sql, LIVE)}.build where region = ${region} and build = ${build}`;
  if (row === undefined) throw new Error(`build ${build} of ${region} is missing`);
  return row.state;
}
