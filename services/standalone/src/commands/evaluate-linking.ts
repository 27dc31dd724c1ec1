import type { Sql } from '@plat/db';
import { searchLinks } from '@plat/investors/linking';
import { ensureMarketSchema, MarketError, saveAccuracy } from '@plat/market';
import {
  BUILT_IN_LINKING_LABELS,
  clusterRecords,
  type LabelledOwners,
  type PairwiseAccuracy,
  pairwiseAccuracy,
  readLinkingLabels,
} from '@plat/market/pipeline';
import { Command, Option } from 'commander';
import { createOutput, type Output } from '../output.ts';
import { type HomeOptions, homeOption, jsonOption, userPath } from '../settings.ts';
import { textTable } from '../text-table.ts';
import { withHome } from '../with-home.ts';

interface EvaluateLinkingOptions extends HomeOptions {
  data?: string;
}

/** How one set of labelled pairs came out: joined by the import (strict), or found by a wide search (C.6). */
interface Measured {
  name: string;
  strict: PairwiseAccuracy;
  wide: PairwiseAccuracy;
}

/** `plat evaluate linking` */
export const evaluateLinkingCommand = (): Command =>
  new Command('linking')
    .description('how well owner names are joined: pairwise precision and recall on labelled pairs')
    .argument('[labels]', 'file of labelled pairs (default: the pairs that come with Plat, which need --data)')
    .addOption(
      new Option('--data <folder>', 'folder of the public records that the labels number').env('PLAT_DATA_DIR'),
    )
    .addOption(homeOption())
    .addOption(jsonOption())
    .action(async (labels: string | undefined, options: EvaluateLinkingOptions) => {
      const output = createOutput(options.json);
      const path = labels === undefined ? BUILT_IN_LINKING_LABELS : userPath(labels);
      const sets = await readLinkingLabels(path, options.data === undefined ? null : userPath(options.data));
      const judged = await Promise.all(sets.map(judge));
      const measured = judged.map(({ name, pairs }) => ({ name, ...accuracyOf(pairs) }));
      const all = { name: 'all', ...accuracyOf(judged.flatMap(({ pairs }) => pairs)) };
      await withHome({ ...options, note: output.note }, ({ sql }) => keep(sql, all, output));
      output.answer({ sets: measured, all }, () => tableOf([...measured, all]));
    });

interface JudgedPair {
  same: boolean;
  strict: boolean;
  wide: boolean;
}

async function judge({ name, records, pairs }: LabelledOwners): Promise<{ name: string; pairs: JudgedPair[] }> {
  const clusters = await clusterRecords(records);
  // A withheld name is nobody's: a cluster of its own that nothing finds.
  const links = searchLinks(records.map((record, at) => ({ ...record, buyerId: clusters[at] ?? -1 - at })));
  const judged: JudgedPair[] = [];
  for (const { a, b, same } of pairs) {
    const strict = clusters[a] !== null && clusters[a] === clusters[b];
    judged.push({ same, strict, wide: strict || (await links(a, b)) !== null });
  }
  return { name, pairs: judged };
}

const accuracyOf = (pairs: readonly JudgedPair[]): Pick<Measured, 'strict' | 'wide'> => ({
  strict: pairwiseAccuracy(pairs.map(({ same, strict }) => ({ same, linked: strict }))),
  wide: pairwiseAccuracy(pairs.map(({ same, wide }) => ({ same, linked: wide }))),
});

/** Buyers of the dataset are joined the strict way, so that is the figure that is published. */
async function keep(sql: Sql, { strict }: Measured, output: Output): Promise<void> {
  await ensureMarketSchema(sql);
  const { sample_size, precision, recall } = strict;
  const row = { evaluated_on: new Date().toISOString().slice(0, 10), sample_size, precision, recall };
  try {
    await saveAccuracy(sql, 'linking', [row]);
  } catch (error) {
    if (!(error instanceof MarketError)) throw error;
    output.note(`The figures were not kept: ${error.plainText}`);
  }
}

function tableOf(measured: readonly Measured[]): string {
  const share = (value: number) => value.toFixed(3);
  const rows = measured.map(({ name, strict, wide }) => [
    ...[name, strict.sample_size, strict.same],
    ...[share(strict.precision), share(strict.recall), share(wide.precision), share(wide.recall)],
  ]);
  const header = ['pairs', 'in all', 'same owner', 'precision', 'recall', 'precision (wide)', 'recall (wide)'];
  return textTable(header, rows);
}
