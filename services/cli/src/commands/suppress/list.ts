import type { SuppressionKind } from '@plat/investors/operator';
import { type HomeOptions, parseWhole } from '@plat/standalone/settings';
import { Option } from 'commander';
import { textTable } from '../../text-table.ts';
import { withInvestors } from '../../with-investors.ts';
import { homeCommand } from '../home-command.ts';
import { entryDocument } from './entry.ts';

const DEFAULT_ENTRIES = 100;
const MAX_ENTRIES = 100_000;

export const listSuppressionsCommand = () =>
  homeCommand('list', 'list entries added here, newest first, without imported ones', (command) =>
    command
      .addOption(new Option('--kind <kind>', 'only this kind').choices(['phone', 'email', 'person']))
      .addOption(
        new Option('--limit <entries>', 'number of entries')
          .argParser(parseWhole(1, MAX_ENTRIES))
          .default(DEFAULT_ENTRIES),
      ),
  ).action(async (options: HomeOptions & { kind?: SuppressionKind; limit: number }) => {
    await withInvestors(options, async ({ investors, output }) => {
      const entries = await investors.suppressions.list({ kind: options.kind ?? null, limit: options.limit });
      output.answer({ entries: entries.map(entryDocument) }, () =>
        entries.length === 0
          ? 'There are no entries.'
          : textTable(
              ['kind', 'value', 'list', 'since', 'by', 'note'],
              entries.map(({ kind, value, list, createdAt, createdBy, note }) => [
                ...[kind, value, list, createdAt.slice(0, 10), createdBy, note ?? ''],
              ]),
            ),
      );
    });
  });
