import { ensureMarketSchema, MarketError, saveAccuracy } from '@plat/dataset';
import type { Sql } from '@plat/db';
import {
  BUILT_IN_LINKING_LABELS,
  type LabelledOwners,
  type PairwiseAccuracy,
  pairwiseAccuracy,
  readLinkingLabels,
} from '@plat/evaluation';
import { searchLinks } from '@plat/investors/linking';
import { utcDay } from '@plat/kit';
import { clusterRecords } from '@plat/pipeline';

/** Result for one set of labelled pairs: joined by the import (strict), or found by a wide search. */
export interface MeasuredLinking {
  name: string;
  strict: PairwiseAccuracy;
  wide: PairwiseAccuracy;
}

/**
 * Measures how well owner names are joined.
 * The halves are every other pair: thresholds are chosen on the odd ones and confirmed on the even ones.
 * @param labels file of labelled pairs; null for those included in Plat, which refer to records in `data`.
 */
export async function measureLinking(
  labels: string | null,
  data: string | null,
): Promise<{ sets: MeasuredLinking[]; all: MeasuredLinking; halves: [odd: MeasuredLinking, even: MeasuredLinking] }> {
  const judged = await Promise.all((await readLinkingLabels(labels ?? BUILT_IN_LINKING_LABELS, data)).map(judge));
  const sets = judged.map(({ name, pairs }) => ({ name, ...accuracyOf(pairs) }));
  const all = judged.flatMap(({ pairs }) => pairs);
  const half = (name: string, from: number) => ({ name, ...accuracyOf(all.filter((_, at) => at % 2 === from)) });
  return { sets, all: { name: 'all', ...accuracyOf(all) }, halves: [half('odd pairs', 0), half('even pairs', 1)] };
}

interface JudgedPair {
  same: boolean;
  strict: boolean;
  wide: boolean;
}

async function judge({ name, records, pairs }: LabelledOwners): Promise<{ name: string; pairs: JudgedPair[] }> {
  const clusters = await clusterRecords(records);
  // A withheld name is a cluster of its own that nothing finds.
  const links = searchLinks(records.map((record, at) => ({ ...record, buyerId: clusters[at] ?? -1 - at })));
  const judged: JudgedPair[] = [];
  for (const { a, b, same } of pairs) {
    const strict = clusters[a] !== null && clusters[a] === clusters[b];
    judged.push({ same, strict, wide: strict || (await links(a, b)) !== null });
  }
  return { name, pairs: judged };
}

const accuracyOf = (pairs: readonly JudgedPair[]): Pick<MeasuredLinking, 'strict' | 'wide'> => ({
  strict: pairwiseAccuracy(pairs.map(({ same, strict }) => ({ same, linked: strict }))),
  wide: pairwiseAccuracy(pairs.map(({ same, wide }) => ({ same, linked: wide }))),
});

/** Publishes the strict figure, because the dataset joins buyers the strict way. */
export async function keepLinking(sql: Sql, { strict }: MeasuredLinking, note: (line: string) => void): Promise<void> {
  await ensureMarketSchema(sql);
  const { sample_size, precision, recall } = strict;
  const row = { evaluated_on: utcDay(Date.now()), sample_size, precision, recall };
  try {
    await saveAccuracy(sql, 'live', 'linking', [row]);
  } catch (error) {
    if (!(error instanceof MarketError)) throw error;
    note(`could not store the figures: ${error.plainText}`);
  }
}
