import type { SuppressionKind } from '@plat/investors/operator';
import type { OwnList } from '@plat/investors/own-lists';
import { PlainError } from '@plat/standalone/failures';
import type { HomeOptions } from '@plat/standalone/settings';
import { Argument } from 'commander';
import { withInvestors } from '../../with-investors.ts';
import { homeCommand } from '../home-command.ts';
import { entryDocument, entryText } from './entry.ts';
import { listOption, zipOption } from './options.ts';

export const removeSuppressionCommand = () =>
  homeCommand('remove', 'remove an entry that was added here', (command) =>
    command
      .addArgument(new Argument('<kind>', 'kind of the entry').choices(['phone', 'email', 'person']))
      .argument('<value>', 'value in any spelling')
      .addOption(zipOption())
      .addOption(listOption('only on this list')),
  ).action(async (kind: SuppressionKind, text: string, options: HomeOptions & { zip?: string; list?: OwnList }) => {
    const { removeSuppression } = await import('@plat/investors/operator');
    await withInvestors(options, async ({ investors, output }) => {
      const removed = await removeSuppression(
        investors,
        { kind, text, zip: options.zip ?? null },
        options.list ?? null,
      );
      if (removed.length === 0) {
        throw new PlainError('There is no such entry.', 'See `plat suppress list`; imports change imported lists.');
      }
      output.answer({ removed: removed.map(entryDocument) }, () =>
        removed.map((entry) => `Removed: ${entryText(entry)}.`).join('\n'),
      );
    });
  });
