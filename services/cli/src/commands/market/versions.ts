import type { DatasetVersion } from '@plat/pipeline';
import { createOutput } from '@plat/standalone/output';
import type { HomeOptions } from '@plat/standalone/settings';
import type { Command } from 'commander';
import { textTable } from '../../text-table.ts';
import { withHome } from '../../with-home.ts';
import { homeCommand } from '../home-command.ts';

/** `plat market versions` */
export const versionsMarketCommand = (): Command =>
  homeCommand('versions', 'list all versions of the live records, newest first, with their size', (command) =>
    command.addHelpText(
      'after',
      '\nFive versions are kept besides the serving one. "Alone" is the space of tables and facts that no other version needs.',
    ),
  ).action(async (options: HomeOptions) => {
    const output = createOutput(options.json);
    const versions = await withHome({ ...options, note: output.note }, async ({ home, sql }) => {
      const { ensureMarketSchema } = await import('@plat/dataset');
      const { marketVersions } = await import('@plat/pipeline');
      await ensureMarketSchema(sql);
      return marketVersions(sql, 'live', home.path);
    });
    output.answer({ versions }, () =>
      versions.length === 0
        ? 'There are no versions yet.'
        : textTable(['version', 'kind', 'as of', 'published', 'sources', 'regions', 'alone', ''], versions.map(rowOf)),
    );
  });

const rowOf = (version: DatasetVersion): string[] => [
  String(version.version),
  version.restores === null ? version.kind : `${version.kind} to ${version.restores}`,
  version.as_of,
  version.created_at.slice(0, 19).replace('T', ' '),
  version.sources.join(', '),
  Object.keys(version.regions).join(', '),
  version.bytes_alone === null ? '' : `${(version.bytes_alone / 1e6).toFixed(1)} MB`,
  version.is_serving ? 'serves now' : version.is_kept ? 'kept' : '',
];
