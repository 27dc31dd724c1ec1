import { ALL_REGIONS, type DatasetStatus, datasetStatus } from '@plat/dataset';
import type { Sql } from '@plat/db';
import type { Realm } from '@plat/kit';
import { countsOf, type DatasetCounts, datasetSentence } from './dataset-counts.ts';
import { wrapText } from './wrap-text.ts';

/** The live records and the sample market, as `start` and `market status` show them. */
export interface ServedRealms {
  live: DatasetStatus;
  sample: DatasetStatus;
  /** True if a state has live records or a table for them. */
  hasLive: boolean;
}

export async function servedRealms(sql: Sql): Promise<ServedRealms> {
  const [live, sample] = await Promise.all([datasetStatus(sql, 'live'), datasetStatus(sql, 'sample')]);
  return { live, sample, hasLive: statesOf(live).length > 0 };
}

/** The realm shown to a new user: the sample while there are no live records. */
export const firstRealm = ({ hasLive, sample }: ServedRealms): Realm =>
  hasLive || sample.version === 0 ? 'live' : 'sample';

/** Dataset version of the realm shown to a new user. */
export const shownVersion = (realms: ServedRealms): number => realms[firstRealm(realms)].version;

/** Both realms as JSON: the figures of the first one, and every region with its realm. */
export function realmsDocument(realms: ServedRealms) {
  const realm = firstRealm(realms);
  const { live, sample } = realms;
  return {
    realm,
    ...realms[realm],
    regions: [...live.regions, ...sample.regions],
    realms: { live: countsOf(live), sample: countsOf(sample) } satisfies Record<Realm, DatasetCounts>,
  };
}

/** The contents of each realm, one sentence per line. */
export function realmLines({ live, sample, hasLive }: ServedRealms): string[] {
  const liveLines = hasLive
    ? [`Live records of ${statesOf(live).join(', ')}.`, datasetSentence(live)]
    : ['Live records: none yet. Import some with: plat import <source> <files>'];
  const sampleLines =
    sample.version === 0 ? [] : ['Sample market, fictional, for test keys only.', datasetSentence(sample)];
  return [...liveLines, ...sampleLines].map(wrapText);
}

const statesOf = ({ regions }: DatasetStatus): string[] =>
  regions.map(({ region }) => region).filter((region) => region !== ALL_REGIONS);
