import { MAX_OVERLAP_MS } from '@plat/accounts/terms';
import { type HomeOptions, homeOption, jsonOption, parseDurationMs } from '@plat/standalone/settings';
import { Command, Option } from 'commander';
import { withAccounts } from '../../with-accounts.ts';
import { keyArgument } from './options.ts';

export const rotateKeyCommand = (): Command =>
  new Command('rotate')
    .description(
      'give a key a new secret and show it once; the old one stops immediately, or after --overlap. Users, plans and usage stay.',
    )
    .addArgument(keyArgument())
    .addOption(
      new Option('--overlap <duration>', 'how long the old secret stays valid, such as 90s, 30m, 24h or 7d')
        .argParser(parseDurationMs(MAX_OVERLAP_MS))
        .default(0, 'none'),
    )
    .addOption(homeOption())
    .addOption(jsonOption())
    .action(async (reference: string, options: HomeOptions & { overlap: number }) => {
      const { keyDocument, rotateKey } = await import('@plat/accounts/operator');
      await withAccounts(options, async ({ accounts, actor, output }) => {
        const { key, record } = await rotateKey(accounts, actor, reference, { overlapMs: options.overlap });
        const until = record.previousSecretUntil;
        const old = until === null ? 'The old secret has expired.' : `The old secret is valid until ${until}.`;
        output.answer(
          { ...keyDocument(record), key },
          () => `${key}\nThe new key of ${record.name} is shown only this once. ${old}`,
        );
      });
    });
