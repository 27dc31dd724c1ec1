import { KEY_KINDS, type KeyKind } from '@plat/contracts';
import { Command, Option } from 'commander';
import { withAccounts } from '../../with-accounts.ts';
import { type KeyTermOptions, keyTerms, splitList, withKeyTerms } from './options.ts';

interface CreateOptions extends KeyTermOptions {
  kind: KeyKind;
  name: string;
  company?: string;
  test: boolean;
  plan?: string;
}

export const createKeyCommand = (): Command =>
  withKeyTerms(
    new Command('create')
      .description('create a key and show it once')
      .addOption(
        new Option('--kind <kind>', 'kind of key; legacy_search is for the earlier API')
          .choices(KEY_KINDS)
          .makeOptionMandatory(),
      )
      .requiredOption('--name <name>', 'display name of the key')
      .option('--company <name>', 'company of the key, created if new (default: the name of the key)')
      .option('--test', 'a test key: it reads only the sample market and never counts', false)
      .option('--plan <a,b>', 'plans that an enterprise key may assign to its users (default: none)'),
  ).action(async (options: CreateOptions) => {
    const { createKey, keyDocument } = await import('@plat/accounts/operator');
    await withAccounts(options, async ({ accounts, actor, output }) => {
      const { key, record } = await createKey(accounts, actor, {
        kind: options.kind,
        name: options.name,
        companyName: options.company,
        isTest: options.test,
        planIds: options.plan === undefined ? [] : splitList(options.plan),
        ...keyTerms(options),
      });
      output.answer(
        { ...keyDocument(record), key },
        () => `${key}\nThe key of ${record.name} is shown only this once. Its id is ${record.id}.`,
      );
    });
  });
