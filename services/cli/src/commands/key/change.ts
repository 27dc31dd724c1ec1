import type { KeyChange } from '@plat/accounts/operator';
import { requireChange } from '@plat/standalone/settings';
import { Command } from 'commander';
import { withAccounts } from '../../with-accounts.ts';
import { type KeyTermOptions, keyArgument, keyTerms, withKeyTerms } from './options.ts';
import { keyText } from './show.ts';

export const changeKeyCommand = (): Command =>
  withKeyTerms(
    new Command('change')
      .description('change the rights of a key; omitted options stay unchanged (plans: `plat plan assign`)')
      .addArgument(keyArgument())
      .option('--name <name>', 'display name of the key'),
  ).action(async (reference: string, options: KeyTermOptions & { name?: string }) => {
    const { changeKey, keyDocument } = await import('@plat/accounts/operator');
    const change = requireChange({ name: options.name, ...keyTerms(options) });
    await withAccounts(options, async ({ accounts, actor, output }) => {
      const key = await changeKey(accounts, actor, reference, change as KeyChange);
      output.answer(keyDocument(key), () => keyText(key, keyDocument(key)));
    });
  });
