import { createOutput } from '@plat/standalone/output';
import { type HomeOptions, homeOption, jsonOption, userPath } from '@plat/standalone/settings';
import { Command, Option } from 'commander';
import type { MeasuredLinking } from '../evaluate/accuracy/linking.ts';
import { textTable } from '../text-table.ts';
import { withHome } from '../with-home.ts';

interface EvaluateLinkingOptions extends HomeOptions {
  data?: string;
}

/** `plat evaluate linking` */
export const evaluateLinkingCommand = (): Command =>
  new Command('linking')
    .description('measure how well owner names are joined: pairwise precision and recall on labelled pairs')
    .argument('[labels]', 'file of labelled pairs (default: the pairs included in Plat, which need --data)')
    .addOption(
      new Option('--data <folder>', 'folder of the public records to which the labels refer').env('PLAT_DATA_DIR'),
    )
    .addOption(homeOption())
    .addOption(jsonOption())
    .action(async (labels: string | undefined, options: EvaluateLinkingOptions) => {
      const output = createOutput(options.json);
      const { keepLinking, measureLinking } = await import('../evaluate/accuracy/linking.ts');
      const pathOf = (path: string | undefined) => (path === undefined ? null : userPath(path));
      const { sets, all } = await measureLinking(pathOf(labels), pathOf(options.data));
      await withHome({ ...options, note: output.note }, ({ sql }) => keepLinking(sql, all, output.note));
      output.answer({ sets, all }, () => tableOf([...sets, all]));
    });

function tableOf(measured: readonly MeasuredLinking[]): string {
  const share = (value: number) => value.toFixed(3);
  const rows = measured.map(({ name, strict, wide }) => [
    ...[name, strict.sample_size, strict.same],
    ...[share(strict.precision), share(strict.recall), share(wide.precision), share(wide.recall)],
  ]);
  const header = ['pairs', 'total', 'same owner', 'precision', 'recall', 'precision (wide)', 'recall (wide)'];
  return textTable(header, rows);
}
